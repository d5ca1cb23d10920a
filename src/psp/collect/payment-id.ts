// The id under which a payment of a charge is booked: PSPs give it none of its own.
/** `C`, the PSP account, the PSP's id of the charge, and the number of each payment after the first. */
export const paymentIdOf = (pspAccountId: number, chargeId: string, n: number): string =>
  `C${pspAccountId}-${chargeId}${n === 1 ? '' : `-${n}`}`

export const isChargePaymentId = (id: string): boolean => CHARGE_PAYMENT_ID.test(id)
/** No end-to-end id begins so. */
const CHARGE_PAYMENT_ID = /^C\d+-\d+/
