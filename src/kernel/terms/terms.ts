// The terms under which an account sells: prices, limits, reserve. Stored as JSON on the account, in centavos and basis
// points (1 % = 100), and frozen on each sale and withdrawal when it is created.
import type { InstallmentBand } from '../card/installments.ts'
import { add, type Centavos, centavos, min, shareOf, subtract } from '../money.ts'
import type { Limits } from './limits.ts'

export interface Price {
  fixedCentavos: number
  basisPoints: number
  /** The whole fee is never less; absent: no floor. */
  minimumCentavos?: number
  /** The whole fee is never more; absent: no cap. */
  maximumCentavos?: number
}

/** Payment methods for which no price has been agreed are absent, and not sold. */
export interface Fees {
  pix: Price
  pixAutomatico?: Price
  boleto?: Price
  creditCard?: Price
  /** Of a card that pays in more than one part. */
  creditCardInstallments?: InstallmentBand[]
  debitCard?: Price
  transfer?: Price
  cashout: Price
}

/** A share of each sale's gross that stays blocked for some days. */
export interface Reserve {
  basisPoints: number
  days: number
}

/** What is kept back of a sale: never more than the seller gets. */
export function reserveOf(amount: Centavos, net: Centavos, { basisPoints }: Reserve): Centavos {
  const reserve = shareOf(amount, basisPoints)
  return reserve < net ? reserve : net
}

const PIX_PRICE: Price = { fixedCentavos: 0, basisPoints: 99 }

/** A debit of recurring PIX costs what a PIX costs, as long as nothing else is agreed. */
export const DEFAULT_FEES: Fees = {
  pix: PIX_PRICE,
  pixAutomatico: PIX_PRICE,
  cashout: { fixedCentavos: 100, basisPoints: 0 },
}

export const DEFAULT_LIMITS: Limits = { cashoutMinimumCentavos: 100_00, cashoutMaximumCentavos: 100_000_00 }

export const DEFAULT_RESERVE: Reserve = { basisPoints: 0, days: 30 }

export interface Fee {
  fixed: Centavos
  variable: Centavos
  total: Centavos
}

/** The variable part is what floor and cap change, so that the two parts are always the total. */
export function feeOf(amount: Centavos, price: Price): Fee {
  const agreed = add(centavos(price.fixedCentavos), shareOf(amount, price.basisPoints))
  const total = within(agreed, price)
  const fixed = min(centavos(price.fixedCentavos), total)
  return { fixed, variable: subtract(total, fixed), total }
}

/**
 * The least gross amount of which exactly `net` is left after the fee; null where no amount leaves that. From one centavo to the
 * next the fee grows by one centavo at most, floor and cap included, so that no net amount is ever skipped.
 */
export function grossFor(net: Centavos, price: Price): Centavos | null {
  const leaves = (gross: bigint) => gross - feeOf(gross as Centavos, price).total
  let above = 1n
  while (leaves(above) < net) {
    if (above > MAX_GROSS) return null
    above *= 2n
  }
  let below = 0n
  while (above - below > 1n) {
    const middle = (below + above) / 2n
    if (leaves(middle) < net) below = middle
    else above = middle
  }
  return leaves(above) === net ? (above as Centavos) : null
}

/** Far above every limit, and within what a JSON number carries exactly. */
const MAX_GROSS = 2n ** 50n

/** Should floor and cap contradict each other, the cap holds. */
function within(amount: Centavos, { minimumCentavos = 0, maximumCentavos }: Price): Centavos {
  const raised = amount < BigInt(minimumCentavos) ? centavos(minimumCentavos) : amount
  return maximumCentavos === undefined ? raised : min(raised, centavos(maximumCentavos))
}

/** A day: an equal cashout later than that is meant. */
export const MAX_DUPLICATE_WINDOW_SECONDS = 86_400
