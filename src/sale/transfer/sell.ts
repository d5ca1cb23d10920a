// Whether an account may sell by transfer, and where its buyers pay: into the PSP account that receives for it. There is no fallback: a
// buyer keeps what they were shown.
import type { Queryable } from '#db/postgres.ts'
import { addBusinessDays } from '#kernel/calendar/business-days.ts'
import { boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { feeOf } from '#kernel/terms/terms.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { BankTransfer } from '../sale.ts'
import type { Terms } from '../store.ts'
import { mintReference } from './reference.ts'
import { findPayee } from './store.ts'

export interface TransferPlace {
  pspAccountId: number
  fallbackPspAccountId: null
  bankTransfer: BankTransfer
}

export async function transferPlace(
  { db, random }: { db: Queryable; random: RandomBytes },
  { accountId, amount }: { accountId: number; amount: Centavos },
  terms: Terms | undefined,
): Promise<TransferPlace | Failure> {
  if (terms === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
  const price = terms.fees.transfer
  const found = price === undefined ? null : await findPayee(db, accountId)
  if (price === undefined || found === null)
    return new Failure('GENERAL_ERROR', 'paymentMethod: TRANSFER is not available for this account')
  if (feeOf(amount, price).total >= amount)
    return new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
  const { pspAccountId, payee } = found
  return { pspAccountId, fallbackPspAccountId: null, bankTransfer: { reference: mintReference(random), payee } }
}

/** The end of the last business day on which it may be paid. */
export const transferEnd = (now: Date, businessDays: number): Date =>
  boundsOf(addBusinessDays(dateAt(now), businessDays)).to
