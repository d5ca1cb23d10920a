// Cards at the acquirer: what a test card does, by the last digit of its number, and the parts in which a sale by card is credited. Pure.
// The number itself is nowhere: a token knows its last four digits, its brand and whether it is of credit or debit.
import { addBusinessDays, businessDayFrom } from '#kernel/calendar/business-days.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { type CardOutcome, TEST_CARD_NUMBERS, TEST_CARDS } from '#kernel/sandbox/outcomes.ts'

const FUNDINGS = ['credit', 'debit'] as const
export type Funding = (typeof FUNDINGS)[number]
const BRANDS = ['visa', 'mastercard', 'amex', 'elo', 'hipercard'] as const
export type Brand = (typeof BRANDS)[number]

export interface CardToken {
  token: string
  lastFour: string
  brand: Brand
  funding: Funding
  createdAt: number
  /** The charge that it has paid, or tried to. */
  chargeId: number | null
}

/** An attempt by card. A charge has one at most. */
export interface Card {
  chargeId: number
  lastFour: string
  brand: Brand
  funding: Funding
  installments: number
  createdAt: number
  customer: object
  billingAddress: object | null
  /** Why it was refused; null: it was not. */
  reason: string | null
  retry: boolean
  /** Of the page on which the cardholder authenticates; null: there is none. */
  challenge: string | null
  isChallenged: boolean
  /** Where that page leads back to. */
  returnUrl: string | null
  disputed: Centavos | null
  /** The status before the cardholder contested it. */
  disputedFrom: 'approved' | 'paid' | null
}

/** What becomes of an attempt. */
export interface Fate {
  refusal?: { reason: string; retry: boolean }
  /** The cardholder has to authenticate first. A debit card always has to. */
  isChallenged?: true
  /** A person at the acquirer looks at it first. */
  isReviewed?: true
  /** It is carried out, and the answer never comes; or it is not carried out either. */
  silence?: 'after' | 'before'
  /** The cardholder contests it. */
  isContested?: true
  /** The cardholder answers by themselves: whether they authenticate. */
  answers?: boolean
  /** How the acquirer decides what is contested. Absent: it waits to be told. */
  decided?: 'won' | 'lost'
}

const refused = (reason: string, retry: boolean): Fate => ({ refusal: { reason, retry } })

/** 1 to 3 as in Efí's test environment. */
const FATE_OF: Record<CardOutcome, Fate> = {
  approved: {},
  wrongData: refused('Dados do cartão inválidos.', false),
  security: refused('Transação não autorizada por motivos de segurança.', true),
  later: refused('Transação não autorizada, tente novamente mais tarde.', true),
  authentication: { isChallenged: true },
  review: { isReviewed: true },
  answerLost: { silence: 'after' },
  contested: { isContested: true },
  authenticated: { isChallenged: true, answers: true },
  notAuthenticated: { isChallenged: true, answers: false },
  contestedWon: { isContested: true, decided: 'won' },
  contestedLost: { isContested: true, decided: 'lost' },
  requestLost: { silence: 'before' },
  noMoney: refused('Transação não autorizada por saldo insuficiente.', false),
}

export function fateOf({ lastFour }: Pick<CardToken, 'lastFour'>): Fate {
  const like =
    TEST_CARD_NUMBERS.find(number => number.endsWith(lastFour)) ??
    TEST_CARD_NUMBERS.find(number => number.at(-1) === lastFour.at(-1))
  return like === undefined ? {} : FATE_OF[TEST_CARDS[like]]
}

const IN_WORDS: Record<CardOutcome, string> = {
  approved: 'aprovado',
  wrongData: 'recusado: dados inválidos',
  security: 'recusado por segurança',
  later: 'recusado: tente mais tarde',
  noMoney: 'recusado: saldo insuficiente',
  authentication: 'pede autenticação',
  review: 'em análise, aprovado em 30 minutos',
  answerLost: 'aprovado, e a resposta se perde',
  requestLost: 'o pedido se perde',
  contested: 'aprovado, contestado em 2 minutos',
  authenticated: 'autenticado em 5 segundos, aprovado',
  notAuthenticated: 'não autenticado em 5 segundos',
  contestedWon: 'contestado em 2 minutos, e o vendedor ganha 2 minutos depois',
  contestedLost: 'contestado em 2 minutos, e o vendedor perde 2 minutos depois',
}

/** As the pages of the bank list them. */
export const SHOWN_CARDS: readonly (readonly [number: string, what: string])[] = TEST_CARD_NUMBERS.map(number => [
  number,
  IN_WORDS[TEST_CARDS[number]],
])

const PREFIXES: readonly [brand: Brand, prefix: RegExp][] = [
  ['amex', /^3[47]/],
  ['hipercard', /^(606282|3841)/],
  ['elo', /^(401178|401179|431274|438935|451416|457393|457631|457632|504175|5067|5090|627780|636297|636368|65)/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
]

export const brandOf = (digits: string): Brand => PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'visa'

export const maskOf = ({ lastFour }: Pick<CardToken, 'lastFour'>): string => `XXXXXXXXXXXX${lastFour}`

export interface Settlement {
  /** Of a sale in parts: all of it at once, or one part after the other. */
  mode: 'whole' | 'instalment'
  days: number
}

export interface CreditPlan {
  part: number
  amount: Centavos
  dueOn: LocalDate
}

/** A debit card is credited on the next business day, whole. */
export function creditsOf(
  total: Centavos,
  card: Pick<Card, 'funding' | 'installments'>,
  on: LocalDate,
  { mode, days }: Settlement,
): CreditPlan[] {
  if (card.funding === 'debit') return [{ part: 1, amount: total, dueOn: addBusinessDays(on, 1) }]
  const parts = mode === 'whole' ? 1 : card.installments
  const upTo = (part: number) => (total * BigInt(part)) / BigInt(parts)
  return Array.from({ length: parts }, (_, at) => ({
    part: at + 1,
    amount: centavos(upTo(at + 1) - upTo(at)),
    dueOn: businessDayFrom(addDays(on, days * (at + 1))),
  }))
}
