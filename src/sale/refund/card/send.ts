// Sends a refund of a card, once: acquirers give such a call no id, so that what was sent twice would go back twice. The time is committed
// before the call. Where its outcome is unknown it is never sent again: one of the whole payment is done when its charge is `refunded`, and of a
// part a person has to say what became of it. What no sale accepted goes back whole, and is asked for again, hour by hour at most, until its
// charge is `refunded`: of that nothing can go back twice, because an acquirer refuses more than is left of a charge.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { pspCode } from '#kernel/payment-failure.ts'
import { DAY_MS, HOUR_MS, later } from '#kernel/time.ts'
import type { CardRefundRules, Cards, Collect } from '#psp/collect/port.ts'
import type { Outcome } from '#psp/port.ts'
import type { SaleDeps } from '../../deps.ts'
import { type Sale, type SaleKey, saleKeyText } from '../../sale.ts'
import { findOwnHolds } from '../../settlement/store.ts'
import { lockSalesById } from '../../store.ts'
import { type RefundEnd, type RefundWait, refundKey } from '../refund.ts'
import { settleRefunds } from '../settle.ts'
import { type CardOfRefund, type DueRefund, recordLookup } from '../store.ts'
import { findOthers, lockSending, recordSent, recordUnsent, recordWait, type Sending } from './store.ts'
import { nextLookAt, waitOf } from './wait.ts'

export type DueCardRefund = DueRefund & { card: CardOfRefund }

interface Acquirer extends Collect {
  cards: Cards
  rules: CardRefundRules
}

export async function sendCardRefund(deps: SaleDeps, refund: DueCardRefund): Promise<void> {
  const acquirer = await acquirerOf(deps, refund.pspAccountId)
  if (acquirer === null) return putOff(deps, refund, 'the PSP account takes no refunds of cards any more')
  const step = await nextStep(deps, refund, acquirer.rules)
  switch (step.kind) {
    case 'send':
      return send(deps, acquirer, refund, step.isWhole)
    case 'sendAgain':
      return sendAgain(deps, acquirer, refund)
    case 'lookUp':
      return lookUp(deps, acquirer, refund, step)
    default:
      return
  }
}

async function acquirerOf({ psps }: SaleDeps, pspAccountId: number): Promise<Acquirer | null> {
  const { collect } = await psps.psp(pspAccountId)
  const rules = collect?.capabilities.card?.refund ?? null
  return collect?.cards === undefined || rules === null ? null : { ...collect, cards: collect.cards, rules }
}

type Step =
  | { kind: 'send'; isWhole: boolean }
  | { kind: 'sendAgain' }
  | { kind: 'lookUp'; isWhole: boolean }
  | { kind: 'wait' }

/** So long after it was sent the whole of what no sale accepted is asked for again. */
const AGAIN_MS = HOUR_MS

/** Under the lock of the sale, so that two refunds of it are never sent at a time. */
function nextStep({ db, clock }: SaleDeps, refund: DueCardRefund, rules: CardRefundRules): Promise<Step> {
  const key: SaleKey = { accountId: refund.accountId, id: refund.card.saleId }
  return db.transaction(async tx => {
    const now = clock()
    const [sale] = await lockSalesById(tx, [key])
    const sending = await lockSending(tx, refund, key.id)
    if (sale === undefined || sending?.status !== 'PENDING') return { kind: 'wait' }
    const isWhole = refund.amount === sale.amount
    if (sending.sentAt !== null) return onceSent(tx, refund, { isWhole, sentAt: sending.sentAt, now })
    // All of it has gone back already.
    if (sending.reportedState === 'refunded') return { kind: 'lookUp', isWhole }
    const wait = await waitFor(tx, refund, { sale, sending, rules, now })
    if (wait !== null) {
      const kept = sale.status === 'CHARGEBACK' ? null : wait
      await recordWait(tx, refund, kept, { now, dueAt: nextLookAt(wait, now) })
      return { kind: 'wait' }
    }
    await recordSent(tx, refund, now)
    return sending.isDoubtful ? { kind: 'lookUp', isWhole } : { kind: 'send', isWhole }
  })
}

async function waitFor(
  tx: Transaction,
  { amount, pspRefundId }: DueCardRefund,
  { sale, sending, rules, now }: { sale: Sale; sending: Sending; rules: CardRefundRules; now: Date },
): Promise<RefundWait | null> {
  if (sale.status === 'CHARGEBACK') return disputed(now)
  const parts = (await findOwnHolds(tx, [sale])).get(saleKeyText(sale))?.parts ?? []
  const others = await findOthers(tx, sale, pspRefundId)
  const { reportedState } = sending
  return waitOf({ rules, reportedState, isWhole: amount === sale.amount, parts, others }, now)
}

/** In the transaction of the time at which it is asked for again. */
async function onceSent(
  tx: Transaction,
  refund: DueCardRefund,
  { isWhole, sentAt, now }: { isWhole: boolean; sentAt: Date; now: Date },
): Promise<Step> {
  if (refund.origin !== 'unmatched' || !isWhole || later(sentAt, AGAIN_MS) > now) return { kind: 'lookUp', isWhole }
  await recordSent(tx, refund, now)
  return { kind: 'sendAgain' }
}

/** What the dispute takes is known when it has ended. */
const disputed = (now: Date): RefundWait => ({ for: 'SETTLEMENT', until: later(now, HOUR_MS) })

/** What an earlier call has done is found first. */
async function sendAgain(deps: SaleDeps, acquirer: Acquirer, refund: DueCardRefund) {
  const found = await acquirer.find(refund.card.chargeId)
  if (found.kind !== 'done') return putOff(deps, refund, found.reason)
  if (found.value?.state !== 'refunded') return send(deps, acquirer, refund, true)
  return settleRefunds(deps, [{ ...refund, end: doneIn(refund) }])
}

async function send(deps: SaleDeps, { cards, ...acquirer }: Acquirer, refund: DueCardRefund, isWhole: boolean) {
  const { amount, card, origin } = refund
  const outcome = await cards.refund(card.chargeId, { amount, isWhole })
  if (outcome.kind === 'done' && isWhole) return putOff(deps, refund, 'the PSP has taken it on', { isEarly: true })
  const end = endOf(outcome, refund)
  // No account is owed what no sale accepted: it goes back, however often that is refused.
  if (outcome.kind === 'refused' && origin === 'unmatched')
    return lookUp(deps, acquirer, refund, { isWhole, refusal: outcome.reason })
  if (end !== null) return settleRefunds(deps, [{ ...refund, end }])
  if (outcome.kind === 'unknown' && outcome.unsent) {
    await recordUnsent(deps.db, refund, deps.clock())
    return putOff(deps, refund, outcome.reason, { isEarly: true })
  }
  return lookUp(deps, acquirer, refund, { isWhole })
}

const doneIn = ({ amount }: DueCardRefund): RefundEnd => ({ state: 'done', amount, rtrId: null })

const endOf = (outcome: Outcome<true>, refund: DueCardRefund): RefundEnd | null => {
  if (outcome.kind === 'done') return doneIn(refund)
  return outcome.kind === 'refused' ? { state: 'failed', code: pspCode(outcome.code), reason: outcome.reason } : null
}

/** Of a part the charge says nothing, unless all the rest went back as well. */
async function lookUp(
  deps: SaleDeps,
  { find }: Pick<Acquirer, 'find'>,
  refund: DueCardRefund,
  { isWhole, refusal }: { isWhole: boolean; refusal?: string },
) {
  const found = await find(refund.card.chargeId)
  if (found.kind === 'done' && found.value?.state === 'refunded')
    return settleRefunds(deps, [{ ...refund, end: doneIn(refund) }])
  if (!isWhole) raiseUncertain(deps, refund)
  const state = found.kind === 'done' ? (found.value?.state ?? 'not there') : found.reason
  return putOff(deps, refund, refusal ?? `the PSP says of its charge: ${state}`, { isEarly: !isWhole })
}

function raiseUncertain(
  { alerts }: SaleDeps,
  { accountId, pspRefundId, endToEndId, amount, card }: DueCardRefund,
): void {
  const params = { accountId, pspRefundId, endToEndId, amount, chargeId: card.chargeId }
  alerts.raiseOnce(
    'CARD_REFUND_UNCERTAIN',
    params,
    about('refund', { accountId, id: pspRefundId }),
    refundKey({ accountId, pspRefundId, endToEndId }),
  )
}

/** PSPs bound the look-ups of a day. */
const MAX_HOURLY = 12

/** `isEarly`: no alert follows from waiting. */
async function putOff(deps: SaleDeps, refund: DueCardRefund, reason: string, { isEarly = false } = {}): Promise<void> {
  const { lookupWaitsMs, clock, db, alerts } = deps
  const { accountId, pspRefundId, endToEndId, lookups } = refund
  if (!isEarly && lookups + 1 >= lookupWaitsMs.length) {
    const subject = about('refund', { accountId, id: pspRefundId })
    alerts.raiseOnce('REFUND_WITHOUT_END', { accountId, pspRefundId, endToEndId, reason }, subject, refundKey(refund))
  }
  const waitMs = lookupWaitsMs[lookups] ?? (lookups < lookupWaitsMs.length + MAX_HOURLY ? HOUR_MS : DAY_MS)
  await recordLookup(db, refund, later(clock(), waitMs), clock())
}
