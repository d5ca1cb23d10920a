// What an acquirer is to pay of a sale by boleto or card, and its seller is to get, in one part or several. Pure.
//
//   EXPECTED   the acquirer owes it
//   REDUCED    the same, and refunds or disputes of the sale have taken of the seller's share
//   SETTLED    the acquirer has paid it
//   CANCELLED  it never will: it went back to the buyer before
//
// What is the seller's is held until the day of the account's terms and, where these say so, until the acquirer has paid.
import { boundsOf, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import {
  acquirerDay,
  type CardSettlement,
  isSettledMethod,
  type ReceivableStatus,
  type SettledMethod,
  type SettlementPart,
  type SettlementTerms,
  settlementParts,
} from '#kernel/terms/settlement.ts'
import type { Sale } from '../sale.ts'

export interface Receivable extends Omit<SettlementPart, 'releaseOn'> {
  accountId: number
  saleId: bigint
  pspAccountId: number
  method: SettledMethod
  /** Of the amount, by refunds and disputes. */
  taken: Centavos
  /** By the acquirer. */
  owed: Centavos
  /** What the acquirer has kept; null: it has not settled it, or does not report that. */
  providerCost: Centavos | null
  /** The acquirer's day, and the seller's. */
  expectedOn: LocalDate
  releaseOn: LocalDate
  waitsForProvider: boolean
  settledAt: Date | null
  /** null: it was the seller's at once. */
  holdSeq: bigint | null
}

export const statusOf = ({ settledAt, owed, taken }: Receivable): ReceivableStatus => {
  if (settledAt !== null) return 'SETTLED'
  if (owed === ZERO) return 'CANCELLED'
  return taken > 0n ? 'REDUCED' : 'EXPECTED'
}

/** The first moment of the day on which it is the seller's. */
export const releaseTime = ({ releaseOn }: Pick<Receivable, 'releaseOn'>): Date => boundsOf(releaseOn).from

/** When it is released; null while the acquirer has to pay first. */
export function releasedAt(receivable: Receivable): Date | null {
  const waits = receivable.waitsForProvider && receivable.settledAt === null && receivable.owed > 0n
  return waits ? null : releaseTime(receivable)
}

export const isFreeAt = (receivable: Receivable, now: Date): boolean => {
  const at = releasedAt(receivable)
  return at !== null && at <= now
}

export interface SettlementOf {
  terms: SettlementTerms
  installments: number
  /** The acquirer has paid it already: it reports a payment when it credits it. */
  isCredited: boolean
  /** When the acquirer pays; null: on the seller's days. */
  acquirer: CardSettlement | null
}

/** Those of a sale that is paid now. None of what is the seller's at once and was credited. */
export function newReceivables(sale: Sale, settlement: SettlementOf, now: Date): Receivable[] {
  const { terms, installments, isCredited } = settlement
  const { accountId, id: saleId, pspAccountId, paymentMethod: method } = sale
  if (!isSettledMethod(method)) return []
  const paidOn = dateAt(now)
  const all = settlementParts({ ...sale, method, installments }, terms, paidOn).map(
    (part): Receivable => ({
      ...part,
      accountId,
      saleId,
      pspAccountId,
      method,
      taken: ZERO,
      owed: isCredited ? ZERO : part.gross,
      providerCost: null,
      expectedOn: isCredited ? paidOn : expectedDay(method, part, settlement, paidOn),
      waitsForProvider: terms.waitsForProvider,
      settledAt: isCredited ? now : null,
      holdSeq: null,
    }),
  )
  return all.every(one => one.settledAt !== null && isFreeAt(one, now)) ? [] : all
}

/** A debit card has one day for everybody. */
const expectedDay = (
  method: SettledMethod,
  part: SettlementPart,
  { installments, acquirer }: SettlementOf,
  paidOn: LocalDate,
): LocalDate =>
  method === 'CREDIT_CARD' && acquirer !== null ? acquirerDay(part, installments, acquirer, paidOn) : part.releaseOn
