// The ids under which a payment of a charge, and what was taken back of it, are booked: PSPs give these none of their own.
import type { Centavos } from '#kernel/money.ts'

/** `C`, the PSP account, the PSP's id of the charge, and the number of each payment after the first. */
export const paymentIdOf = (pspAccountId: number, chargeId: string, n: number): string =>
  `C${pspAccountId}-${chargeId}${n === 1 ? '' : `-${n}`}`

export const isChargePaymentId = (id: string): boolean => CHARGE_PAYMENT_ID.test(id)
/** No end-to-end id begins so. */
const CHARGE_PAYMENT_ID = /^C\d+-\d+/

/** What a charge that is `refunded` has given back. */
export const takenBackOf = (chargeId: string, amount: Centavos) => ({
  refundId: `${chargeId}-refunded`,
  rtrId: null,
  nature: null,
  amount,
})
