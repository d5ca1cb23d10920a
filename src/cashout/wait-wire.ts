// A cashout as the people of its account and the operator read it: with what it waits for.
import { Type } from 'typebox'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import type { Cashout } from './cashout.ts'
import { RecipientSchema } from './recipient-routes.ts'
import { APPROVAL_OBSTACLES, type OwnPart } from './voter.ts'
import type { KeptWait } from './wait-store.ts'
import { isOfOperator, WAIT_REASONS, type Wait, type WaitReason } from './waiting.ts'
import { lookupForm, type RequestAnswers } from './wire.ts'

const Text = Type.String()

const YouSchema = Type.Object(
  {
    mayApprove: Type.Boolean(),
    mayNotBecause: Type.Union([Type.Enum([...APPROVAL_OBSTACLES]), Type.Null()]),
    mayApproveFrom: Type.Union([Text, Type.Null()], { description: 'TOO_NEW: from then on' }),
    mayReject: Type.Boolean(),
  },
  { description: 'What the person who reads this may do with a cashout that waits, or waited' },
)

export const WaitedSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    ...{
      amount: Text,
      netAmount: Text,
      pixKey: Text,
      pixKeyType: Text,
      status: Text,
      createdAt: Text,
      updatedAt: Text,
    },
    fees: Type.Object({ fixed: Text, variable: Text, total: Text }),
    externalReference: Type.Optional(Text),
    failure: Type.Optional(Type.Object({ code: Text, message: Text })),
    returnedAmount: Type.Optional(Text),
    returnedAt: Type.Optional(Text),
    description: Type.Optional(Text),
    endToEndId: Type.Optional(Text),
    processedAt: Type.Union([Text, Type.Null()]),
    recipient: Type.Optional(RecipientSchema),
    waitsFor: Type.Array(Type.Enum([...WAIT_REASONS, 'OPERATOR']), { description: 'Empty: it waits for nobody' }),
    approval: Type.Optional(
      Type.Object({
        needed: Type.Integer({ description: 'Of different people of the account' }),
        operatorNeeded: Type.Boolean(),
        check: Type.Union([Text, Type.Null()], { description: 'What the address of the account has said' }),
        expiresAt: Text,
        outcome: Type.Union([Text, Type.Null()]),
        votes: Type.Array(
          Type.Object({
            by: Text,
            byName: Type.Union([Text, Type.Null()], {
              description: 'null: of the house, or nobody knows them any more',
            }),
            as: Type.Enum(['member', 'operator']),
            decision: Type.Enum(['APPROVED', 'REJECTED']),
            reason: Type.Union([Text, Type.Null()]),
            at: Text,
            counts: Type.Boolean({ description: 'false: its author has lost the right to it since' }),
          }),
        ),
      }),
    ),
    you: Type.Optional(YouSchema),
  },
  { description: 'A cashout, with what it waits for' },
)

/** For the account. How the operator limits it is the operator's. */
export const waitedForm = (cashout: Cashout, wait: KeptWait | null, you: OwnPart | null = null) => ({
  ...moreOf(cashout),
  waitsFor: cashout.waiting ? [...new Set(wait?.reasons.map(told) ?? [])] : [],
  ...(wait !== null && { approval: approvalForm(wait, false) }),
  ...(you !== null && { you: youForm(you) }),
})

const youForm = ({ mayApproveFrom, ...you }: OwnPart) => ({
  ...you,
  mayApproveFrom: mayApproveFrom?.toISOString() ?? null,
})

/** For the operator. */
export const parkedForm = (cashout: Cashout, wait: KeptWait | null, you: OwnPart | null = null) => ({
  userId: cashout.accountId,
  ...moreOf(cashout),
  waitsFor: cashout.waiting ? (wait?.reasons ?? []) : [],
  ...(wait !== null && { approval: approvalForm(wait, true) }),
  ...(you !== null && { you: youForm(you) }),
})

const told = (reason: WaitReason) => (isOfOperator(reason) ? ('OPERATOR' as const) : reason)

const moreOf = (cashout: Cashout) => ({
  ...lookupForm(cashout),
  ...(cashout.description !== null && { description: cashout.description }),
  ...(cashout.endToEndId !== null && { endToEndId: cashout.endToEndId }),
  processedAt: cashout.processedAt?.toISOString() ?? null,
})

const approvalForm = (wait: KeptWait, forOperator: boolean) => ({
  needed: wait.approvalsNeeded,
  operatorNeeded: wait.operatorNeeded,
  check: wait.checkState,
  expiresAt: wait.expiresAt.toISOString(),
  outcome: wait.outcome,
  votes: wait.votes.map(({ byId, byName, byKind, decision, reason, at, counts }) => {
    const isOurs = forOperator || byKind === 'member'
    return {
      by: isOurs ? byId : 'operator',
      byName: isOurs ? byName : null,
      as: byKind,
      decision,
      reason: isOurs ? reason : null,
      at: at.toISOString(),
      counts,
    }
  }),
})

/** What a person who asks in the panel is answered. */
export const PANEL_ANSWERS: RequestAnswers = {
  created: (cashout, wait): Answer =>
    answerOf(201, waitedForm(cashout, wait === null ? null : justBegun(wait, cashout))),
  refused: failure => stayingAnswer(failure, 'panel'),
}

const justBegun = (wait: Wait, { accountId, id, createdAt }: Cashout): KeptWait => ({
  ...{ accountId, id, createdAt, outcome: null, endedAt: null, votes: [] },
  ...wait,
  checkState: wait.check ? 'OWED' : null,
})
