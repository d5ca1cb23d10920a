// Recurrences as their callers read them: each with the sale of its first payment, and its next debit.
import { dateAt } from '#kernel/calendar/local-time.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { type RecurrenceForm, recurrenceForm } from '../wire.ts'
import { findNextDebits } from './store.ts'

/** In their order. */
export async function formsOf(deps: RecurrenceDeps, recurrences: Recurrence[]): Promise<RecurrenceForm[]> {
  const debits = await findNextDebits(deps.db, recurrences, dateAt(deps.clock()))
  const sales = await firstSalesOf(deps, recurrences)
  return recurrences.map(recurrence =>
    recurrenceForm({
      recurrence,
      sale: sales.get(recurrence.firstSaleId ?? 0n) ?? null,
      next: debits.get(recurrence.id) ?? null,
    }),
  )
}

/** By their numbers. */
async function firstSalesOf({ firstPayments }: RecurrenceDeps, recurrences: Recurrence[]) {
  const keys = recurrences.flatMap(({ accountId, firstSaleId }) =>
    firstSaleId === null ? [] : [{ accountId, id: firstSaleId }],
  )
  const sales = keys.length === 0 ? [] : await firstPayments.findAll(keys)
  return new Map(sales.flatMap(sale => (sale === null ? [] : [[sale.id, firstPayments.form(sale)] as const])))
}
