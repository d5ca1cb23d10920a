// Attempts by card in Efí's form: as they are answered, looked up and listed. `challenge_url` and `chargeback` are the sandbox's own: Efí documents
// none.
import { type Centavos, toCentsNumber, toReais } from '#kernel/money.ts'
import type { Charge } from '../acquirer/charge.ts'
import { localTime } from '../calendar.ts'
import type { Bank } from '../resources.ts'
import { type Brand, type Card, type CardToken, maskOf } from './card.ts'
import { linkAddress } from './link.ts'
import {
  type Chargeback,
  type Credit,
  creditsOfCharge,
  findChargeback,
  type Link,
  type Refund,
  refundsOf,
} from './store.ts'

const METHODS = { credit: 'credit_card', debit: 'debit_card' } as const
const methodOf = ({ funding }: Pick<Card, 'funding'>) => METHODS[funding]

const partsOf = ({ total }: Charge, { installments }: Card) => ({
  installments,
  installment_value: toCentsNumber((total / BigInt(installments)) as Centavos),
})

export const tokenWire = (token: CardToken) => ({
  payment_token: token.token,
  card_mask: maskOf(token),
  brand: token.brand,
  funding: token.funding,
})

export function paidByCardWire(bank: Bank, charge: Charge, card: Card) {
  const { reason, retry } = card
  return {
    ...partsOf(charge, card),
    charge_id: charge.id,
    status: charge.status,
    ...(charge.status === 'unpaid' && { refusal: { reason, retry } }),
    ...challengeWire(bank, charge, card),
    total: toCentsNumber(charge.total),
    payment: methodOf(card),
  }
}

function challengeWire(bank: Bank, { status }: Charge, { challenge, isChallenged }: Card) {
  const isOpen = status === 'waiting' && challenge !== null && !isChallenged
  return isOpen ? { challenge_url: `${bank.origin()}/desafio/${challenge}` } : {}
}

/** Beside what every charge has. */
export function cardDetailWire(bank: Bank, charge: Charge, card: Card) {
  return {
    ...(charge.status === 'unpaid' && { reason: card.reason }),
    ...challengeWire(bank, charge, card),
    ...chargebackWire(findChargeback(bank, charge.id)),
    customer: card.customer,
    payment: {
      method: methodOf(card),
      created_at: localTime(card.createdAt),
      message: null,
      credit_card: { mask: maskOf(card), ...partsOf(charge, card), address: card.billingAddress },
    },
  }
}

/** The sandbox's own, as Efí documents no amounts of what is contested. */
const chargebackWire = (latest: Chargeback | undefined) =>
  latest === undefined
    ? {}
    : {
        chargeback: {
          value: toCentsNumber(latest.amount),
          lost_value: latest.lost === null ? null : toCentsNumber(latest.lost),
        },
      }

export function cardListedWire(bank: Bank, charge: Charge, card: Card) {
  const paidAt = creditsOfCharge(bank, charge.id).find(({ status }) => status === 'credited')?.creditedAt ?? null
  return {
    id: charge.id,
    total: toCentsNumber(charge.total),
    status: charge.status,
    custom_id: charge.customId,
    created_at: localTime(charge.createdAt),
    customer: card.customer,
    payment: {
      payment_method: methodOf(card),
      paid_at: paidAt === null ? null : localTime(paidAt),
      credit_card: { mask: maskOf(card), ...partsOf(charge, card) },
    },
  }
}

export const linkWire = (bank: Bank, { id, status, total, customId, createdAt }: Charge, link: Link) => ({
  charge_id: id,
  status,
  total: toCentsNumber(total),
  custom_id: customId,
  payment_url: linkAddress(bank, link),
  payment_method: 'credit_card',
  message: link.message,
  expire_at: link.expireAt,
  created_at: localTime(createdAt),
})

const MAX_INSTALLMENTS = 12
const MIN_PART = 500

/** No interest: what parts cost is the receiver's. */
export const installmentsWire = (brand: Brand, total: number) => ({
  rate: 0,
  name: brand,
  installments: Array.from({ length: MAX_INSTALLMENTS }, (_, at) => at + 1)
    .filter(installment => installment === 1 || total / installment >= MIN_PART)
    .map(installment => {
      const value = Math.floor(total / installment)
      const currency = (value / 100).toFixed(2).replace('.', ',')
      return { installment, has_interest: false, value, currency, interest_percentage: 0 }
    }),
})

/** In the acquirer's own books. */
export const cardBooksWire = (bank: Bank, card: Card) => ({
  lastFour: card.lastFour,
  brand: card.brand,
  funding: card.funding,
  installments: card.installments,
  reason: card.reason,
  disputed: card.disputed === null ? null : toReais(card.disputed),
  credits: creditsOfCharge(bank, card.chargeId).map(creditWire),
  refunds: refundsOf(bank, card.chargeId).map(refundWire),
})

export const creditWire = ({ chargeId, part, amount, dueOn, status, creditedAt }: Credit) => ({
  chargeId,
  part,
  amount: toReais(amount),
  dueOn,
  status,
  creditedAt: creditedAt === null ? null : new Date(creditedAt).toISOString(),
})

const refundWire = ({ n, amount, doneAt }: Refund) => ({
  n,
  amount: toReais(amount),
  doneAt: doneAt === null ? null : new Date(doneAt).toISOString(),
})
