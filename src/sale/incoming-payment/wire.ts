// A receipt as the operator reads it: money in integer cents, the payer's document masked.
import { type Static, Type } from 'typebox'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import { Failure } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import { INCOMING_PAYMENT_STATUSES, UNMATCHED_REASONS } from './incoming-payment.ts'
import type { ShownIncomingPayment, ShownRefund } from './list-store.ts'

const Null = Type.Null()
const Time = Type.String({ format: 'date-time' })
const Cents = Type.Integer({ description: 'Cents' })

const RefundSchema = Type.Object({
  uuid: Type.String(),
  status: Type.Enum(['PENDING', 'COMPLETED', 'FAILED']),
  amount: Cents,
  reason: Type.String(),
  rtrId: Type.Union([Type.String(), Null], { description: 'The end-to-end id of the way back' }),
  failure: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Null]),
  createdAt: Time,
  completedAt: Type.Union([Time, Null]),
})

export const IncomingPaymentSchema = Type.Object({
  id: Type.Integer(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  pspAccountId: Type.Integer(),
  endToEndId: Type.String({
    description: 'Of a boleto or a card an id of this gateway, unless it is known by which Pix it was paid',
  }),
  txid: Type.Union([Type.String(), Null]),
  amount: Cents,
  payer: Type.Object({ name: Type.String(), document: Type.String({ description: 'Masked; empty: not told' }) }),
  message: Type.Union([Type.String(), Null], { description: 'What the payer wrote' }),
  paidAt: Time,
  status: Type.Enum([...INCOMING_PAYMENT_STATUSES]),
  reason: Type.Union([Type.Enum([...UNMATCHED_REASONS]), Null], { description: 'Why no sale accepted it at once' }),
  saleUuid: Type.Union([Type.String(), Null], { description: 'The sale that its txid names' }),
  needsRefundTo: Type.Boolean({ description: 'Of a boleto or a TED: it goes back to a key of its payer alone' }),
  takenBack: Type.Union([Type.Enum(['contested', 'refunded']), Null], {
    description:
      'Of a boleto. Its bank contests it: no decision is taken meanwhile. Or it has taken its money back: a return only records that',
  }),
  mayBeOfBoletoUntil: Type.Union([Time, Null], {
    description:
      'It may be the Pix by which a boleto was paid: no decision is taken before the boletos of its bank are read up to then',
  }),
  movedToAccountId: Type.Union([Type.Integer(), Null], { description: 'MOVED: where the money is booked now' }),
  refund: Type.Union([RefundSchema, Null], { description: 'The last one' }),
  decision: Type.Union(
    [
      Type.Object({
        decision: Type.Enum(['RETURN', 'CREDIT', 'ASSIGN']),
        reason: Type.String(),
        by: Type.String(),
        byName: Type.Union([Type.String(), Null], { description: 'Of the person, also when they have left' }),
        at: Time,
      }),
      Null,
    ],
    { description: 'The last one that a person made' },
  ),
})

export function incomingPaymentForm(incomingPayment: ShownIncomingPayment): Static<typeof IncomingPaymentSchema> {
  const { payer, decision, refund } = incomingPayment
  return {
    id: Number(incomingPayment.id),
    accountId: incomingPayment.accountId,
    accountName: incomingPayment.accountName,
    pspAccountId: incomingPayment.pspAccountId,
    endToEndId: incomingPayment.endToEndId,
    txid: incomingPayment.txid,
    amount: toCentsNumber(incomingPayment.amount),
    payer: { name: payer.name, document: payer.document === '' ? '' : maskDocument(payer.document) },
    message: incomingPayment.message,
    paidAt: incomingPayment.paidAt.toISOString(),
    status: incomingPayment.status,
    reason: incomingPayment.reason,
    saleUuid: incomingPayment.saleUuid,
    needsRefundTo: needsRefundTo(incomingPayment),
    takenBack: incomingPayment.takenBack,
    mayBeOfBoletoUntil: incomingPayment.mayBeOfBoletoUntil?.toISOString() ?? null,
    movedToAccountId: incomingPayment.movedToAccountId,
    refund: refund && refundForm(refund),
    decision: decision && { ...decision, at: decision.at.toISOString() },
  }
}

const needsRefundTo = ({ endToEndId, chargePaymentId, isByCard, takenBack }: ShownIncomingPayment): boolean =>
  endToEndId === chargePaymentId && !isByCard && takenBack !== 'refunded'

const refundForm = (refund: ShownRefund): Static<typeof RefundSchema> => ({
  ...refund,
  amount: toCentsNumber(refund.amount),
  createdAt: refund.createdAt.toISOString(),
  completedAt: refund.completedAt?.toISOString() ?? null,
})

/** The answer to a decision, as it is sent and, under a key, kept; null where a refusal is not kept. */
export const decidedAnswer = (decided: ShownIncomingPayment | Failure): Answer | null =>
  decided instanceof Failure ? stayingAnswer(decided, 'panel') : acceptedAnswer(decided)

export const acceptedAnswer = (incomingPayment: ShownIncomingPayment): Answer =>
  answerOf(202, incomingPaymentForm(incomingPayment))
