// One sale as its seller's people read it: with what happened to it, what was published of it, and what they may do now.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { PublishedEvent } from '#notification/events/published-store.ts'
import { PeoplesSaleSchema } from '../payment.ts'
import { REFUND_WAITS } from '../refund/refund.ts'
import { REFUND_OBSTACLES } from '../refund/refundable.ts'
import type { Moment } from './timeline-store.ts'

const Text = Type.String()
const Time = Type.String({ format: 'date-time' })

export const MomentSchema = Type.Object({
  type: Type.String({ description: 'Such as CREATED, PAID, REFUND_REQUESTED or RESERVE_RELEASED' }),
  date: Time,
  amount: orNull(Type.Integer(), { description: 'Cents; null: it is not about an amount' }),
  uuid: orNull(Text, { description: 'Of the refund or dispute' }),
})

const NotificationSchema = Type.Object({
  eventId: Text,
  event: Text,
  date: Time,
  deliveries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      webhookId: Type.Integer(),
      status: Type.Enum(['DELIVERED', 'FAILED', 'SKIPPED', 'PENDING']),
      link: Type.String({ description: 'The path of the delivery in this API' }),
    }),
  ),
})

const RefundableSchema = Type.Object({
  amount: Type.Integer({ description: 'Cents' }),
  because: orNull(Type.Enum([...REFUND_OBSTACLES]), {
    description: 'Why nothing may be refunded; null: something may',
  }),
  wholeOnly: Type.Optional(
    Type.Literal(true, {
      description: 'Of a card: all of it may be refunded, and no part; absent: a part may be, too',
    }),
  ),
  waitsFor: Type.Optional(Type.Enum([...REFUND_WAITS], { description: 'Of a card: why it would not be sent at once' })),
  expectedAt: Type.Optional(Time),
})

export const SaleWithLifeSchema = Type.Object({
  ...PeoplesSaleSchema.properties,
  timeline: Type.Array(MomentSchema),
  notifications: Type.Array(NotificationSchema),
  canSimulatePayment: Type.Boolean({ description: 'It waits to be paid at the sandbox bank' }),
  refundable: RefundableSchema,
  payUrl: orNull(Text, { description: 'The page on which its buyer pays; null: it has none' }),
})

export type SaleWithLifeForm = Static<typeof SaleWithLifeSchema>

export const momentForm = ({ type, at, amount, uuid }: Moment): Static<typeof MomentSchema> => ({
  type,
  date: at.toISOString(),
  amount: amount === null ? null : toCentsNumber(amount),
  uuid,
})

export const publishedForm = ({
  uid,
  type,
  createdAt,
  deliveries,
}: PublishedEvent): Static<typeof NotificationSchema> => ({
  eventId: uid,
  event: type,
  date: createdAt.toISOString(),
  deliveries: deliveries.map(({ id, webhookId, outcome }) => ({
    id: Number(id),
    webhookId: Number(webhookId),
    status: outcome ?? 'PENDING',
    link: `/api/webhook/deliveries/${id}`,
  })),
})
