// How much is disputed, where the PSP reports a figure that may be reais or cents. The Pix decides: more than it brought cannot
// be disputed. Reais go first, since every other amount of the API is in reais. Pure.
import type { Centavos } from '#kernel/money.ts'
import type { ReportedDispute } from '#psp/port.ts'

type ReportedAmount = Pick<ReportedDispute, 'amount' | 'amountIfCentavos'>

/**
 * `paid`: what the Pix brought; null where it is not in our books. Where neither reading fits it is the smaller one, which is
 * still more than was paid: the opening of the dispute raises an alert for that.
 */
export function disputedAmount({ amount, amountIfCentavos }: ReportedAmount, paid: Centavos | null): Centavos {
  if (amountIfCentavos === undefined || paid === null) return amount
  return amount <= paid ? amount : amountIfCentavos
}

/** Whether the PSP may mean this amount. */
export const mayMean = (reported: ReportedAmount, amount: Centavos): boolean =>
  reported.amount === amount || reported.amountIfCentavos === amount
