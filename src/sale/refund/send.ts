// Sends a refund to the PSP, or asks what became of it. It was committed with its id before; the PSP refuses an id that it
// has seen, so that the same refund sent again can never return twice, and a refusal is looked up before it is believed.

import { about } from '#kernel/alert-subject.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Outcome, PayIn, Refund as PspRefund } from '#psp/port.ts'
import type { SaleDeps } from '../deps.ts'
import type { UnmatchedReason } from '../incoming-payment/incoming-payment.ts'
import type { RefundEnd } from './refund.ts'
import { settleRefunds } from './settle.ts'
import { type DueRefund, recordLookup, refundKey } from './store.ts'

export async function sendRefund(deps: SaleDeps, refund: DueRefund): Promise<void> {
  const payIn = await deps.psps.payIn(refund.pspAccountId)
  const outcome = await ask(payIn, refund)
  const end = endOf(outcome)
  if (end !== null) return settleRefunds(deps, [{ ...refund, end }])
  if (outcome.kind === 'unknown' && outcome.alarm)
    deps.alert('a refund waits for the operator', { ...named(refund), reason: outcome.reason })
  raiseForPatience(deps, refund, outcome)
  const now = deps.clock()
  const waitMs = deps.lookupWaitsMs[refund.lookups] ?? HOUR_MS
  await recordLookup(deps.db, refund, new Date(now.getTime() + waitMs), now)
}

/** Once, when the waits are used up, whatever the PSP answers: money of somebody's is held meanwhile. */
function raiseForPatience({ alertOnce, lookupWaitsMs }: SaleDeps, refund: DueRefund, outcome: Outcome<unknown>) {
  const isPatient = refund.lookups + 1 < lookupWaitsMs.length
  // A PSP that is asked no more for now rings by itself.
  if (isPatient || (outcome.kind === 'unknown' && outcome.unsent)) return
  const reason = outcome.kind === 'done' ? 'the PSP says that it is under way' : outcome.reason
  alertOnce(refundKey(refund), 'a refund has been asked about in vain', { ...named(refund), reason })
}

const named = ({ accountId, pspRefundId, endToEndId }: DueRefund) => ({
  accountId,
  pspRefundId,
  endToEndId,
  ...about('refund', { accountId, id: pspRefundId }),
})

/** One that has been sent before is looked up first, and sent again where the PSP does not know it. */
async function ask(payIn: PayIn, refund: DueRefund): Promise<Outcome<PspRefund>> {
  const { endToEndId, pspRefundId: refundId, amount } = refund
  if (refund.unasked) return askAbout(payIn, refund)
  const lookUp = () => payIn.findRefund(endToEndId, refundId)
  if (refund.lookups > 0) {
    const found = await lookUp()
    if (found.kind !== 'done' || found.value !== null) return known(found)
  }
  const description = descriptionOf(refund)
  const answer = await payIn.refund({ endToEndId, refundId, amount, ...(description && { description }) })
  if (answer.kind === 'done' || (answer.kind === 'unknown' && answer.unsent)) return answer
  const found = await lookUp()
  // A refusal counts only where the PSP knows nothing of the refund either: an earlier sending may have arrived.
  return found.kind === 'done' && found.value === null ? answer : known(found)
}

/** What the PSP did by itself stands with its Pix, under whatever id. */
async function askAbout(payIn: PayIn, { endToEndId, pspRefundId }: DueRefund): Promise<Outcome<PspRefund>> {
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done') return known(found)
  const told = found.value?.refunds.find(({ refundId, rtrId }) => refundId === pspRefundId || rtrId === pspRefundId)
  return told === undefined
    ? { kind: 'unknown', reason: 'the PSP does not tell of it any more' }
    : { kind: 'done', value: told }
}

// A lookup that is refused judges our question and not the refund: the outcome stays unknown.
function known(found: Outcome<unknown>): Outcome<PspRefund> {
  if (found.kind === 'refused') return { kind: 'unknown', reason: `${found.code}: ${found.reason}` }
  return found as Outcome<PspRefund>
}

/** null: it has not ended, or nobody knows. */
function endOf(outcome: Outcome<PspRefund>): RefundEnd | null {
  if (outcome.kind === 'refused') return { state: 'failed', code: outcome.code, reason: outcome.reason }
  return outcome.kind === 'unknown' ? null : endTold(outcome.value)
}

/** What the PSP says of a refund as its end; null while it is under way. */
export function endTold({ state, amount, rtrId, failure }: PspRefund): RefundEnd | null {
  if (state === 'processing') return null
  if (state === 'done') return { state, amount, rtrId }
  return { state, code: failure?.code ?? 'NOT_EXECUTED', reason: failure?.reason ?? 'Not executed by the bank' }
}

/** What the payer may read on the statement. */
const descriptionOf = ({ ofSale, receiptReason }: DueRefund): string | undefined => {
  if (ofSale) return 'Devolução da compra'
  return receiptReason === null ? undefined : DESCRIPTIONS[receiptReason]
}

const DESCRIPTIONS: Record<UnmatchedReason, string> = {
  WITHOUT_TXID: 'Pagamento sem cobrança',
  UNCONFIRMED: 'Pagamento sem cobrança',
  UNKNOWN_SALE: 'Pagamento sem cobrança',
  OTHER_PSP: 'Pagamento sem cobrança',
  OTHER_AMOUNT: 'Valor diferente do cobrado',
  ALREADY_PAID: 'Cobrança já paga',
  TOO_LATE: 'Cobrança vencida ou cancelada',
  SALE_ENDED: 'Cobrança encerrada',
  GONE_BACK: 'Pagamento devolvido',
}
