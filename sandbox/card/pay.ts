// A charge is paid by card, once: a second attempt is refused, and so is a token that was used. What becomes of it is the test card's fate:
// decided at once, after the cardholder has authenticated, after a review, or after a while where the settings say so.

import { toReais } from '#kernel/money.ts'
import { isCnpj, isCpf } from '#kernel/pix/document.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { moveCharge } from '../acquirer/history.ts'
import { belowMinimum, hasMethod, invalidProperty, notPayable } from '../acquirer/refuse.ts'
import { dayAt } from '../calendar.ts'
import { mintLocationToken } from '../ids.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { type Card, type CardToken, creditsOf, type Fate, type Funding, fateOf } from './card.ts'
import { creditTime } from './credit.ts'
import { otherKindOfCard, tokenUsed } from './refuse.ts'
import type { CardForm } from './schema.ts'
import { findCard, findCardByChallenge, findToken, insertCard, insertCredit, markUsed, updateCard } from './store.ts'

const MIN_PART = 5_00n
const REVIEW_MS = 30 * MINUTE_MS
const CONTESTED_MS = 2 * MINUTE_MS
const CHALLENGE_MS = 15 * MINUTE_MS
const LATER_MS = 2 * SECOND_MS
const ANSWERED_MS = 5 * SECOND_MS

export type PaidByCard = { silence: Fate['silence'] } & ({ charge: Charge; card: Card } | { charge: null; card: null })

/** `from`: where the charge stands, `new` or behind the acquirer's own page. */
export function payByCard(
  bank: Bank,
  id: number,
  { form, funding, from = 'new' }: { form: CardForm; funding: Funding; from?: 'new' | 'link' },
): PaidByCard {
  return bank.database.transaction(() => {
    const charge = existing(bank, id)
    refuseCharge(bank, charge, form, from)
    const token = tokenFor(bank, form, funding)
    const fate = fateOf(token)
    if (fate.silence === 'before') return { charge: null, card: null, silence: 'before' }
    const card = cardFrom(bank, charge, form, token)
    insertCard(bank, card)
    markUsed(bank, token, id)
    const waiting = moveCharge(bank, charge, 'waiting')
    begin(bank, waiting, card, fate)
    return { charge: existing(bank, id), card: findCard(bank, id) ?? card, silence: fate.silence }
  })
}

function refuseCharge(bank: Bank, { id, status, billet, total }: Charge, form: CardForm, from: string): void {
  if (billet !== null || findCard(bank, id) !== undefined) throw hasMethod()
  if (status === 'link' && from === 'new') throw hasMethod()
  if (status !== from) throw notPayable(status)
  if (total / BigInt(form.installments ?? 1) < MIN_PART) throw belowMinimum(toReais(total))
  const { cpf, juridical_person } = form.customer
  if (juridical_person !== undefined ? !isCnpj(juridical_person.cnpj) : cpf === undefined || !isCpf(cpf))
    throw invalidProperty(juridical_person === undefined ? 'cpf' : 'cnpj')
}

function tokenFor(bank: Bank, { payment_token, installments = 1 }: CardForm, funding: Funding): CardToken {
  const token = findToken(bank, payment_token)
  if (token === undefined) throw invalidProperty('payment_token')
  if (token.chargeId !== null) throw tokenUsed()
  if (token.funding !== funding) throw otherKindOfCard()
  if (funding === 'debit' && installments !== 1) throw invalidProperty('installments')
  return token
}

function cardFrom(bank: Bank, { id }: Charge, form: CardForm, token: CardToken): Card {
  const { customer, billing_address, installments = 1, return_url } = form
  const { lastFour, brand, funding } = token
  const isChallenged = funding === 'debit' || fateOf(token).isChallenged === true
  return {
    chargeId: id,
    lastFour,
    brand,
    funding,
    installments,
    createdAt: bank.clock.now(),
    customer,
    billingAddress: billing_address ?? null,
    reason: null,
    retry: false,
    challenge: isChallenged ? mintLocationToken(bank.random) : null,
    isChallenged: false,
    returnUrl: return_url ?? null,
    disputed: null,
    disputedFrom: null,
  }
}

function begin(bank: Bank, charge: Charge, card: Card, { isReviewed, answers }: Fate): void {
  const id = String(charge.id)
  const now = bank.clock.now()
  if (answers !== undefined) queueTask(bank, 'answer challenge', id, answers, now + ANSWERED_MS)
  if (card.challenge !== null) queueTask(bank, 'challenge over', id, null, now + CHALLENGE_MS)
  else if (isReviewed) queueTask(bank, 'decide card', id, null, now + REVIEW_MS)
  else if (bank.settings.read().cardsDecideLater) queueTask(bank, 'decide card', id, null, now + LATER_MS)
  else decide(bank, charge, card)
}

/** The task: what was waited for is over. */
export function decideCard(bank: Bank, subject: string): void {
  const charge = existing(bank, Number(subject))
  const card = findCard(bank, charge.id)
  if (card !== undefined && charge.status === 'waiting') decide(bank, charge, card)
}

function decide(bank: Bank, charge: Charge, card: Card): void {
  const { refusal, isContested } = fateOf(card)
  if (refusal !== undefined) {
    decline(bank, charge, card, refusal)
    return
  }
  moveCharge(bank, charge, 'approved')
  const { cardSettlement: mode, cardDays: days } = bank.settings.read()
  const now = bank.clock.now()
  for (const plan of creditsOf(charge.total, card, dayAt(now), { mode, days })) {
    insertCredit(bank, charge.id, plan)
    queueTask(bank, 'credit card', String(charge.id), plan.part, creditTime(plan.dueOn))
  }
  if (isContested) queueTask(bank, 'contest card', String(charge.id), null, now + CONTESTED_MS)
}

function decline(bank: Bank, charge: Charge, card: Card, { reason, retry }: NonNullable<Fate['refusal']>): void {
  updateCard(bank, { ...card, reason, retry })
  moveCharge(bank, charge, 'unpaid')
}

const NOT_AUTHENTICATED = { reason: 'Transação não autenticada pelo portador do cartão.', retry: true }

/** The cardholder has authenticated, or would not. */
export const answerChallenge = (bank: Bank, challenge: string, isAuthorised: boolean): Card | undefined =>
  bank.database.transaction(() => answered(bank, findCardByChallenge(bank, challenge), isAuthorised))

/** In a transaction. */
function answered(bank: Bank, card: Card | undefined, isAuthorised: boolean): Card | undefined {
  if (card === undefined) return undefined
  const charge = existing(bank, card.chargeId)
  if (charge.status !== 'waiting' || card.isChallenged) return card
  const challenged = { ...card, isChallenged: true }
  updateCard(bank, challenged)
  if (isAuthorised) decide(bank, charge, challenged)
  else decline(bank, charge, challenged, NOT_AUTHENTICATED)
  return findCard(bank, charge.id)
}

/** The task, of a test card: its holder answers by themselves. */
export function answerByItself(bank: Bank, subject: string, detail: unknown): void {
  answered(bank, findCard(bank, Number(subject)), detail === true)
}

/** The task: nobody has answered in time. */
export function endChallenge(bank: Bank, subject: string): void {
  const charge = existing(bank, Number(subject))
  const card = findCard(bank, charge.id)
  if (card === undefined || card.isChallenged || charge.status !== 'waiting') return
  decline(bank, charge, { ...card, isChallenged: true }, NOT_AUTHENTICATED)
}
