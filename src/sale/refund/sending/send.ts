// Sends a refund to the PSP, or looks up what became of it. It was committed with its id before; the PSP refuses an id that it
// has seen, so that the same refund sent again can never go back twice, and a refusal is looked up before it counts.
import { about } from '#kernel/alert-subject.ts'
import { pspCode } from '#kernel/payment-failure.ts'
import { HOUR_MS, later } from '#kernel/time.ts'
import type { Outcome, PayIn, Refund as PspRefund } from '#psp/port.ts'
import type { SaleDeps } from '../../deps.ts'
import type { UnmatchedReason } from '../../incoming-payment/incoming-payment.ts'
import { sendCardRefund } from '../card/send.ts'
import { endOf, type RefundEnd, refundKey } from '../refund.ts'
import { NO_WAY_BACK } from '../refundable.ts'
import { settleRefunds } from '../settle.ts'
import { type DueRefund, putOff, recordLookup } from '../store.ts'
import { sendToKey } from './send-to-key.ts'

export async function sendRefund(deps: SaleDeps, refund: DueRefund): Promise<void> {
  if (refund.card !== null && !refund.pspInitiated) return sendCardRefund(deps, { ...refund, card: refund.card })
  const outcome =
    refund.to === null
      ? await sendOrLookUp(await deps.psps.payIn(refund.pspAccountId), refund)
      : await sendToKey(deps, { ...refund, to: refund.to })
  if (outcome === 'ended') return
  if (outcome === 'contested') return void (await putOff(deps.db, refund, later(deps.clock(), HOUR_MS)))
  if (outcome === 'taken back' || outcome === 'no way back')
    return settleRefunds(deps, [{ ...refund, end: NOT_SENT[outcome] }])
  const end = endIn(outcome)
  if (end !== null) return settleRefunds(deps, [{ ...refund, end }])
  if (outcome.kind === 'unknown' && outcome.alert)
    deps.alerts.raise('REFUND_BLOCKED_AT_PSP', paramsOf(refund, outcome.reason), aboutRefund(refund))
  await lookAgain(deps, refund, outcome)
}

/** It is not known how far its work came. It counts as sent, and a person is told of it in the end. */
export const countBrokenOff = (deps: SaleDeps, refund: DueRefund): Promise<unknown> =>
  lookAgain(deps, refund, { kind: 'unknown', reason: 'the gateway could not work on it: its log says why' })

function lookAgain(deps: SaleDeps, refund: DueRefund, outcome: Outcome<unknown>): Promise<unknown> {
  raiseIfLate(deps, refund, outcome)
  const now = deps.clock()
  const waitMs = deps.lookupWaitsMs[refund.lookups] ?? HOUR_MS
  return recordLookup(deps.db, refund, later(now, waitMs), now)
}

const NOT_SENT = {
  'taken back': {
    state: 'failed',
    code: 'TAKEN_BACK',
    reason: 'The bank contests the money of the boleto, or has taken it back',
  },
  'no way back': { state: 'failed', code: 'NOT_EXECUTED', reason: NO_WAY_BACK },
} as const satisfies Record<string, RefundEnd>

/** Once, when the waits are used up, whatever the PSP answers: the money is held meanwhile. */
function raiseIfLate({ alerts, lookupWaitsMs }: SaleDeps, refund: DueRefund, outcome: Outcome<unknown>) {
  const isEarly = refund.lookups + 1 < lookupWaitsMs.length
  // A PSP whose circuit is open raises an alert of its own.
  if (isEarly || (outcome.kind === 'unknown' && outcome.unsent)) return
  const reason = outcome.kind === 'done' ? 'the PSP says that it is under way' : outcome.reason
  alerts.raiseOnce('REFUND_WITHOUT_END', paramsOf(refund, reason), aboutRefund(refund), refundKey(refund))
}

const paramsOf = ({ accountId, pspRefundId, endToEndId }: DueRefund, reason: string) => ({
  accountId,
  pspRefundId,
  endToEndId,
  reason,
})

const aboutRefund = ({ accountId, pspRefundId }: DueRefund) => about('refund', { accountId, id: pspRefundId })

/** One that has been sent before is looked up first, and sent again where the PSP does not know it. */
async function sendOrLookUp(payIn: PayIn, refund: DueRefund): Promise<Outcome<PspRefund>> {
  const { endToEndId, pspRefundId: refundId, amount } = refund
  if (refund.pspInitiated) return lookUpPspInitiated(payIn, refund)
  const lookUp = () => payIn.findRefund(endToEndId, refundId)
  if (refund.lookups > 0) {
    const found = await lookUp()
    if (found.kind !== 'done' || found.value !== null) return unlessRefused(found)
  }
  const description = descriptionOf(refund)
  const answer = await payIn.refund({ endToEndId, refundId, amount, ...(description && { description }) })
  if (answer.kind === 'done' || (answer.kind === 'unknown' && answer.unsent)) return answer
  const found = await lookUp()
  // A refusal counts only where the PSP knows nothing of the refund either: an earlier sending may have arrived.
  return found.kind === 'done' && found.value === null ? answer : unlessRefused(found)
}

/** The PSP reports it with its Pix, under whatever id. */
async function lookUpPspInitiated(payIn: PayIn, { endToEndId, pspRefundId }: DueRefund): Promise<Outcome<PspRefund>> {
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done') return unlessRefused(found)
  const reported = found.value?.refunds.find(({ refundId, earlierId, rtrId }) =>
    [refundId, earlierId, rtrId].includes(pspRefundId),
  )
  return reported === undefined
    ? { kind: 'unknown', reason: 'the PSP does not tell of it any more' }
    : { kind: 'done', value: reported }
}

// A lookup that is refused judges our question and not the refund: the outcome stays unknown.
function unlessRefused(found: Outcome<unknown>): Outcome<PspRefund> {
  if (found.kind === 'refused') return { kind: 'unknown', reason: `${found.code}: ${found.reason}` }
  return found as Outcome<PspRefund>
}

/** null: it has not ended, or that is unknown. */
function endIn(outcome: Outcome<PspRefund>): RefundEnd | null {
  if (outcome.kind === 'refused') return { state: 'failed', code: pspCode(outcome.code), reason: outcome.reason }
  return outcome.kind === 'unknown' ? null : endOf(outcome.value)
}

/** What the payer may read on the statement. */
const descriptionOf = ({ origin, unmatchedReason }: DueRefund): string | undefined => {
  if (origin === 'sale') return 'Devolução da compra'
  return unmatchedReason === null ? undefined : DESCRIPTIONS[unmatchedReason]
}

const DESCRIPTIONS: Record<UnmatchedReason, string> = {
  WITHOUT_TXID: 'Pagamento sem cobrança',
  UNCONFIRMED: 'Pagamento sem cobrança',
  UNKNOWN_SALE: 'Pagamento sem cobrança',
  OTHER_PSP: 'Pagamento sem cobrança',
  OTHER_AMOUNT: 'Valor diferente do cobrado',
  ALREADY_PAID: 'Cobrança já paga',
  TOO_LATE: 'Cobrança vencida ou cancelada',
  CART_PAID: 'Compra já paga',
  SALE_ENDED: 'Cobrança encerrada',
  GONE_BACK: 'Pagamento devolvido',
  DEBIT_ENDED: 'Cobrança encerrada',
  UNCERTAIN_TRANSFER: 'Transferência sem venda',
}
