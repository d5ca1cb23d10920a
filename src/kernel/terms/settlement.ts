// When what was sold by boleto and card becomes the seller's own: the terms of an account, frozen on each charge, and the parts and
// days that follow from them. The terms are stored as JSON. Pure; days are those of São Paulo.
import { businessDayFrom } from '../calendar/business-days.ts'
import { addDays, dateAt, type LocalDate } from '../calendar/local-time.ts'
import { add, type Centavos, subtract, ZERO } from '../money.ts'
import { HOUR_MS, later } from '../time.ts'

/** Instalments are settled one after another, or all of them with the first. */
export const CARD_MODES = ['PER_INSTALLMENT', 'AT_ONCE'] as const
export type CardMode = (typeof CARD_MODES)[number]

export interface SettlementTerms {
  /** From the payment to its first part, and from each part to the next. */
  cardDays: number
  cardMode: CardMode
  /** 0: at once. */
  boletoDays: number
  /** Nothing becomes the seller's before the acquirer has paid it. */
  waitsForProvider: boolean
}

export const MAX_SETTLEMENT_DAYS = 365

/** What is settled later, and not with the payment itself. */
export const SETTLED_METHODS = ['BOLETO', 'CREDIT_CARD', 'DEBIT_CARD'] as const
export type SettledMethod = (typeof SETTLED_METHODS)[number]

export const isSettledMethod = (method: string): method is SettledMethod =>
  (SETTLED_METHODS as readonly string[]).includes(method)

/** Of a part: owed by the acquirer; the same, less what went back; paid by the acquirer; gone back before that. */
export const RECEIVABLE_STATUSES = ['EXPECTED', 'REDUCED', 'SETTLED', 'CANCELLED'] as const
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number]

export interface Sold {
  method: SettledMethod
  /** 1 for everything but a credit card. */
  installments: number
  amount: Centavos
  fee: Centavos
  /** Held by itself until its own day, which is never before that of the last part. */
  reserve: Centavos
}

export interface SettlementPart {
  part: number
  parts: number
  /** Of the amount, of the fee, and of what is the seller's without the reserve. */
  gross: Centavos
  fee: Centavos
  amount: Centavos
  releaseOn: LocalDate
}

export function settlementParts(sold: Sold, terms: SettlementTerms, paidOn: LocalDate): SettlementPart[] {
  const isDivided = sold.method === 'CREDIT_CARD' && terms.cardMode === 'PER_INSTALLMENT'
  const parts = isDivided ? sold.installments : 1
  const days = sold.method === 'BOLETO' ? terms.boletoDays : terms.cardDays
  const gross = divided(sold.amount, parts)
  const fees = divided(sold.fee, parts)
  const amounts = divided(subtract(subtract(sold.amount, sold.fee), sold.reserve), parts)
  return amounts.map((amount, n) => ({
    part: n + 1,
    parts,
    gross: gross[n] as Centavos,
    fee: fees[n] as Centavos,
    amount,
    releaseOn: sold.method === 'DEBIT_CARD' ? nextBusinessDay(paidOn) : dayAfter(paidOn, days * (n + 1)),
  }))
}

/** When an acquirer pays what it charged by credit card: so many days after the payment, and again after each instalment. */
export interface CardSettlement {
  mode: CardMode
  days: number
}

/** The day on which the acquirer has paid all that is in a part. One part for the seller may be many for the acquirer. */
export function acquirerDay(
  { part, parts }: Pick<SettlementPart, 'part' | 'parts'>,
  installments: number,
  { mode, days }: CardSettlement,
  paidOn: LocalDate,
): LocalDate {
  const last = parts === 1 ? installments : part
  return dayAfter(paidOn, mode === 'AT_ONCE' ? days : days * last)
}

/** Acquirers pay in the morning. */
const PAID_BY_MS = 8 * HOUR_MS

/** The last day of which acquirers have paid what they pay on it. */
export const paidUpTo = (now: Date): LocalDate => dateAt(later(now, -PAID_BY_MS))

/** A payment by card, as its acquirer reports it. */
export interface AcquiredPayment {
  amount: Centavos
  installments: number
  /** null: all of it is paid when it is reported as paid. */
  acquirer: CardSettlement | null
  paidOn: LocalDate
  /** It was reported as paid, whatever became of it since. */
  isPaid: boolean
}

/** What its acquirer has not paid of it up to that day. One that pays instalment by instalment reports the first one as paid, and none of the others. */
export function owedByAcquirer(payment: AcquiredPayment, upTo: LocalDate): Centavos {
  const { amount, installments, acquirer, paidOn, isPaid } = payment
  if (!isPaid) return amount
  if (acquirer?.mode !== 'PER_INSTALLMENT') return ZERO
  const dayOf = (part: number) => acquirerDay({ part, parts: installments }, installments, acquirer, paidOn)
  return add(...divided(amount, installments).filter((_, n) => n > 0 && dayOf(n + 1) > upTo))
}

/** Exactly: part i is what is due up to it, less what was due up to the one before. */
function divided(total: Centavos, parts: number): Centavos[] {
  const upTo = (n: number) => (total * BigInt(n)) / BigInt(parts)
  return Array.from({ length: parts }, (_, n) => (upTo(n + 1) - upTo(n)) as Centavos)
}

/** The day itself, whatever it is, where nothing is waited for. */
const dayAfter = (day: LocalDate, days: number): LocalDate => (days === 0 ? day : businessDayFrom(addDays(day, days)))

const nextBusinessDay = (day: LocalDate): LocalDate => businessDayFrom(addDays(day, 1))
