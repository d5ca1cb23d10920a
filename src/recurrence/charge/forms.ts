// Debits as their callers read them: each with its recurrence and the sale that it ended in.
import type { Queryable } from '#db/postgres.ts'
import type { Debit } from '../debit/debit.ts'
import { type DebitForm, debitForm } from '../debit/wire.ts'
import type { Recurrence } from '../recurrence.ts'
import { findRecurrencesOf } from '../store.ts'
import { findSalesOfDebits } from './list-store.ts'

export async function formsOf(db: Queryable, debits: Debit[]): Promise<Map<Debit, DebitForm>> {
  if (debits.length === 0) return new Map()
  const recurrences = new Map((await findRecurrencesOf(db, debits)).map(one => [one.id, one]))
  const sales = await findSalesOfDebits(db, debits)
  return new Map(
    debits.map(debit => {
      const recurrence = recurrences.get(debit.recurrenceId)
      if (recurrence === undefined) throw new Error(`the recurrence of the debit ${debit.uuid} is gone`)
      return [debit, debitForm(debit, recurrence, sales.get(debit.saleId ?? 0n) ?? null)]
    }),
  )
}

export async function formOf(db: Queryable, debit: Debit, recurrence: Recurrence): Promise<DebitForm> {
  const sales = await findSalesOfDebits(db, [debit])
  return debitForm(debit, recurrence, sales.get(debit.saleId ?? 0n) ?? null)
}
