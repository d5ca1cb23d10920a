// Once an hour: webhooks that have taken nothing for days are switched off, and what is owed to them is closed; so is what
// postbacks have owed for days to a receiver that is out of reach. Told in the log, so that it can be sent later.
import type { FastifyBaseLogger } from 'fastify'
import { startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Dispatcher } from './dispatcher.ts'
import { closeOwedTo, closeUnreached } from './health-close-store.ts'
import { type Failing, readFailing, START, type WebhookKey } from './health-store.ts'
import { switchedOffNotice } from './notice.ts'
import { writeNotices } from './notice-store.ts'
import { lockWebhook, updateWebhook } from './webhook-store.ts'

export interface HealthNeeds {
  db: Database
  dispatcher: Pick<Dispatcher, 'drop' | 'parkedLanes'>
  clock: Clock
  log: FastifyBaseLogger
}

const PATIENCE_MS = 3 * DAY_MS
const FAILURES = 20
const WEBHOOKS_A_ROUND = 100
const CLOSED_A_ROUND = 1_000

export function startHealth(needs: HealthNeeds): { stop(): Promise<void> } {
  const { db, dispatcher, clock, log } = needs
  let nextAt = 0
  /** Where the look over the webhooks goes on; null when it is over, and there is only to be closed. */
  let looking: WebhookKey | null = START
  /** Under way when their receiver was given up: they end by themselves. */
  const underWay = new Set<bigint>()

  /** Looks at the clock of the house, whose hours may pass at another pace than the timer's. */
  async function round(): Promise<boolean> {
    const now = clock()
    if (now.getTime() < nextAt) return false
    nextAt = now.getTime() + MINUTE_MS
    if ((await step(now)) === 'more') {
      nextAt = 0
      return true
    }
    looking = START
    underWay.clear()
    nextAt = now.getTime() + HOUR_MS
    return false
  }

  async function step(now: Date): Promise<'more' | 'done'> {
    if (looking === null) return close(now)
    const before = new Date(now.getTime() - PATIENCE_MS)
    const page = await readFailing(db, { after: looking, before, failures: FAILURES, limit: WEBHOOKS_A_ROUND })
    for (const failing of page.failing) await switchOff(failing, now)
    looking = page.last
    return 'more'
  }

  async function switchOff(failing: Failing, now: Date): Promise<void> {
    const { accountId, id } = failing
    const isOff = await db.transaction(async tx => {
      const webhook = await lockWebhook(tx, accountId, id)
      // Somebody has just been at it.
      if (!webhook?.active || webhook.switchedOnAt?.getTime() !== failing.switchedOnAt?.getTime()) return false
      const reason = `it has taken nothing for 3 days; ${lastOf(failing)}`
      await updateWebhook(tx, { ...webhook, active: false, disabledAt: now, disabledReason: reason, updatedAt: now })
      await writeNotices(tx, [switchedOffNotice(webhook, reason, now)])
      return true
    })
    if (!isOff) return
    log.warn({ accountId, webhook: String(id) }, 'a webhook was switched off: it has taken nothing for days')
    giveUp(id, now)
  }

  const giveUp = (lane: bigint, upTo: Date) => {
    for (const id of dispatcher.drop(lane, upTo)) underWay.add(id)
  }

  async function close(now: Date): Promise<'more' | 'done'> {
    const bounds = { except: [...underWay], now, limit: CLOSED_A_ROUND }
    if ((await closeOwedTo(db, bounds)) === CLOSED_A_ROUND) return 'more'
    const upTo = new Date(now.getTime() - PATIENCE_MS)
    const lanes = dispatcher.parkedLanes().filter(isOfPostbacks)
    for (const lane of lanes) giveUp(lane, upTo)
    const closed = await closeUnreached(db, lanes, upTo, { ...bounds, except: [...underWay] })
    return closed === CLOSED_A_ROUND ? 'more' : 'done'
  }

  return startDueLoop({ name: 'health of the webhooks', everyMs: SECOND_MS, round, log })
}

const isOfPostbacks = (lane: bigint) => lane < 0n

const lastOf = ({ status, error }: Failing) =>
  status === null ? `the last attempt: ${error ?? 'no answer'}` : `the last answer: HTTP ${status}`
