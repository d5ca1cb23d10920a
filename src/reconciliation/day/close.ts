// A day's books are closed: nothing is booked in it any more, and how every account stood at its end is frozen with a hash. One
// person may do it, or the gateway by itself, when the day was reconciled and no difference is open; otherwise, and to open it
// again, it takes two.
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import { boundsOf, type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import type { Command, Payload, Person } from '#proposal/proposal.ts'
import {
  type DayClose,
  findClosing,
  findDay,
  findLastClosed,
  findNextDay,
  findObstacles,
  freeze,
  raiseBarrier,
  removeBarrier,
} from './close-store.ts'

/** The next day, where it ended before `latest` and nothing stands in its way. False: there is nothing to close. */
export async function closeNext(db: Database, clock: Clock, latest: Date): Promise<boolean> {
  const day = await findNextDay(db)
  if (day === null || boundsOf(day).to > latest) return false
  const { openCases, unread } = await findObstacles(db, day)
  if (openCases + unread > 0) return false
  const closed = await db.transaction(tx => closeNow(tx, day, null, null, clock()))
  if (closed instanceof Failure) return false
  await freezeClosing(db)
  return true
}

/** By one person, where nothing stands in its way. */
export async function closeDay(
  db: Database,
  clock: Clock,
  day: LocalDate,
  by: Person,
  reason: string,
): Promise<DayClose | Failure> {
  const known = await findDay(db, day)
  if (known?.state === 'CLOSED') return known
  const closed = await db.transaction(async tx => {
    const { openCases, unread } = await findObstacles(tx, day)
    if (openCases > 0)
      return conflict(`${openCases} differences up to this day are open; it takes two persons to close it`)
    if (unread > 0) return conflict('It has not been reconciled with every PSP; it takes two persons to close it')
    return closeNow(tx, day, by, reason, clock())
  })
  if (closed instanceof Failure) return closed
  await freezeClosing(db)
  return (await findDay(db, day)) as DayClose
}

/** null where it is closed from this commit on. */
async function closeNow(
  tx: Transaction,
  day: LocalDate,
  by: Person | null,
  reason: string | null,
  now: Date,
): Promise<Failure | null> {
  const refusal = await refusedClose(tx, day, now)
  if (refusal !== null) return refusal
  await raiseBarrier(tx, day, { endsAt: boundsOf(day).to, by: by?.id ?? null, reason, now })
  const actor = by === null ? THE_GATEWAY : ({ kind: 'operator', ...by } as const)
  await record(tx, [{ actor, action: 'day.closed', subject: 'day', subjectId: day, reason }], now)
  return null
}

async function refusedClose(tx: Transaction, day: LocalDate, now: Date): Promise<Failure | null> {
  if (boundsOf(day).to > now) return conflict('This day has not ended')
  if ((await findClosing(tx)).length > 0) return conflict('Another day is being closed at this moment')
  const next = await findNextDay(tx)
  if (next === null) return conflict('Nothing has been booked yet')
  return next === day ? null : conflict(`Days are closed one after another, and ${next} is the next`)
}

/** What was begun is brought to its end, also what a process that died has begun. */
export async function freezeClosing(db: Database): Promise<void> {
  for (const day of await findClosing(db)) await db.transaction(tx => freeze(tx, day))
}

const conflict = (message: string) => new Failure('CONFLICT', message)

const dayIn = (payload: Payload): LocalDate => {
  const day = localDate(String(payload.day))
  if (day === null) throw new Error('a proposal about no day')
  return day
}

/** By the word of two persons, whatever is open. */
export const closeByTwo: Command = {
  accountsOf: () => [],
  refusal: (tx, { payload }, now) => refusedClose(tx, dayIn(payload), now),
  async carryOut(tx, _books, { proposal, by, now }) {
    await closeNow(tx, dayIn(proposal.payload), by, proposal.reason, now)
    return { day: dayIn(proposal.payload) }
  },
}

export const reopenByTwo: Command = {
  accountsOf: () => [],
  async refusal(tx, { payload }) {
    const day = dayIn(payload)
    if ((await findDay(tx, day))?.state !== 'CLOSED') return conflict('This day is not closed')
    const last = await findLastClosed(tx)
    return last === day ? null : conflict(`Days are opened again one after another, and ${last} is the last`)
  },
  async carryOut(tx, _books, { proposal, by, now }) {
    const day = dayIn(proposal.payload)
    await removeBarrier(tx, day, by.id, now)
    const actor = { kind: 'operator', ...by } as const
    await record(tx, [{ actor, action: 'day.reopened', subject: 'day', subjectId: day }], now)
    return { day }
  },
}
