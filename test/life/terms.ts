// What a seller has agreed with the operator, in plain numbers: prices, reserve, and when what is sold becomes the seller's own. In cents.

export interface Price {
  fixedCents: number
  basisPoints: number
  minimumCents: number | null
  maximumCents: number | null
}

export interface Settlement {
  cardDays: number
  cardMode: 'PER_INSTALLMENT' | 'AT_ONCE'
  boletoDays: number
  waitsForProvider: boolean
}

/** Beside PIX. */
export interface MethodTerms {
  boleto: Price
  creditCard: Price
  debitCard: Price
  creditCardInstallments: { from: number; to: number; price: Price }[]
  transfer: Price
  settlement: Settlement
}

export interface Terms {
  pix: Price
  cashout: Price
  reserve: { basisPoints: number; days: number }
  dayCents: number | null
  acceptsLatePayment: boolean
  returnsFeeOnRefund: boolean
  unexpectedReceipts: 'RETURN' | 'KEEP' | 'CREDIT'
  approvalAboveCents: number | null
  /** null: PIX alone is sold. */
  methods: MethodTerms | null
}

export type Method = 'PIX' | 'BOLETO' | 'CREDIT_CARD' | 'DEBIT_CARD' | 'TRANSFER'

export const share = (cents: number, basisPoints: number) => Math.floor((cents * basisPoints + 5_000) / 10_000)

export function feeOf(cents: number, { fixedCents, basisPoints, minimumCents, maximumCents }: Price): number {
  const agreed = fixedCents + share(cents, basisPoints)
  return Math.min(Math.max(agreed, minimumCents ?? 0), maximumCents ?? agreed + (minimumCents ?? 0))
}

export function priceOf({ pix, methods }: Terms, method: Method, installments: number): Price {
  if (method === 'PIX') return pix
  if (methods === null) throw new Error(`${method} is not sold`)
  if (method === 'BOLETO') return methods.boleto
  if (method === 'TRANSFER') return methods.transfer
  if (method === 'DEBIT_CARD') return methods.debitCard
  const band = methods.creditCardInstallments.find(({ from, to }) => from <= installments && installments <= to)
  return installments === 1 ? methods.creditCard : (band as { price: Price }).price
}
