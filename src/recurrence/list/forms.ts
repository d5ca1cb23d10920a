// Recurrences as their callers read them: each with its next debit.
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { type RecurrenceForm, recurrenceForm } from '../wire.ts'
import { findNextDebits } from './store.ts'

export async function formsOf({ db }: RecurrenceDeps, recurrences: Recurrence[]): Promise<RecurrenceForm[]> {
  const next = await findNextDebits(db, recurrences)
  return recurrences.map(recurrence =>
    recurrenceForm({ recurrence, sale: null, next: next.get(recurrence.id) ?? null }),
  )
}
