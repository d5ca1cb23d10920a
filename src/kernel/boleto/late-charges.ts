// Fine and interest of a boleto that is paid late. The bank computes them, each with a rounding of its own; here is only how much may come
// on top of the amount. Discounts are not known here.
import type { LocalDate } from '../calendar/local-time.ts'
import { type Centavos, ZERO } from '../money.ts'
import { lastDayOnTime } from './due-days.ts'

export interface LateTerms {
  amount: Centavos
  dueOn: LocalDate
  /** 100 is 1 %. At most 200 (Código de Defesa do Consumidor, art. 52 § 1). */
  fineBasisPoints: number
  /** For 30 days. */
  interestMonthlyBasisPoints: number
}

const WHOLE = 10_000n
const DAYS_OF_MONTH = 30n
/** Fine and interest are rounded apart, by each bank in its way. */
const ROUNDING = 2n

/** The most that a payment of that day may bring on top of the amount. */
export function maxLateCharges({ amount, dueOn, ...terms }: LateTerms, paidOn: LocalDate): Centavos {
  if (paidOn <= lastDayOnTime({ dueOn })) return ZERO
  if (terms.fineBasisPoints === 0 && terms.interestMonthlyBasisPoints === 0) return ZERO
  const fine = (amount * BigInt(terms.fineBasisPoints)) / WHOLE
  const interest = amount * BigInt(terms.interestMonthlyBasisPoints) * daysLate(dueOn, paidOn)
  return (fine + roundedUp(interest, WHOLE * DAYS_OF_MONTH) + ROUNDING) as Centavos
}

/** What a payment brought on top of the amount, in lawful fine and interest; null where it is another amount. */
export function lateChargesIn(terms: LateTerms, paid: Centavos, paidOn: LocalDate): Centavos | null {
  const charges = (paid - terms.amount) as Centavos
  return charges >= ZERO && charges <= maxLateCharges(terms, paidOn) ? charges : null
}

/** Counted from the day that is printed, also where that is none on which banks work. */
export const daysLate = (dueOn: LocalDate, paidOn: LocalDate): bigint =>
  BigInt(Temporal.PlainDate.from(dueOn).until(Temporal.PlainDate.from(paidOn), { largestUnit: 'day' }).days)

const roundedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
