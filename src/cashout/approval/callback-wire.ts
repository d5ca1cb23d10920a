// What an account's own server is asked about a cashout before it is submitted, and what it may answer.
import { type Static, Type } from 'typebox'
import { toReais } from '#kernel/money.ts'
import type { Cashout } from '../cashout.ts'
import { WithdrawalEventSchema } from '../wire.ts'

export const APPROVAL_EVENT = 'withdrawal.approval'

const { id, uuid, userId, amount, pixKey, pixKeyType } = WithdrawalEventSchema.properties
const Text = Type.Union([Type.String(), Type.Null()])

const QuestionSchema = Type.Object(
  {
    id,
    uuid,
    userId,
    amount,
    netAmount: amount,
    pixKey,
    pixKeyType,
    externalReference: Text,
    description: Text,
    createdAt: Type.String({ format: 'date-time' }),
    type: Type.Literal('WITHDRAWAL_APPROVAL'),
  },
  { title: 'WithdrawalApprovalCall' },
)

const DecisionSchema = Type.Object(
  {
    decision: Type.Enum(['APPROVED', 'REFUSED']),
    reason: Type.Optional(Type.String({ description: 'REFUSED: shown as the reason, of at most 200 characters.' })),
  },
  { title: 'WithdrawalApprovalDecision' },
)

export const APPROVAL_CALL = {
  name: APPROVAL_EVENT,
  channel: 'asking',
  summary: 'A cashout waits for the decision of your own server',
  body: QuestionSchema,
  answer: DecisionSchema,
} as const

export const questionOf = (cashout: Cashout): Static<typeof QuestionSchema> => ({
  id: Number(cashout.id),
  uuid: cashout.uuid,
  userId: cashout.accountId,
  amount: toReais(cashout.amount),
  netAmount: toReais(cashout.net),
  pixKey: cashout.pixKey,
  pixKeyType: cashout.pixKeyType,
  externalReference: cashout.externalReference,
  description: cashout.description,
  createdAt: cashout.createdAt.toISOString(),
  type: 'WITHDRAWAL_APPROVAL',
})
