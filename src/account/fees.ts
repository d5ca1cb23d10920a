// What an account pays for each sale and cashout, and what may be changed of that. Pure; what was sold and asked for before keeps
// the fee that it was made with.

import { bandsFault, type InstallmentBand } from '#kernel/card/installments.ts'
import { Failure } from '#kernel/failure.ts'
import type { Fees, Price } from '#kernel/terms/terms.ts'

/** For each of them a price may be agreed; `cashout` is for money that leaves. */
const PRICED = ['pix', 'pixAutomatico', 'boleto', 'creditCard', 'debitCard', 'transfer', 'cashout'] as const
export type Priced = (typeof PRICED)[number]

/** What is absent stays as it is; null takes a floor or a cap away. */
export interface PriceChange {
  fixedCentavos?: number
  basisPoints?: number
  minimumCentavos?: number | null
  maximumCentavos?: number | null
}

/** Those that are not sold without a price: null takes it away again. */
type Removable = 'boleto' | 'creditCard' | 'debitCard' | 'transfer'

/** Bands are replaced as a whole; null takes them away. */
export type FeesChange = { [Of in Priced]?: PriceChange | (Of extends Removable ? null : never) } & {
  creditCardInstallments?: BandChange[] | null
}

export type BandChange = Omit<InstallmentBand, 'price'> & { price: PriceChange }

const FREE: Price = { fixedCentavos: 0, basisPoints: 0 }

export function changedFees(fees: Fees, change: FeesChange): Fees | Failure {
  const after: Fees = { ...fees }
  for (const priced of PRICED) {
    const own = change[priced]
    if (own === undefined) continue
    if (own === null) {
      delete after[priced as Removable]
      continue
    }
    const price = changedPrice(fees[priced] ?? FREE, own)
    const wrong = contradiction(price)
    if (wrong !== null) return new Failure('INVALID_DATA', `fees.${priced}: ${wrong}`)
    after[priced] = price
  }
  return change.creditCardInstallments === undefined ? after : withBands(after, change.creditCardInstallments)
}

function withBands({ creditCardInstallments: _before, ...fees }: Fees, change: BandChange[] | null): Fees | Failure {
  if (change === null) return fees
  const bands = change.map(({ price, ...parts }) => ({ ...parts, price: changedPrice(FREE, price) }))
  const fault = bandsFault(bands)
  if (fault !== null) return new Failure('INVALID_DATA', `fees.creditCardInstallments: ${fault}`)
  for (const [at, { price }] of bands.entries()) {
    const wrong = contradiction(price)
    if (wrong !== null) return new Failure('INVALID_DATA', `fees.creditCardInstallments.${at}.price: ${wrong}`)
  }
  return { ...fees, creditCardInstallments: bands }
}

function changedPrice(price: Price, { minimumCentavos, maximumCentavos, ...plain }: PriceChange): Price {
  const { minimumCentavos: floor = null, maximumCentavos: cap = null, ...rest } = price
  const after: Price = { ...rest, ...plain }
  const [min, max] = [
    minimumCentavos === undefined ? floor : minimumCentavos,
    maximumCentavos === undefined ? cap : maximumCentavos,
  ]
  if (min !== null) after.minimumCentavos = min
  if (max !== null) after.maximumCentavos = max
  return after
}

function contradiction({ fixedCentavos, minimumCentavos = 0, maximumCentavos }: Price): string | null {
  if (maximumCentavos === undefined) return null
  if (fixedCentavos > maximumCentavos) return 'expected fixedCents not above maximumCents'
  return minimumCentavos > maximumCentavos ? 'expected minimumCents not above maximumCents' : null
}
