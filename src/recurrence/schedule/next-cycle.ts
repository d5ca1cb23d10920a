// Which cycle of a recurrence is planned next, and for which day. Pure.
import { dueOf } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Debit } from '../debit/debit.ts'
import type { Recurrence } from '../recurrence.ts'
import { type CycleTerms, nextPlannedAt, reachableDueDay } from './window.ts'

export interface PlannedCycle {
  cycle: number
  firstDueOn: LocalDate
  /** null: it is too late for this cycle already. */
  dueOn: LocalDate | null
}

export const termsOf = ({ startsOn, periodicity, endsOn, adjustsToBusinessDay, lateDays }: Recurrence): CycleTerms => ({
  startsOn,
  periodicity,
  endsOn,
  adjusts: adjustsToBusinessDay,
  lateDays,
})

const isUnordered = ({ status }: Debit) => status === 'PLANEJADA' || status === 'ENVIANDO'
const isAtPsp = ({ status }: Debit) => status === 'CRIADA' || status === 'ATIVA'

/** The last one that the gateway has planned by itself. */
export const lastPlanned = (debits: readonly Debit[]): Debit | undefined =>
  debits
    .filter(({ origin }) => origin === 'AUTOMATICA')
    .toSorted((one, other) => one.cycle - other.cycle)
    .at(-1)

/**
 * The cycle to plan now; null: there is none yet. One is ahead at most. `isNew`: the seller has just handed the cycles over to the
 * gateway, so that those that are over by then are not missed but simply not its own.
 */
export function cycleToPlan(
  recurrence: Recurrence,
  debits: readonly Debit[],
  now: Date,
  isNew = false,
): PlannedCycle | null {
  if (!recurrence.automatic || recurrence.status !== 'APROVADA') return null
  const last = lastPlanned(debits)
  if (last !== undefined && isUnordered(last)) return null
  if (last !== undefined && isAtPsp(last) && now < nextPlannedAt(termsOf(recurrence), last.cycle, last.dueOn))
    return null
  const taken = new Set(debits.map(({ cycle }) => cycle))
  for (let cycle = (last?.cycle ?? 0) + 1; ; cycle++) {
    const firstDueOn = dueOf(recurrence, cycle)
    if (recurrence.endsOn !== null && firstDueOn > recurrence.endsOn) return null
    const dueOn = reachableDueDay(termsOf(recurrence), firstDueOn, now)
    if (!taken.has(cycle) && !(isNew && dueOn === null)) return { cycle, firstDueOn, dueOn }
  }
}
