// In how many parts a card may pay, and at which price. One part has the price of cards; more have that of a band, and bands follow each other
// without a gap from two parts on. The buyer pays no interest: what parts cost is the seller's. Pure.
import type { Centavos } from '../money.ts'
import { type Fees, feeOf, type Price } from '../terms/terms.ts'

/** The parts from `from` to `to`, both included. */
export interface InstallmentBand {
  from: number
  to: number
  price: Price
}

type CardFees = Pick<Fees, 'creditCard' | 'creditCardInstallments'>

export const MAX_INSTALLMENTS = 12
/** Of one part: what the card schemes of Brazil take. */
export const MIN_PART = 5_00n as Centavos

/** What is wrong with bands; null: nothing. */
export function bandsFault(bands: readonly InstallmentBand[]): string | null {
  let next = 2
  for (const { from, to } of bands) {
    if (from !== next) return `expected a band from ${next} on`
    if (to < from) return `expected a band from ${from} to ${from} or more`
    if (to > MAX_INSTALLMENTS) return `expected bands up to ${MAX_INSTALLMENTS}`
    next = to + 1
  }
  return bands.length === 0 ? 'expected a band, or null' : null
}

/** null: so many parts are not sold. */
export function cardPrice({ creditCard, creditCardInstallments = [] }: CardFees, installments: number): Price | null {
  if (creditCard === undefined) return null
  if (installments === 1) return creditCard
  return creditCardInstallments.find(({ from, to }) => from <= installments && installments <= to)?.price ?? null
}

/** The most parts in which the amount may be paid: each has its minimum, and something is left after the fee. 0: none. */
export function maxInstallmentsOf(amount: Centavos, fees: CardFees): number {
  const possible = Array.from({ length: MAX_INSTALLMENTS }, (_, at) => at + 1)
  const isSold = (installments: number) => {
    const price = cardPrice(fees, installments)
    return price !== null && isPartEnough(amount, installments) && feeOf(amount, price).total < amount
  }
  return possible.findLast(isSold) ?? 0
}

const PRICE_FIELDS = ['fixedCentavos', 'basisPoints', 'minimumCentavos', 'maximumCentavos'] as const

/** Where the buyer chooses the parts elsewhere: the one price of all that are possible; null: they differ, or are not all agreed. */
export function onePrice(amount: Centavos, fees: Fees): Price | null {
  const price = cardPrice(fees, 1)
  if (price === null || !isPartEnough(amount, 1) || feeOf(amount, price).total >= amount) return null
  const possible = Array.from({ length: MAX_INSTALLMENTS }, (_, at) => at + 1).filter(parts =>
    isPartEnough(amount, parts),
  )
  const isSame = (other: Price | null) => other !== null && PRICE_FIELDS.every(field => other[field] === price[field])
  return possible.every(parts => isSame(cardPrice(fees, parts))) ? price : null
}

export const isPartEnough = (amount: Centavos, installments: number): boolean =>
  amount / BigInt(installments) >= MIN_PART
