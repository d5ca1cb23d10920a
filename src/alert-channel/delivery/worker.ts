// Sends what channels are owed. Each channel is a lane of its own: one that hangs keeps no other waiting.
import { findAlerts } from '#alert/store.ts'
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { nextTryMs, TRIES_BEFORE_ALERT } from '../channel.ts'
import { type AlertMessage, entriesOf } from '../message/entry.ts'
import type { Target } from '../target.ts'
import { type Delivering, printable, type Sent, send } from './send.ts'
import { type DueMessage, findEnded, leaseMessages, markFailed, markPart, markSent } from './store.ts'

/** Longer than all parts of a message may take. */
const LEASE_MS = 10 * MINUTE_MS
const WORKING = { everyMs: SECOND_MS, batch: 20, max: 1, maxHeld: 1 }

export const startWorker = (deps: Delivering): DueLanes<DueMessage> =>
  startDueLanes<DueMessage>({
    name: 'alert channels',
    ...WORKING,
    log: deps.log,
    owed: owedIn('alert_channel', deps),
    async lease(limit, except) {
      // Addresses in a message lead to the gateway, which does not know its own before it listens.
      if (deps.baseUrl() === '') return []
      const now = deps.clock()
      const until = new Date(now.getTime() + LEASE_MS)
      return (await leaseMessages(deps.db, { now, until, limit, except })).due
    },
    keyOf: ({ channelId }) => String(channelId),
    laneOf: ({ channelId }) => Number(channelId),
    work: due => deliver(deps, due),
    failed: (error, { channelId }) =>
      deps.log.error({ err: error, channel: String(channelId) }, 'a channel of alerts could not be worked on'),
  })

async function deliver(deps: Delivering, due: DueMessage): Promise<void> {
  const sent = await trySend(deps, due)
  const { db, clock, log, alerts } = deps
  const now = clock()
  const channelId = String(due.channelId)
  if (sent.error === null) {
    if (await markSent(db, due, now)) alerts.resolve('ALERT_CHANNEL_FAILING', null, { channelId })
    log.info({ channel: channelId, message: due.message.number, alerts: due.message.items.length }, 'alerts were sent')
    return
  }
  const tries = due.tries + 1
  const dueAt = new Date(now.getTime() + nextTryMs(tries, sent.askedMs))
  await markFailed(db, due, sent.error, { now, dueAt })
  log.warn({ channel: channelId, tries, reason: sent.error, again: dueAt }, 'a channel of alerts took nothing')
  if (tries === TRIES_BEFORE_ALERT)
    alerts.raise('ALERT_CHANNEL_FAILING', { channelId, name: due.name, reason: sent.error }, null)
}

async function trySend(deps: Delivering, due: DueMessage): Promise<Sent> {
  const { db } = deps
  const { channelId, kind, targetSealed, secretSealed, nextSealed, nextFrom, message } = due
  try {
    return await send(deps, {
      channelId,
      kind,
      target: openTarget(deps, targetSealed),
      secretSealed,
      nextSealed,
      nextFrom,
      message: await written(deps, due),
      done: message.done,
      sent: part => markPart(db, due, part),
      ended: incidents => findEnded(db, channelId, incidents),
    })
  } catch (error) {
    deps.log.error({ err: error, channel: String(channelId) }, 'a message of alerts could not be made')
    return { status: null, answer: null, error: printable((error as Error).message), askedMs: 0 }
  }
}

export const openTarget = ({ secretBox }: Pick<Delivering, 'secretBox'>, sealed: string | null): Target | null =>
  sealed === null ? null : JSON.parse(secretBox.open(sealed))

/** Written when it is sent: an alert that was acknowledged meanwhile says so. */
async function written(deps: Delivering, { uuid, language, message }: DueMessage): Promise<AlertMessage> {
  const base = deps.baseUrl()
  const alerts = await findAlerts(
    deps.db,
    message.items.map(({ alertId }) => BigInt(alertId)),
  )
  return {
    id: `${uuid}.${message.number}`,
    language,
    at: deps.clock(),
    brand: deps.brand,
    entries: entriesOf(message.items, alerts, { language, base }),
    panel: panelOf(base),
    isTest: false,
  }
}

export const panelOf = (base: string): string => `${base}/operacao/alarmes`
