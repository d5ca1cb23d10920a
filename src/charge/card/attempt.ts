// What becomes of an attempt by card at its PSP. It is made of one charge, which takes one payment, so that the same attempt can be made again
// where nobody knows what became of it. Nothing is stored here.
import { asPaid, type ExpectedAttempt } from '#psp/collect/judge.ts'
import type { ChargeState, CollectCharge, CardRequest as PspCardRequest } from '#psp/collect/port.ts'
import type { Outcome } from '#psp/port.ts'
import type { Sale } from '#sale/sale.ts'
import type { ChargeDeps } from '../deps.ts'
import { type CardCharge, fundingOf } from './card.ts'
import type { CardTaker } from './terms.ts'

export type Attempted =
  /** The PSP says how it stands: approved, declined, in review. */
  | { kind: 'reported'; charge: CollectCharge }
  | { kind: 'refused'; code: string; reason: string }
  /** The PSP knows the charge, and of no attempt: one may still be on its way. */
  | { kind: 'new' }
  /** It was tried in another amount or in other parts than was asked for. */
  | { kind: 'other'; state: ChargeState; reason: string }
  /** `alert`: a person has to look. */
  | { kind: 'unknown'; reason: string; alert?: true }

/** Tries the card, and looks the charge up where the answer is lost. */
export async function tryCard(taker: CardTaker, chargeId: string, request: PspCardRequest): Promise<Attempted> {
  const outcome = await taker.cards.pay(chargeId, request)
  if (outcome.kind === 'done') return { kind: 'reported', charge: outcome.value }
  if (outcome.kind === 'refused') return outcome
  if (outcome.alert) return unknownOf(outcome)
  return lookUp(taker, chargeId, request)
}

export async function lookUp(taker: CardTaker, chargeId: string, request: ExpectedAttempt): Promise<Attempted> {
  const found = await taker.find(chargeId)
  if (found.kind === 'refused') return { kind: 'unknown', reason: found.reason }
  if (found.kind === 'unknown') return unknownOf(found)
  if (found.value === null) return { kind: 'unknown', reason: 'the PSP does not find the charge' }
  if (found.value.state === 'new') return { kind: 'new' }
  const judged = asPaid(found.value, chargeId, request)
  if (judged.kind === 'done') return { kind: 'reported', charge: judged.value }
  return { kind: 'other', state: found.value.state, reason: judged.reason }
}

/** Of a sale, what its PSP may report as tried. */
export const expectedOf = (
  { amount }: Pick<Sale, 'amount'>,
  { installments, onPage }: Pick<CardCharge, 'installments' | 'onPage'>,
): ExpectedAttempt => ({ amount, installments: onPage ? null : installments })

const unknownOf = (outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Attempted => ({
  kind: 'unknown',
  reason: outcome.reason,
  ...(outcome.kind === 'unknown' && outcome.alert && { alert: true as const }),
})

/** null: its token is gone, and it is not tried any more. */
export function pspCardRequest(
  { secretBox }: ChargeDeps,
  { amount, paymentMethod }: Sale,
  { buyer, installments, tokenSealed, returnUrl }: CardCharge,
): PspCardRequest | null {
  if (tokenSealed === null) return null
  const token = secretBox.open(tokenSealed)
  const funding = fundingOf(paymentMethod)
  return { amount, buyer, installments, token, funding, ...(returnUrl !== null && { returnUrl }) }
}
