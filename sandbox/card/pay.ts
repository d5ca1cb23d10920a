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
import type { House } from '../house.ts'
import { mintLocationToken } from '../ids.ts'
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

export type PaidByCard = { silence: Fate['silence'] } & ({ charge: Charge; card: Card } | { charge: null; card: null })

/** `from`: where the charge stands, `new` or behind the acquirer's own page. */
export function payByCard(
  house: House,
  id: number,
  { form, funding, from = 'new' }: { form: CardForm; funding: Funding; from?: 'new' | 'link' },
): PaidByCard {
  return house.database.transaction(() => {
    const charge = existing(house, id)
    refuseCharge(house, charge, form, from)
    const token = tokenFor(house, form, funding)
    const fate = fateOf(token)
    if (fate.silence === 'before') return { charge: null, card: null, silence: 'before' }
    const card = cardFrom(house, charge, form, token)
    insertCard(house, card)
    markUsed(house, token, id)
    const waiting = moveCharge(house, charge, 'waiting')
    begin(house, waiting, card, fate)
    return { charge: existing(house, id), card: findCard(house, id) ?? card, silence: fate.silence }
  })
}

function refuseCharge(house: House, { id, status, billet, total }: Charge, form: CardForm, from: string): void {
  if (billet !== null || findCard(house, id) !== undefined) throw hasMethod()
  if (status === 'link' && from === 'new') throw hasMethod()
  if (status !== from) throw notPayable(status)
  if (total / BigInt(form.installments ?? 1) < MIN_PART) throw belowMinimum(toReais(total))
  const { cpf, juridical_person } = form.customer
  if (juridical_person !== undefined ? !isCnpj(juridical_person.cnpj) : cpf === undefined || !isCpf(cpf))
    throw invalidProperty(juridical_person === undefined ? 'cpf' : 'cnpj')
}

function tokenFor(house: House, { payment_token, installments = 1 }: CardForm, funding: Funding): CardToken {
  const token = findToken(house, payment_token)
  if (token === undefined) throw invalidProperty('payment_token')
  if (token.chargeId !== null) throw tokenUsed()
  if (token.funding !== funding) throw otherKindOfCard()
  if (funding === 'debit' && installments !== 1) throw invalidProperty('installments')
  return token
}

function cardFrom(house: House, { id }: Charge, form: CardForm, token: CardToken): Card {
  const { customer, billing_address, installments = 1, return_url } = form
  const { lastFour, brand, funding } = token
  const isChallenged = funding === 'debit' || fateOf(token).isChallenged === true
  return {
    chargeId: id,
    lastFour,
    brand,
    funding,
    installments,
    createdAt: house.clock.now(),
    customer,
    billingAddress: billing_address ?? null,
    reason: null,
    retry: false,
    challenge: isChallenged ? mintLocationToken(house.random) : null,
    isChallenged: false,
    returnUrl: return_url ?? null,
    disputed: null,
    disputedFrom: null,
  }
}

function begin(house: House, charge: Charge, card: Card, { isReviewed }: Fate): void {
  const id = String(charge.id)
  const now = house.clock.now()
  if (card.challenge !== null) queueTask(house, 'challenge over', id, null, now + CHALLENGE_MS)
  else if (isReviewed) queueTask(house, 'decide card', id, null, now + REVIEW_MS)
  else if (house.settings.read().cardsDecideLater) queueTask(house, 'decide card', id, null, now + LATER_MS)
  else decide(house, charge, card)
}

/** The task: what was waited for is over. */
export function decideCard(house: House, subject: string): void {
  const charge = existing(house, Number(subject))
  const card = findCard(house, charge.id)
  if (card !== undefined && charge.status === 'waiting') decide(house, charge, card)
}

function decide(house: House, charge: Charge, card: Card): void {
  const { refusal, isContested } = fateOf(card)
  if (refusal !== undefined) {
    decline(house, charge, card, refusal)
    return
  }
  moveCharge(house, charge, 'approved')
  const { cardSettlement: mode, cardDays: days } = house.settings.read()
  const now = house.clock.now()
  for (const plan of creditsOf(charge.total, card, dayAt(now), { mode, days })) {
    insertCredit(house, charge.id, plan)
    queueTask(house, 'credit card', String(charge.id), plan.part, creditTime(plan.dueOn))
  }
  if (isContested) queueTask(house, 'contest card', String(charge.id), null, now + CONTESTED_MS)
}

function decline(house: House, charge: Charge, card: Card, { reason, retry }: NonNullable<Fate['refusal']>): void {
  updateCard(house, { ...card, reason, retry })
  moveCharge(house, charge, 'unpaid')
}

const NOT_AUTHENTICATED = { reason: 'Transação não autenticada pelo portador do cartão.', retry: true }

/** The cardholder has authenticated, or would not. */
export function answerChallenge(house: House, challenge: string, isAuthorised: boolean): Card | undefined {
  return house.database.transaction(() => {
    const card = findCardByChallenge(house, challenge)
    if (card === undefined) return undefined
    const charge = existing(house, card.chargeId)
    if (charge.status !== 'waiting' || card.isChallenged) return card
    const answered = { ...card, isChallenged: true }
    updateCard(house, answered)
    if (isAuthorised) decide(house, charge, answered)
    else decline(house, charge, answered, NOT_AUTHENTICATED)
    return findCard(house, charge.id)
  })
}

/** The task: nobody has answered in time. */
export function endChallenge(house: House, subject: string): void {
  const charge = existing(house, Number(subject))
  const card = findCard(house, charge.id)
  if (card === undefined || card.isChallenged || charge.status !== 'waiting') return
  decline(house, charge, { ...card, isChallenged: true }, NOT_AUTHENTICATED)
}
