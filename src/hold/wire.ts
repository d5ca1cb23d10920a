// What is blocked, as the account holder and the operator read it: money in integer cents. The operator's own words about a hold by
// hand are the operator's alone.
import { type Static, Type } from 'typebox'
import { toCentsNumber } from '#kernel/money.ts'
import { SUBJECTS } from '#ledger/ledger.ts'
import type { Blocked, OpenHold } from './list-store.ts'
import { ORDER_REASONS, ORDER_STATES, targetOf } from './order/order.ts'
import type { ShownOrder } from './order/store.ts'

const Null = Type.Null()
const Time = Type.String({ format: 'date-time' })
const Cents = Type.Integer({ description: 'Cents' })

export const HOLD_REASONS = ['WITHDRAWAL', 'RESERVE', 'SETTLEMENT', 'REFUND', 'MED', ...ORDER_REASONS] as const

export const BlockedSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      reason: Type.Enum([...HOLD_REASONS]),
      amount: Cents,
      count: Type.Integer({ description: 'Holds' }),
      nextReleaseAt: Type.Union([Time, Null], { description: 'The next day on which some of it is free by itself' }),
    }),
  ),
})

export const blockedForm = ({ reason, amount, count, nextReleaseAt }: Blocked) => ({
  reason,
  amount: toCentsNumber(amount),
  count,
  nextReleaseAt: nextReleaseAt?.toISOString() ?? null,
})

export const BalanceEventSchema = Type.Object(
  {
    type: Type.Literal('BALANCE'),
    event: Type.Enum(['balance.blocked', 'balance.unblocked']),
    userId: Type.Integer({ description: 'The account' }),
    reason: Type.Enum([...HOLD_REASONS]),
    amount: Type.String({ description: 'Cents, as text', examples: ['15000'] }),
    holds: Type.Optional(Type.Integer({ description: 'Of how many sales' })),
    document: Type.Optional(
      Type.Union([Type.String(), Null], { description: 'Number or reference of what ordered it' }),
    ),
    occurredAt: Time,
  },
  { title: 'BalanceEvent' },
)

export const HoldSchema = Type.Object({
  id: Type.String(),
  reason: Type.Enum([...HOLD_REASONS]),
  amount: Type.Integer({ description: 'Cents that are held now' }),
  originalAmount: Type.Integer({ description: 'Cents that were held at first' }),
  subject: Type.Enum([...SUBJECTS], { description: 'What it is held for' }),
  subjectId: Type.String({ description: 'Its uuid, where it has one' }),
  document: Type.Union([Type.String(), Null], { description: 'Number or reference of what ordered it' }),
  releaseAt: Type.Union([Time, Null], { description: 'It is free by itself then' }),
  createdAt: Time,
})

export const holdForm = (hold: OpenHold): Static<typeof HoldSchema> => ({
  id: hold.id.toString(),
  reason: hold.reason,
  amount: toCentsNumber(hold.open),
  originalAmount: toCentsNumber(hold.amount),
  subject: hold.subject,
  subjectId: hold.subjectId,
  document: hold.document,
  releaseAt: hold.releaseAt?.toISOString() ?? null,
  createdAt: hold.createdAt.toISOString(),
})

export const OrderSchema = Type.Object({
  id: Type.String(),
  reason: Type.Enum([...ORDER_REASONS]),
  state: Type.Enum([...ORDER_STATES]),
  amount: Type.Integer({ description: 'Cents that were ordered' }),
  held: Type.Integer({ description: 'Cents that are held now' }),
  lacking: Type.Integer({ description: 'Cents that are held as soon as they come' }),
  lifted: Cents,
  taken: Type.Integer({ description: 'Cents that went to the court' }),
  document: Type.Union([Type.String(), Null]),
  releaseAt: Type.Union([Time, Null]),
  createdAt: Time,
  endedAt: Type.Union([Time, Null]),
})

export function orderForm(order: ShownOrder): Static<typeof OrderSchema> {
  const { held } = order
  const target = order.state === 'OPEN' ? targetOf(order) : held
  return {
    id: order.id.toString(),
    reason: order.reason,
    state: order.state,
    amount: toCentsNumber(order.amount),
    held: toCentsNumber(held),
    lacking: toCentsNumber(target) - toCentsNumber(held),
    lifted: toCentsNumber(order.releasedAmount),
    taken: toCentsNumber(order.seizedAmount),
    document: order.document,
    releaseAt: order.releaseAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    endedAt: order.endedAt?.toISOString() ?? null,
  }
}

export const OperatorsOrderSchema = Type.Object({
  ...OrderSchema.properties,
  accountId: Type.Integer(),
  accountName: Type.String(),
  proposalId: Type.Integer(),
  note: Type.String({ description: 'What its author wrote; the account holder does not read it' }),
})

export const operatorsOrderForm = (order: ShownOrder): Static<typeof OperatorsOrderSchema> => ({
  ...orderForm(order),
  accountId: order.accountId,
  accountName: order.accountName,
  proposalId: Number(order.proposalId),
  note: order.note,
})
