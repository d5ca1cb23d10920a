// Sends a refund of a card, once: acquirers give such a call no id, so that what was sent twice would go back twice. The time is committed
// before the call. Where its outcome is unknown it is never sent again: one of the whole payment is done when its charge is `refunded`, and of a
// part a person has to say what became of it.
import { about } from '#kernel/alert-subject.ts'
import { DAY_MS, HOUR_MS, later } from '#kernel/time.ts'
import type { CardRefundRules, Cards, Collect } from '#psp/collect/port.ts'
import type { Outcome } from '#psp/port.ts'
import type { SaleDeps } from '../../deps.ts'
import { type SaleKey, saleKeyText } from '../../sale.ts'
import { findOwnHolds } from '../../settlement/store.ts'
import { lockSalesById } from '../../store.ts'
import { type RefundEnd, type RefundWait, refundKey } from '../refund.ts'
import { settleRefunds } from '../settle.ts'
import { type CardOfRefund, type DueRefund, recordLookup } from '../store.ts'
import { findOthers, lockSending, recordSent, recordUnsent, recordWait } from './store.ts'
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

type Step = { kind: 'send'; isWhole: boolean } | { kind: 'lookUp'; isWhole: boolean } | { kind: 'wait' }

/** Under the lock of the sale, so that two refunds of it are never sent at a time. */
function nextStep({ db, clock }: SaleDeps, refund: DueCardRefund, rules: CardRefundRules): Promise<Step> {
  const key: SaleKey = { accountId: refund.accountId, id: refund.card.saleId }
  return db.transaction(async tx => {
    const now = clock()
    const [sale] = await lockSalesById(tx, [key])
    const sending = await lockSending(tx, refund, key.id)
    if (sale === undefined || sending?.status !== 'PENDING') return { kind: 'wait' }
    const isWhole = refund.amount === sale.amount
    if (sending.sentAt !== null) return { kind: 'lookUp', isWhole }
    const parts = (await findOwnHolds(tx, [key])).get(saleKeyText(key))?.parts ?? []
    const others = await findOthers(tx, key, refund.pspRefundId)
    const { reportedState } = sending
    const wait =
      sale.status === 'CHARGEBACK' ? disputed(now) : waitOf({ rules, reportedState, isWhole, parts, others }, now)
    if (wait !== null) {
      const kept = sale.status === 'CHARGEBACK' ? null : wait
      await recordWait(tx, refund, kept, { now, dueAt: nextLookAt(wait, now) })
      return { kind: 'wait' }
    }
    await recordSent(tx, refund, now)
    return sending.isDoubtful ? { kind: 'lookUp', isWhole } : { kind: 'send', isWhole }
  })
}

/** What the dispute takes is known when it has ended. */
const disputed = (now: Date): RefundWait => ({ for: 'SETTLEMENT', until: later(now, HOUR_MS) })

async function send(deps: SaleDeps, { cards, ...acquirer }: Acquirer, refund: DueCardRefund, isWhole: boolean) {
  const { amount, card } = refund
  const outcome = await cards.refund(card.chargeId, { amount, isWhole })
  if (outcome.kind === 'done' && isWhole) return putOff(deps, refund, 'the PSP has taken it on', { isEarly: true })
  const end = endOf(outcome, refund)
  if (end !== null) return settleRefunds(deps, [{ ...refund, end }])
  if (outcome.kind === 'unknown' && outcome.unsent) {
    await recordUnsent(deps.db, refund, deps.clock())
    return putOff(deps, refund, outcome.reason, { isEarly: true })
  }
  return lookUp(deps, acquirer, refund, { isWhole })
}

const endOf = (outcome: Outcome<true>, { amount }: DueCardRefund): RefundEnd | null => {
  if (outcome.kind === 'done') return { state: 'done', amount, rtrId: null }
  return outcome.kind === 'refused' ? { state: 'failed', code: outcome.code, reason: outcome.reason } : null
}

/** Of a part the charge says nothing, unless all the rest went back as well. */
async function lookUp(
  deps: SaleDeps,
  { find }: Pick<Acquirer, 'find'>,
  refund: DueCardRefund,
  { isWhole }: { isWhole: boolean },
) {
  const found = await find(refund.card.chargeId)
  if (found.kind === 'done' && found.value?.state === 'refunded') {
    const { amount } = refund
    return settleRefunds(deps, [{ ...refund, end: { state: 'done', amount, rtrId: null } }])
  }
  if (!isWhole) raiseUncertain(deps, refund)
  const state = found.kind === 'done' ? (found.value?.state ?? 'not there') : found.reason
  return putOff(deps, refund, `the PSP says of its charge: ${state}`, { isEarly: !isWhole })
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
