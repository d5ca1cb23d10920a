// A cardholder contests a payment. What was not credited yet waits; the acquirer decides: it goes on as it was, or the money goes back, first
// what was still to be credited and then what was.
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { moveMoney } from '../account.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { moveCharge } from '../acquirer/history.ts'
import type { House } from '../house.ts'
import { ControlRefused } from '../refused.ts'
import { queueTask } from '../tasks.ts'
import type { Card } from './card.ts'
import { creditOverdue } from './credit.ts'
import {
  creditsOfCharge,
  endChargeback,
  findCard,
  insertChargeback,
  refundsOf,
  updateCard,
  updateCredit,
} from './store.ts'

export interface Contest {
  chargeId: number
  /** null: all that has not gone back yet. */
  amount: Centavos | null
  /** After so long it is lost by itself; null: never. */
  deadlineSeconds: number | null
}

export const OUTCOMES = ['won', 'lost'] as const
export type DisputeOutcome = (typeof OUTCOMES)[number]

export function contestCharge(house: House, { chargeId, amount, deadlineSeconds }: Contest): Charge {
  return house.database.transaction(() => {
    const { charge, card } = byCard(house, chargeId)
    const { status, total } = charge
    if (status !== 'approved' && status !== 'paid')
      throw new ControlRefused(
        'not-contestable',
        409,
        `The charge is ${status}: only one that is approved or paid can be`,
      )
    const left = total - refundsOf(house, chargeId).reduce((sum, refund) => sum + refund.amount, 0n)
    const disputed = centavos(amount ?? left)
    if (disputed > left) throw new ControlRefused('invalid-amount', 400, 'amount: more than is left of the charge')
    contest(house, card, disputed, status)
    const now = house.clock.now()
    if (deadlineSeconds !== null)
      queueTask(house, 'chargeback deadline', String(chargeId), null, now + deadlineSeconds * SECOND_MS)
    return moveCharge(house, charge, 'contested')
  })
}

export function decideDispute(house: House, chargeId: number, outcome: DisputeOutcome): Charge {
  return house.database.transaction(() => {
    const { charge, card } = byCard(house, chargeId)
    if (charge.status !== 'contested')
      throw new ControlRefused('not-contested', 409, `The charge is ${charge.status}: nobody contests it`)
    end(house, charge, card, outcome)
    return existing(house, chargeId)
  })
}

/** The task, of a test card. */
export function contestCard(house: House, subject: string): void {
  const charge = existing(house, Number(subject))
  const card = findCard(house, charge.id)
  if (card === undefined || (charge.status !== 'approved' && charge.status !== 'paid')) return
  contest(house, card, charge.total, charge.status)
  moveCharge(house, charge, 'contested')
}

/** The task: nobody has decided in time. */
export function endDispute(house: House, subject: string): void {
  const charge = existing(house, Number(subject))
  const card = findCard(house, charge.id)
  if (card !== undefined && charge.status === 'contested') end(house, charge, card, 'lost')
}

function contest(house: House, card: Card, disputed: Centavos, disputedFrom: Card['disputedFrom']): void {
  updateCard(house, { ...card, disputed, disputedFrom })
  insertChargeback(house, card.chargeId, disputed)
}

function end(house: House, charge: Charge, card: Card, outcome: DisputeOutcome): void {
  const { disputed, disputedFrom } = card
  if (disputed === null || disputedFrom === null) throw new Error(`nothing of the charge ${charge.id} is contested`)
  updateCard(house, { ...card, disputed: null, disputedFrom: null })
  endChargeback(house, charge.id, outcome === 'lost' ? disputed : ZERO)
  if (outcome === 'lost') takeBack(house, charge, disputed)
  const refunded = refundsOf(house, charge.id).reduce((sum, { amount }) => sum + amount, 0n)
  const isGone = outcome === 'lost' && disputed + refunded >= charge.total
  moveCharge(house, charge, isGone ? 'refunded' : disputedFrom)
  creditOverdue(house, charge.id)
}

function takeBack(house: House, { id }: Charge, amount: Centavos): void {
  let left: bigint = amount
  for (const credit of creditsOfCharge(house, id).toReversed()) {
    if (credit.status !== 'expected' || left === 0n) continue
    const taken = credit.amount < left ? credit.amount : left
    left -= taken
    const rest = centavos(credit.amount - taken)
    updateCredit(house, { ...credit, amount: rest, status: rest === ZERO ? 'cancelled' : 'expected' })
  }
  if (left > 0n) moveMoney(house, -left, 'chargeback', String(id))
}

function byCard(house: House, chargeId: number): { charge: Charge; card: Card } {
  const charge = existing(house, chargeId)
  const card = findCard(house, chargeId)
  if (card === undefined) throw new ControlRefused('not-by-card', 409, 'The charge was not paid by card')
  return { charge, card }
}
