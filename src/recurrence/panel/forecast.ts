// What a recurrence will debit beyond what is planned: its next cycles, on the days on which they can still be reached. Pure.
import { cycleOf, dueOf } from '#kernel/calendar/cycles.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Debit } from '../debit/debit.ts'
import type { Recurrence } from '../recurrence.ts'
import { lastPlanned, termsOf } from '../schedule/next-cycle.ts'
import { reachableDueDay, windowOf } from '../schedule/window.ts'
import { type PreviewedDebit, previewedDebit } from './preview.ts'

export interface Forecast {
  debits: (PreviewedDebit & { amount: Centavos | null })[]
  /** Where the payer has not authorised yet: until when that has to be, so that the first of them is debited on its day. */
  onTimeUntil: Date | null
}

const MAX_DEBITS = 6
/** Cycles that have a debit already, made by hand, are passed over. */
const MAX_LOOKED_AT = 60

/** Where the seller charges each cycle by hand, nothing is foreseen. */
export function forecastOf(recurrence: Recurrence, debits: readonly Debit[], now: Date): Forecast {
  const { status, automatic, cancelRequestedAt, adjustsToBusinessDay } = recurrence
  const isOpen = status === 'CRIADA' || status === 'APROVADA'
  if (!isOpen || !automatic || cancelRequestedAt !== null) return { debits: [], onTimeUntil: null }
  const foreseen = nextDebits(recurrence, debits, now)
  const [next] = foreseen
  const isWaiting = status === 'CRIADA' && next !== undefined
  return { debits: foreseen, onTimeUntil: isWaiting ? windowOf(next.dueOn, adjustsToBusinessDay).latest : null }
}

function nextDebits(recurrence: Recurrence, debits: readonly Debit[], now: Date): Forecast['debits'] {
  const { endsOn, amount, defaultAmount, adjustsToBusinessDay } = recurrence
  const taken = new Set(debits.map(({ cycle }) => cycle))
  const first = Math.max((lastPlanned(debits)?.cycle ?? 0) + 1, cycleOf(recurrence, dateAt(now)) ?? 1)
  const foreseen: Forecast['debits'] = []
  for (let cycle = first; cycle < first + MAX_LOOKED_AT && foreseen.length < MAX_DEBITS; cycle++) {
    const firstDueOn = dueOf(recurrence, cycle)
    if (endsOn !== null && firstDueOn > endsOn) break
    const dueOn = reachableDueDay(termsOf(recurrence), firstDueOn, now)
    if (dueOn === null || taken.has(cycle)) continue
    foreseen.push({ ...previewedDebit(cycle, dueOn, adjustsToBusinessDay, now), amount: amount ?? defaultAmount })
  }
  return foreseen
}
