// A creation is given up together with the sale of its first payment: from then on no request goes on with either.
import type { Transaction } from '#db/postgres.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { giveUpRecurrence } from './progress-store.ts'

/** False where it has come further. */
export async function giveUp(
  tx: Transaction,
  { firstPayments, clock }: Pick<RecurrenceDeps, 'firstPayments' | 'clock'>,
  recurrence: Recurrence,
): Promise<boolean> {
  const { accountId, firstSaleId } = recurrence
  if (!(await giveUpRecurrence(tx, recurrence, clock()))) return false
  if (firstSaleId !== null) await firstPayments.giveUp(tx, { accountId, id: firstSaleId })
  return true
}
