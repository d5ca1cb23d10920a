// What a debit sells, and what that costs its seller: frozen when the debit is ordered.
import { addDays, boundsOf } from '#kernel/calendar/local-time.ts'
import { type Centavos, shareOf, subtract } from '#kernel/money.ts'
import { type Fees, feeOf, type Reserve } from '#kernel/terms/terms.ts'
import type { CycleOrder } from '#sale/cycle/cycle-sale.ts'
import type { Recurrence } from '../recurrence.ts'
import { LAST_RETRY_DAY } from '../schedule/retries.ts'
import type { Debit, DebitTerms } from './debit.ts'

export interface SellerTerms {
  fees: Fees
  reserve: Reserve
}

/** null: no price is agreed, or nothing would be left of the amount. */
export function saleTermsOf(amount: Centavos, { fees, reserve }: SellerTerms): DebitTerms | null {
  if (fees.pixAutomatico === undefined) return null
  const fee = feeOf(amount, fees.pixAutomatico).total
  if (fee >= amount) return null
  const net = subtract(amount, fee)
  const share = shareOf(amount, reserve.basisPoints)
  // Never more than the seller gets.
  return { fee, reserve: share < net ? share : net, reserveDays: reserve.days }
}

/** null: it was never ordered. */
export function orderOf(debit: Debit, recurrence: Recurrence): CycleOrder | null {
  const { amount, terms } = debit
  if (amount === null || terms === null || recurrence.idRec === null) return null
  return {
    accountId: debit.accountId,
    pspAccountId: debit.pspAccountId,
    txid: debit.txid,
    amount,
    ...terms,
    customer: { ...recurrence.customer },
    items: debit.items,
    externalReference: debit.externalReference,
    postbackUrl: recurrence.postbackUrl,
    idRec: recurrence.idRec,
    contrato: recurrence.contrato,
    expiresAt: boundsOf(addDays(debit.dueOn, LAST_RETRY_DAY + 1)).from,
  }
}
