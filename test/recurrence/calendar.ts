// Moves the clocks of a gateway and of its bank together, from one moment at which something happens to the next: a year in seconds.
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

/** A gateway whose clock can be moved. */
export interface Clocked extends Pick<TestGateway, 'bankUrl' | 'db' | 'now' | 'advance'> {
  gateway: { recurrences: Pick<TestGateway['gateway']['recurrences'], 'wake'> }
}

/** One gateway, or several on one database and one bank. */
type Gateways = Clocked | Several
type Several = readonly [Clocked, ...Clocked[]]

const severalOf = (gateways: Gateways): Several => ('db' in gateways ? [gateways] : gateways)

/**
 * Up to now, as the gateway and its bank see it, everything that is due has been done, and its notifications are delivered. `paceMs`: what
 * is due within it is done together.
 */
export async function liveUntil(gateways: Gateways, end: Date, paceMs = MINUTES_PACE_MS): Promise<void> {
  const all = severalOf(gateways)
  const [gateway] = all
  await moveTo(all, gateway.now())
  for (;;) {
    const next = await untilDone(all)
    if (next === null || next >= end) break
    await moveTo(all, new Date(Math.min(rounded(next, paceMs), end.getTime())))
  }
  await jumpTo(all, end)
}

/** The clocks jump, and what has fallen due meanwhile is done at once: as after a time in which no gateway ran. */
export async function jumpTo(gateways: Gateways, moment: Date): Promise<void> {
  const all = severalOf(gateways)
  await moveTo(all, moment)
  await untilDone(all)
  await untilDelivered(all)
}

/** For so long that nothing of the day is left out. */
export const liveFor = (gateway: Clocked, ms: number): Promise<void> =>
  liveUntil(gateway, new Date(gateway.now().getTime() + ms))

const MINUTES_PACE_MS = 10 * MINUTE_MS
/** For long times: one station a day, at noon, when orders are sent and retries are ordered. */
export const DAYS_PACE_MS = DAY_MS

/** In UTC. */
const NOON_MS = 15 * HOUR_MS
const rounded = (time: Date, paceMs: number): number =>
  Math.ceil((time.getTime() - NOON_MS) / paceMs) * paceMs + NOON_MS

/** A little later than the moment itself: what is due at it is due then. */
const PAST_MS = 50

async function moveTo(gateways: Several, moment: Date): Promise<void> {
  const [first] = gateways
  const now = new Date(Math.max(moment.getTime() + PAST_MS, first.now().getTime()))
  for (const gateway of gateways) gateway.advance(now.getTime() - gateway.now().getTime())
  await moveBank(first, now)
  wake(gateways)
}

const wake = (gateways: Several) => {
  for (const { gateway } of gateways) gateway.recurrences.wake()
}

/** The bank alone: no gateway runs, or the time of its own clock does not matter. */
export async function moveBank({ bankUrl }: Pick<TestGateway, 'bankUrl'>, now: Date): Promise<void> {
  const moved = await call(bankUrl, 'POST', '/sandbox/clock', { body: { now: now.toISOString() } })
  if (moved.status !== 200) throw new Error(`the bank's clock was not moved: ${moved.status} ${moved.text}`)
}

/** What owes work at a time, apart from what is worked on by looking again. */
const DUE = sql`
  select due_at, 'recurrence' as queue from recurrence where due_at is not null
  union all select due_at, 'debit' from debit where due_at is not null
  union all select due_at, 'sale' from sale where due_at is not null
  union all select due_at, 'psp_inbox' from psp_inbox where due_at is not null
  union all select release_at, 'hold' from hold where closed_at is null and reason = 'RESERVE' and release_at is not null`

async function nextStation(gateway: Clocked): Promise<Date | null> {
  const [row] = await gateway.db.query<{ next: Date | null }>(sql`select min(due_at) as next from (${DUE}) due`)
  const bank = await bankDueAt(gateway)
  const times = [row?.next ?? null, bank].filter(time => time !== null).map(time => time.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** A receiver that does not answer is not waited for any longer than this. */
const DELIVERED_MS = 20_000

async function untilDelivered([gateway]: Several): Promise<void> {
  const since = performance.now()
  await until(async () => {
    const left = await gateway.db.query(sql`select from delivery where due_at <= ${gateway.now()} limit 1`)
    return left.length === 0 || performance.now() - since > DELIVERED_MS || null
  }, 'the notifications to be delivered')
}

async function bankDueAt({ bankUrl }: Clocked): Promise<Date | null> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/clock')
  return body.nextDueAt === null ? null : new Date(body.nextDueAt)
}

/** Work that has failed comes back when its lease is over: it is not waited for any longer than this. */
const FAILED_MS = 5_000

/** Nothing is due, here or at the bank, and nothing is being worked on. Answers when something will be. */
async function untilDone(gateways: Several): Promise<Date | null> {
  const [gateway] = gateways
  let left: { queue: string; due_at: Date; is_leased: boolean }[] = []
  let [leased, since] = ['', performance.now()]
  const isDone = async () => {
    const now = gateway.now()
    const bank = await bankDueAt(gateway)
    left = await gateway.db.query(sql`
      select queue, due.due_at, due_at > ${now} as is_leased from (${DUE}) due
      where due_at <= ${now} or exists (select from lease where lease.queue = due.queue and lease.until = due.due_at)
      order by due_at limit 50`)
    if (bank !== null && bank <= now) left = [{ queue: 'bank', due_at: bank, is_leased: false }, ...left]
    if (left.length === 0) return true
    // What has fallen due since the clocks were moved does not wait for the next round.
    wake(gateways)
    const text = JSON.stringify(left)
    if (text !== leased || left.some(one => !one.is_leased)) [leased, since] = [text, performance.now()]
    return performance.now() - since > FAILED_MS || null
  }
  await until(isDone, 'everything that is due to be done').catch(error => {
    throw new Error(`${error.message}; left at ${gateway.now().toISOString()}: ${JSON.stringify(left.slice(0, 5))}`)
  })
  return nextStation(gateway)
}
