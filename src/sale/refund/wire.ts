// A refund of a sale as callers read it: the resource, with its amount in integer cents, and the body of its events, where cents
// are text as in every event of this gateway.
import { type Static, Type } from 'typebox'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import { Failure } from '#kernel/failure.ts'
import { toCentsNumber, toCentsText } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import { REFUND_WAITS, type SaleRefund } from './refund.ts'

const Time = Type.String({ format: 'date-time' })

export const SaleRefundSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Type.String(),
    saleUuid: Type.String(),
    amount: Type.Integer({ description: 'Cents' }),
    status: Type.Enum(['PENDING', 'COMPLETED', 'FAILED']),
    createdAt: Time,
    reason: Type.Optional(Type.String()),
    externalReference: Type.Optional(Type.String()),
    waitsFor: Type.Optional(
      Type.Enum([...REFUND_WAITS], {
        description:
          'Of a card: it is sent once the acquirer has settled the sale, or on the next day, as it takes one part a day',
      }),
    ),
    expectedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it will probably be sent' })),
    unasked: Type.Optional(Type.Literal(true, { description: 'The bank sent it back by itself' })),
    completedAt: Type.Optional(Time),
    failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { title: 'Refund' },
)

export function saleRefundForm(refund: SaleRefund): Static<typeof SaleRefundSchema> {
  const { reason, externalReference, pspInitiated, status, wait, endedAt, failure } = refund
  return {
    id: Number(refund.id),
    uuid: refund.uuid,
    saleUuid: refund.saleUuid,
    amount: toCentsNumber(refund.amount),
    status,
    createdAt: refund.createdAt.toISOString(),
    ...(reason !== '' && { reason }),
    ...(externalReference !== null && { externalReference }),
    ...(wait !== null && status === 'PENDING' && { waitsFor: wait.for, expectedAt: wait.until.toISOString() }),
    ...(pspInitiated && { unasked: pspInitiated }),
    ...(status === 'COMPLETED' && endedAt !== null && { completedAt: endedAt.toISOString() }),
    ...(failure !== null && { failure: { ...failure } }),
  }
}

export const refundingAnswer = (refund: SaleRefund): Answer => answerOf(202, saleRefundForm(refund))

/** The answer that is kept under a key; null where a refusal is not kept. */
export const refundedAnswer = (outcome: SaleRefund | Failure, dialect: 'sale' | 'panel'): Answer | null =>
  outcome instanceof Failure ? stayingAnswer(outcome, dialect) : refundingAnswer(outcome)

/** The event of a refund that has just ended. */
export function refundEvent(refund: SaleRefund): DomainEvent {
  const type = refund.status === 'COMPLETED' ? 'refund.completed' : 'refund.failed'
  return {
    accountId: refund.accountId,
    subject: 'refund',
    subjectId: refund.id,
    version: refund.version,
    form: 'REFUND',
    type,
    signedEvent: type,
    unsigned: false,
    postbackUrl: null,
    body: bodyBytes(notificationBody(refund)),
  }
}

const { id: _id, uuid: _uuid, ...OTHERS_OF_REFUND } = SaleRefundSchema.properties

export const RefundEventSchema = Type.Object(
  {
    id: SaleRefundSchema.properties.id,
    uuid: SaleRefundSchema.properties.uuid,
    userId: Type.Integer({ description: 'The account' }),
    saleId: Type.Integer(),
    ...OTHERS_OF_REFUND,
    amount: Type.String({ description: 'Cents, as text', examples: ['15000'] }),
    type: Type.Literal('REFUND'),
  },
  { title: 'RefundEvent' },
)

function notificationBody(refund: SaleRefund): Static<typeof RefundEventSchema> {
  const { id, uuid, ...form } = saleRefundForm(refund)
  const whose = { id, uuid, userId: refund.accountId, saleId: Number(refund.saleId) }
  return { ...whose, ...form, amount: toCentsText(refund.amount), type: 'REFUND' }
}
