// The terms under which an account sells: prices, limits, reserve. Stored as JSON on the account, in centavos and basis
// points (1 % = 100), and frozen on each sale and withdrawal when it is created.
import { add, type Centavos, centavos, shareOf } from './money.ts'

export interface Price {
  fixedCentavos: number
  basisPoints: number
}

export interface Fees {
  pix: Price
  cashout: Price
}

/** Gross amounts per cashout. */
export interface Limits {
  cashoutMinimumCentavos: number
  cashoutMaximumCentavos: number
}

/** A share of each sale's gross that stays blocked for some days. */
export interface Reserve {
  basisPoints: number
  days: number
}

export const DEFAULT_FEES: Fees = {
  pix: { fixedCentavos: 0, basisPoints: 99 },
  cashout: { fixedCentavos: 100, basisPoints: 0 },
}

export const DEFAULT_LIMITS: Limits = { cashoutMinimumCentavos: 100_00, cashoutMaximumCentavos: 100_000_00 }

export const DEFAULT_RESERVE: Reserve = { basisPoints: 0, days: 30 }

export interface Fee {
  fixed: Centavos
  variable: Centavos
  total: Centavos
}

export function feeOf(amount: Centavos, price: Price): Fee {
  const fixed = centavos(price.fixedCentavos)
  const variable = shareOf(amount, price.basisPoints)
  return { fixed, variable, total: add(fixed, variable) }
}

/** A day: whoever asks for an equal cashout later than that means it. */
export const LONGEST_DUPLICATE_WINDOW_SECONDS = 86_400
