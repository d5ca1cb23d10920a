// What is usual for an account: the mean of the thirty days before the day on which a stretch begins. An account that is younger has
// nothing usual yet; the rule about new accounts is for those.
import type { Transaction } from '#db/postgres.ts'
import { addDays, boundsOf, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Direction } from '../case/case.ts'
import type { Progress } from './progress-store.ts'
import { addUpDays, findMissingDays, sumDays } from './usual-store.ts'

export const COMPARED_DAYS = 30

/** For stretches that begin on this day. */
export interface UsualOfDay {
  begins: Date
  ends: Date
  /** Of the thirty days together. */
  sums: Record<Direction, Centavos>
}

/** For each moment how many transfers of the wallet stand before it. */
export type CountBefore = (tx: Transaction, accountId: number, moments: Date[]) => Promise<bigint[]>

/** Of every day on which a stretch of this length begins that ends with something new. */
export async function readUsual(
  tx: Transaction,
  countBefore: CountBefore,
  accountId: number,
  { openedAt, firstAt, lastAt }: Pick<Progress, 'openedAt' | 'firstAt' | 'lastAt'>,
  windowMs: number,
): Promise<UsualOfDay[]> {
  const opened = dateAt(openedAt)
  const all = daysFrom(dateAt(before(firstAt, windowMs)), dateAt(before(lastAt, windowMs)))
  const days = all.filter(day => addDays(day, -COMPARED_DAYS) >= opened)
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const compared = daysFrom(addDays(first, -COMPARED_DAYS), addDays(last, -1))
  const missing = await findMissingDays(tx, accountId, compared)
  if (missing.length > 0) {
    const counted = await countBefore(
      tx,
      accountId,
      missing.flatMap(day => [boundsOf(day).from, boundsOf(day).to]),
    )
    await addUpDays(
      tx,
      accountId,
      missing.map((day, n) => ({ day, after: counted[2 * n] ?? 0n, upTo: counted[2 * n + 1] ?? 0n })),
    )
  }
  const usual: UsualOfDay[] = []
  for (const day of days) {
    const sums = await sumDays(tx, accountId, { from: addDays(day, -COMPARED_DAYS), to: day })
    usual.push({ begins: boundsOf(day).from, ends: boundsOf(day).to, sums })
  }
  return usual
}

const before = (moment: Date, ms: number) => new Date(moment.getTime() - ms)

/** After a clock was set back the last one may be the earlier. */
function daysFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const days: LocalDate[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
