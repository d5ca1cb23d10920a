// Once an hour: webhooks that have taken nothing for days are switched off. Every minute what is owed to such is closed, and what
// postbacks have owed for days to a receiver that is out of reach. The log shows it, so that it can be sent later.
import { startDueLoop } from '#db/queue/due.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { closeOwedTo, closeUnreached } from '../backlog/skip-store.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import type { NotificationsDeps } from '../feature.ts'
import { switchedOffNotice } from '../notices/notice.ts'
import { writeNotices } from '../notices/store.ts'
import { type Failing, readFailing, START, type WebhookKey } from './auto-disable-store.ts'
import { lockWebhook, updateWebhook } from './store.ts'

const DISABLE_AFTER_MS = 3 * DAY_MS
const FAILURES = 20
const WEBHOOKS_A_ROUND = 100
const CLOSED_A_ROUND = 1_000
/** By then every process has sent and logged what it held of a webhook when it was switched off, or let it go. */
const SETTLED_MS = 20 * SECOND_MS

export function startHealth(
  deps: Pick<NotificationsDeps, 'db' | 'clock' | 'log' | 'switchedOff'> & {
    dispatcher: Pick<Dispatcher, 'renew' | 'drop' | 'pausedLanes'>
  },
): { stop(): Promise<void> } {
  const { db, dispatcher, clock, log } = deps
  // A gateway that begins has more urgent things to do.
  let nextAt = clock().getTime() + MINUTE_MS
  let nextLookAt = 0
  /** Where the look over the webhooks goes on; null when it is over. */
  let looking: WebhookKey | null = null

  /** Looks at the gateway's clock, whose hours may pass at another pace than the timer's. */
  async function round(): Promise<boolean> {
    const now = clock()
    if (now.getTime() < nextAt) return false
    // Also where it fails.
    nextAt = now.getTime() + MINUTE_MS
    const isMore = await step(now)
    if (isMore) nextAt = 0
    return isMore
  }

  /** Answers whether there is more to do now. */
  async function step(now: Date): Promise<boolean> {
    if (looking === null && now.getTime() >= nextLookAt) {
      looking = START
      nextLookAt = now.getTime() + HOUR_MS
    }
    if (looking === null) return close(now)
    const before = new Date(now.getTime() - DISABLE_AFTER_MS)
    const page = await readFailing(db, { after: looking, before, failures: FAILURES, limit: WEBHOOKS_A_ROUND })
    for (const failing of page.failing) await switchOff(failing, now)
    looking = page.last
    return true
  }

  async function switchOff(failing: Failing, now: Date): Promise<void> {
    const { accountId, id } = failing
    const isOff = await db.transaction(async tx => {
      const webhook = await lockWebhook(tx, accountId, id)
      // Another process has just been at it.
      if (!webhook?.active || webhook.switchedOnAt?.getTime() !== failing.switchedOnAt?.getTime()) return false
      const reason = `it has taken nothing for 3 days; ${lastOf(failing)}`
      await updateWebhook(tx, { ...webhook, active: false, disabledAt: now, disabledReason: reason, updatedAt: now })
      await writeNotices(tx, [switchedOffNotice(webhook, reason, now)])
      await deps.switchedOff(tx, webhook, now)
      return true
    })
    if (!isOff) return
    log.warn({ accountId, webhook: String(id) }, 'a webhook was switched off: it has taken nothing for days')
    dispatcher.renew(id)
  }

  async function close(now: Date): Promise<boolean> {
    const bounds = { now, limit: CLOSED_A_ROUND }
    const settled = new Date(now.getTime() - SETTLED_MS)
    if ((await closeOwedTo(db, { ...bounds, except: [] }, settled)) === CLOSED_A_ROUND) return true
    const upTo = new Date(now.getTime() - DISABLE_AFTER_MS)
    const lanes = dispatcher.pausedLanes().filter(isOfPostbacks)
    const except = lanes.flatMap(lane => dispatcher.drop(lane, upTo))
    return (await closeUnreached(db, lanes, upTo, { ...bounds, except })) === CLOSED_A_ROUND
  }

  return startDueLoop({ name: 'health of the webhooks', everyMs: SECOND_MS, round, log })
}

const isOfPostbacks = (lane: bigint) => lane < 0n

const lastOf = ({ status, error }: Failing) =>
  status === null ? `the last attempt: ${error ?? 'no answer'}` : `the last answer: HTTP ${status}`
