// A cardholder contests a payment. What was not credited yet waits; the acquirer decides: it goes on as it was, or the money goes back, first
// what was still to be credited and then what was.
import { type Centavos, ZERO } from '#kernel/money.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { moveMoney } from '../account.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { moveCharge } from '../acquirer/history.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { type Card, fateOf } from './card.ts'
import { creditOverdue, keepCredits } from './credit.ts'
import { leftOf } from './refund.ts'
import { endChargeback, findCard, insertChargeback, lostOf, type Refund, refundsOf, updateCard } from './store.ts'

export interface Contest {
  chargeId: number
  /** null: all that has not gone back yet. */
  amount: Centavos | null
  /** After so long it is lost by itself; null: never. */
  deadlineSeconds: number | null
}

export const OUTCOMES = ['won', 'lost'] as const
export type DisputeOutcome = (typeof OUTCOMES)[number]

export function contestCharge(bank: Bank, { chargeId, amount, deadlineSeconds }: Contest): Charge {
  return bank.database.transaction(() => {
    const { charge, card } = byCard(bank, chargeId)
    const { status } = charge
    if (status !== 'approved' && status !== 'paid')
      throw new ControlRefused(
        'not-contestable',
        409,
        `The charge is ${status}: only one that is approved or paid can be`,
      )
    const refunds = refundsOf(bank, chargeId)
    const disputed = amount ?? leftOf(bank, charge, refunds)
    // Whoever names the amount may play an acquirer that forgets what was lost before.
    if (disputed > charge.total - sumOf(refunds))
      throw new ControlRefused('invalid-amount', 400, 'amount: more than is left of the charge')
    contest(bank, card, disputed, status)
    const now = bank.clock.now()
    if (deadlineSeconds !== null)
      queueTask(bank, 'chargeback deadline', String(chargeId), null, now + deadlineSeconds * SECOND_MS)
    return moveCharge(bank, charge, 'contested')
  })
}

export function decideDispute(bank: Bank, chargeId: number, outcome: DisputeOutcome): Charge {
  return bank.database.transaction(() => {
    const { charge, card } = byCard(bank, chargeId)
    if (charge.status !== 'contested')
      throw new ControlRefused('not-contested', 409, `The charge is ${charge.status}: nobody contests it`)
    end(bank, charge, card, outcome)
    return existing(bank, chargeId)
  })
}

/** The task, of a test card. */
export function contestCard(bank: Bank, subject: string): void {
  const charge = existing(bank, Number(subject))
  const card = findCard(bank, charge.id)
  if (card === undefined || (charge.status !== 'approved' && charge.status !== 'paid')) return
  // Some of it may have gone back in the two minutes before.
  const left = leftOf(bank, charge, refundsOf(bank, charge.id))
  if (left === ZERO) return
  contest(bank, card, left, charge.status)
  moveCharge(bank, charge, 'contested')
  const { decided } = fateOf(card)
  if (decided !== undefined) queueTask(bank, 'decide chargeback', subject, decided, bank.clock.now() + DECIDED_MS)
}

/** Time enough to hear that it is contested. */
const DECIDED_MS = 2 * MINUTE_MS

/** The task, of a test card. */
export function decideByItself(bank: Bank, subject: string, detail: unknown): void {
  const charge = existing(bank, Number(subject))
  const card = findCard(bank, charge.id)
  if (card !== undefined && charge.status === 'contested') end(bank, charge, card, detail as DisputeOutcome)
}

/** The task: nobody has decided in time. */
export function endDispute(bank: Bank, subject: string): void {
  const charge = existing(bank, Number(subject))
  const card = findCard(bank, charge.id)
  if (card !== undefined && charge.status === 'contested') end(bank, charge, card, 'lost')
}

function contest(bank: Bank, card: Card, disputed: Centavos, disputedFrom: Card['disputedFrom']): void {
  updateCard(bank, { ...card, disputed, disputedFrom })
  insertChargeback(bank, card.chargeId, disputed)
}

function end(bank: Bank, charge: Charge, card: Card, outcome: DisputeOutcome): void {
  const { disputed, disputedFrom } = card
  if (disputed === null || disputedFrom === null) throw new Error(`nothing of the charge ${charge.id} is contested`)
  updateCard(bank, { ...card, disputed: null, disputedFrom: null })
  endChargeback(bank, charge.id, outcome === 'lost' ? disputed : ZERO)
  if (outcome === 'lost') takeBack(bank, charge, disputed)
  const gone = lostOf(bank, charge.id) + sumOf(refundsOf(bank, charge.id))
  const isGone = outcome === 'lost' && gone >= charge.total
  moveCharge(bank, charge, isGone ? 'refunded' : disputedFrom)
  creditOverdue(bank, charge.id)
}

const sumOf = (refunds: Refund[]): bigint => refunds.reduce((sum, { amount }) => sum + amount, 0n)

function takeBack(bank: Bank, { id }: Charge, amount: Centavos): void {
  const left = keepCredits(bank, id, amount)
  if (left > 0n) moveMoney(bank, -left, 'chargeback', String(id))
}

function byCard(bank: Bank, chargeId: number): { charge: Charge; card: Card } {
  const charge = existing(bank, chargeId)
  const card = findCard(bank, chargeId)
  if (card === undefined) throw new ControlRefused('not-by-card', 409, 'The charge was not paid by card')
  return { charge, card }
}
