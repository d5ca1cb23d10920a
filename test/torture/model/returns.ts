// The reference of what goes back: refunds that the seller requests, and disputes that the operator opens and ends. What is disputed and
// not there is held as it comes, the oldest dispute first.
import type { Reference } from './reference.ts'
import type { Dispute, ExpectedAnswer, Refund, Sale } from './things.ts'

const refused = (status: number, code: string, stays = true): ExpectedAnswer => ({ status, code, stays })

const openDisputes = ({ disputes }: Reference): Dispute[] => disputes.filter(({ status }) => status === 'OPEN')

/** What is free of what is there. */
export const freeIn = (reference: Reference): number =>
  reference.available - openDisputes(reference).reduce((sum, { amount, held }) => sum + amount - held, 0)

/** What has come is held for the shortfall. */
export function topUp(reference: Reference): void {
  for (const dispute of openDisputes(reference)) fill(reference, dispute)
}

function fill(reference: Reference, dispute: Dispute): void {
  const held = Math.max(0, Math.min(dispute.amount - dispute.held, reference.available))
  dispute.held += held
  reference.available -= held
  reference.blocked += held
}

function takeReserve(reference: Reference, sale: Sale, max: number): number {
  const taken = Math.min(sale.reserved, max)
  sale.reserved -= taken
  reference.blocked -= taken
  reference.available += taken
  return taken
}

/** `asked` null: all that is left. The bank sends it at once. */
export function refund(reference: Reference, sale: Sale, asked: number | null): ExpectedAnswer {
  if (sale.status !== 'PAGO') return refused(409, 'CONFLICT')
  const left = sale.amount - sale.gone
  const amount = asked ?? left
  if (amount > left) return refused(422, 'GENERAL_ERROR')
  if (freeIn(reference) + Math.min(sale.reserved, amount) < amount) return refused(422, 'INSUFFICIENT_BALANCE')
  const made: Refund = { sale, amount }
  reference.refunds.push(made)
  takeReserve(reference, sale, amount)
  reference.available -= amount
  reference.held -= amount
  sale.gone += amount
  if (reference.terms.returnsFee) giveFeeBack(reference, sale, amount)
  if (sale.gone === sale.amount) become(sale, 'ESTORNADO', 'sale.refunded')
  topUp(reference)
  return { status: 202, stays: true, made }
}

/** So that the shares of all parts are the whole fee. */
function giveFeeBack(reference: Reference, sale: Sale, amount: number): void {
  sale.withFee += amount
  const back = Math.floor((sale.fee * sale.withFee) / sale.amount) - sale.feeBack
  sale.feeBack += back
  reference.fee -= back
  reference.available += back
}

function become(sale: Sale, status: Sale['status'], expected: string): void {
  sale.status = status
  sale.events.push(expected)
}

export function dispute(reference: Reference, sale: Sale, kind: Dispute['kind'], asked: number | null): ExpectedAnswer {
  if (!sale.paid) return refused(404, 'NOT_FOUND', false)
  if (openDisputes(reference).some(one => one.sale === sale)) return refused(409, 'CONFLICT')
  const left = sale.amount - sale.gone
  if (left === 0) return refused(409, 'CONFLICT')
  if (asked !== null && asked > left) return refused(422, 'GENERAL_ERROR')
  const amount = asked ?? left
  const ofReserve = takeReserve(reference, sale, amount)
  // Its own reserve is its own, whatever else the account owes.
  reference.available -= ofReserve
  reference.blocked += ofReserve
  const made: Dispute = {
    sale,
    kind,
    status: 'OPEN',
    amount,
    held: ofReserve,
    ofReserve,
    lost: 0,
    events: ['dispute.opened'],
  }
  become(sale, kind, 'sale.chargeback')
  fill(reference, made)
  reference.disputes.push(made)
  topUp(reference)
  return { status: 202, stays: true, made }
}

export function release(reference: Reference, one: Dispute): ExpectedAnswer {
  if (one.status !== 'OPEN') return refused(409, 'CONFLICT')
  end(reference, one, 'RELEASED', 0)
  return { status: 202, stays: true }
}

/** Another operator has to confirm it. */
export function proposeForfeit(one: Dispute, asked: number | null): ExpectedAnswer {
  if (one.status !== 'OPEN') return refused(409, 'CONFLICT')
  return asked !== null && asked > one.amount ? refused(422, 'GENERAL_ERROR') : { status: 201, stays: true }
}

/** What was not held of what is lost is owed. */
export function end(reference: Reference, one: Dispute, status: 'RELEASED' | 'FORFEITED', lost: number): void {
  const { sale, held, ofReserve } = one
  Object.assign(one, { status, held: 0, lost })
  one.events.push('dispute.closed')
  const reserve = Math.min(Math.max(0, ofReserve - lost), Math.max(0, held - lost))
  sale.reserved += reserve
  reference.blocked += reserve - held
  reference.available += held - lost - reserve
  reference.held -= lost
  sale.gone += lost
  if (sale.gone === sale.amount) become(sale, 'ESTORNADO', 'sale.refunded')
  else sale.status = 'PAGO'
  topUp(reference)
}
