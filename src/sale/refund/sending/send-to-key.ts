// Money of a boleto or a TED goes back as a Pix to a key of its payer, under the refund's own id. That it may have been sent is committed before it
// is, and what was sent before is looked up first.
// It is sent again only where the PSP pays an id once, however often it is sent; elsewhere its outcome stays unknown, and a person looks. Money of
// a boleto that its bank contests, or has taken back, is not sent.
import type { Outcome, PayOut, Payout, Refund as PspRefund } from '#psp/port.ts'
import type { SaleDeps } from '../../deps.ts'
import { isMovementPaymentId } from '../../movement/movement.ts'
import { nextStepToKey } from '../boleto/taken-back.ts'
import type { RefundTarget } from '../refund.ts'
import { NO_WAY_BACK } from '../refundable.ts'
import type { DueRefund } from '../store.ts'

type ToKey = DueRefund & { to: RefundTarget }

/** 'contested', 'taken back', 'no way back': it was not sent. */
export type NotSent = 'ended' | 'contested' | 'taken back' | 'no way back'

export async function sendToKey(deps: SaleDeps, refund: ToKey): Promise<Outcome<PspRefund> | NotSent> {
  const { payOut } = await deps.psps.psp(refund.pspAccountId)
  if (payOut === null) return withoutPayOut(refund)
  const step = await nextStepToKey(deps, refund)
  if (step.kind === 'send') return payOrLookUp(payOut, { ...refund, lookups: step.lookups }, deps.clock())
  if (step.kind !== 'look up') return step.kind
  const found = await lookUp(payOut, refund)
  if (found.kind !== 'done' || found.value !== null) return unlessRefused(found)
  return step.mayFail
    ? 'taken back'
    : { kind: 'unknown', reason: 'the PSP does not find it, and it may still arrive there' }
}

/** The PSP only receives. What may have been sent all the same, before this database lost its memory of it, is left to a person. */
const withoutPayOut = ({ lookups }: ToKey): Outcome<PspRefund> | NotSent =>
  lookups === 0 ? 'no way back' : { kind: 'unknown', reason: NO_WAY_BACK }

async function payOrLookUp(payOut: PayOut, refund: ToKey, now: Date): Promise<Outcome<PspRefund>> {
  if (refund.lookups > 0) {
    const found = await lookUp(payOut, refund)
    if (found.kind !== 'done' || found.value !== null) return unlessRefused(found)
    if (!maySendAgain(payOut, refund, now))
      return { kind: 'unknown', reason: 'the PSP does not find it, and sending it again may pay twice' }
  }
  const { pspRefundId: payoutId, amount, to } = refund
  const { pixKey, pixKeyType, document: holderDocument } = to
  const description = isMovementPaymentId(refund.endToEndId) ? 'Devolução de transferência' : 'Devolução de boleto'
  const answer = await payOut.submit({ payoutId, amount, pixKey, pixKeyType, holderDocument, description })
  if (answer.kind === 'done') return { kind: 'done', value: refundOf(answer.value) }
  if (answer.kind === 'unknown') return answer
  const found = await lookUp(payOut, refund)
  // A refusal counts only where the PSP knows nothing of it either: an earlier sending may have arrived.
  return found.kind === 'done' && found.value === null ? answer : unlessRefused(found)
}

async function lookUp({ capabilities, find }: PayOut, { pspRefundId }: ToKey): Promise<Outcome<PspRefund | null>> {
  if (!capabilities.lookup) return { kind: 'unknown', reason: 'this PSP cannot be asked by our id' }
  const found = await find(pspRefundId)
  return found.kind === 'done' ? { kind: 'done', value: found.value && refundOf(found.value) } : found
}

function maySendAgain({ capabilities: { resubmit } }: PayOut, { createdAt }: ToKey, now: Date): boolean {
  if (typeof resubmit === 'string') return resubmit === 'forever'
  return now.getTime() - createdAt.getTime() < resubmit.forMs
}

const STATES = { processing: 'processing', paid: 'done', failed: 'failed' } as const

const refundOf = ({ payoutId, endToEndId, amount, state, failure }: Payout): PspRefund => ({
  refundId: payoutId,
  rtrId: endToEndId,
  amount,
  state: STATES[state],
  nature: null,
  ...(failure !== undefined && { failure }),
})

function unlessRefused(found: Outcome<PspRefund | null>): Outcome<PspRefund> {
  if (found.kind === 'refused') return { kind: 'unknown', reason: `${found.code}: ${found.reason}` }
  return found as Outcome<PspRefund>
}
