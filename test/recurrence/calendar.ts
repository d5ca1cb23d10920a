// Moves the clocks of a gateway and of its bank together, from one moment at which something happens to the next: a year in seconds.
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

/** Up to now, as the gateway and its bank see it, everything that is due has been done. */
export async function liveUntil(gateway: TestGateway, end: Date): Promise<void> {
  await moveTo(gateway, gateway.now())
  for (;;) {
    await untilDone(gateway)
    const next = await nextStation(gateway)
    if (next === null || next >= end) break
    await moveTo(gateway, new Date(Math.min(rounded(next), end.getTime())))
  }
  await moveTo(gateway, end)
  await untilDone(gateway)
}

/** For so long that nothing of the day is left out. */
export const liveFor = (gateway: TestGateway, ms: number): Promise<void> =>
  liveUntil(gateway, new Date(gateway.now().getTime() + ms))

/** What is due within the same minutes is done together. */
const rounded = (time: Date): number => Math.ceil(time.getTime() / STEP_MS) * STEP_MS
const STEP_MS = 10 * MINUTE_MS

/** A little later than the moment itself: what is due at it is due then. */
const PAST_MS = 50

async function moveTo(gateway: TestGateway, moment: Date): Promise<void> {
  const now = new Date(Math.max(moment.getTime() + PAST_MS, gateway.now().getTime()))
  gateway.advance(now.getTime() - gateway.now().getTime())
  const moved = await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { now: now.toISOString() } })
  if (moved.status !== 200) throw new Error(`the bank's clock was not moved: ${moved.status} ${moved.text}`)
  gateway.gateway.recurrences.wake()
}

/** What owes work at a time, apart from what is worked on by looking again. */
const DUE = sql`
  select due_at, 'recurrence' as queue from recurrence where due_at is not null
  union all select due_at, 'debit' from debit where due_at is not null
  union all select due_at, 'sale' from sale where due_at is not null
  union all select due_at, 'psp_inbox' from psp_inbox where due_at is not null`

async function nextStation(gateway: TestGateway): Promise<Date | null> {
  const [row] = await gateway.db.query<{ next: Date | null }>(sql`select min(due_at) as next from (${DUE}) due`)
  const bank = await bankDueAt(gateway)
  const times = [row?.next ?? null, bank].filter(time => time !== null).map(time => time.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}

async function bankDueAt({ bankUrl }: TestGateway): Promise<Date | null> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/clock')
  return body.nextDueAt === null ? null : new Date(body.nextDueAt)
}

/** Work that has failed comes back when its lease is over: it is not waited for any longer than this. */
const FAILED_MS = 5_000

/** Nothing is due, here or at the bank, and nothing is being worked on. */
async function untilDone(gateway: TestGateway): Promise<void> {
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
    const text = JSON.stringify(left)
    if (text !== leased || left.some(one => !one.is_leased)) [leased, since] = [text, performance.now()]
    return performance.now() - since > FAILED_MS || null
  }
  await until(isDone, 'everything that is due to be done').catch(error => {
    throw new Error(`${error.message}; left at ${gateway.now().toISOString()}: ${JSON.stringify(left.slice(0, 5))}`)
  })
}
