// Recurrences as their callers read them: each with the sale of its first payment, and its next debit.
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { type RecurrenceForm, recurrenceForm } from '../wire.ts'
import { findNextDebits } from './store.ts'

export async function formsOf(deps: RecurrenceDeps, recurrences: Recurrence[]): Promise<RecurrenceForm[]> {
  const debits = await findNextDebits(deps.db, recurrences)
  return Promise.all(
    recurrences.map(async recurrence =>
      recurrenceForm({
        recurrence,
        sale: await firstSaleOf(deps, recurrence),
        next: debits.get(recurrence.id) ?? null,
      }),
    ),
  )
}

async function firstSaleOf({ firstPayments }: RecurrenceDeps, { accountId, firstSaleId }: Recurrence) {
  if (firstSaleId === null) return null
  const sale = await firstPayments.find({ accountId, id: firstSaleId })
  return sale && firstPayments.form(sale)
}
