// A cashout as the members of its account and the operator read it: with its approval requirements.
import { Type } from 'typebox'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import type { Cashout } from '../cashout.ts'
import { ProgressSchema } from '../progress.ts'
import { RecipientSchema } from '../recipient/wire.ts'
import { lookupForm, type RequestAnswers } from '../wire.ts'
import { APPROVAL_REASONS, type ApprovalReason, type ApprovalRequirement, isOfOperator } from './policy.ts'
import type { StoredApproval } from './store.ts'
import { APPROVAL_OBSTACLES, type OwnPart } from './voter.ts'

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
    amount: Text,
    netAmount: Text,
    pixKey: Text,
    pixKeyType: Text,
    status: Text,
    createdAt: Text,
    updatedAt: Text,
    fees: Type.Object({ fixed: Text, variable: Text, total: Text }),
    externalReference: Type.Optional(Text),
    failure: Type.Optional(Type.Object({ code: Text, message: Text })),
    returnedAmount: Type.Optional(Text),
    returnedAt: Type.Optional(Text),
    description: Type.Optional(Text),
    endToEndId: Type.Optional(Text),
    processedAt: Type.Union([Text, Type.Null()]),
    recipient: Type.Optional(RecipientSchema),
    waitsFor: Type.Array(Type.Enum([...APPROVAL_REASONS, 'OPERATOR']), { description: 'Empty: it waits for nobody' }),
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
              description: 'null: of the gateway, or nobody knows them any more',
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

/** One by itself, with how far it has come. */
export const OneCashoutSchema = Type.Object({ ...WaitedSchema.properties, progress: ProgressSchema })

/** For the account. The operator's limits are not shown to it. */
export const waitedForm = (cashout: Cashout, approval: StoredApproval | null, you: OwnPart | null = null) => ({
  ...moreOf(cashout),
  waitsFor: cashout.waiting ? [...new Set(approval?.reasons.map(shownReason) ?? [])] : [],
  ...(approval !== null && { approval: approvalForm(approval, false) }),
  ...(you !== null && { you: youForm(you) }),
})

const youForm = ({ mayApproveFrom, ...you }: OwnPart) => ({
  ...you,
  mayApproveFrom: mayApproveFrom?.toISOString() ?? null,
})

/** For the operator. */
export const heldBackForm = (cashout: Cashout, approval: StoredApproval | null, you: OwnPart | null = null) => ({
  userId: cashout.accountId,
  ...moreOf(cashout),
  waitsFor: cashout.waiting ? (approval?.reasons ?? []) : [],
  ...(approval !== null && { approval: approvalForm(approval, true) }),
  ...(you !== null && { you: youForm(you) }),
})

const shownReason = (reason: ApprovalReason) => (isOfOperator(reason) ? ('OPERATOR' as const) : reason)

const moreOf = (cashout: Cashout) => ({
  ...lookupForm(cashout),
  ...(cashout.description !== null && { description: cashout.description }),
  ...(cashout.endToEndId !== null && { endToEndId: cashout.endToEndId }),
  processedAt: cashout.processedAt?.toISOString() ?? null,
})

const approvalForm = (approval: StoredApproval, forOperator: boolean) => ({
  needed: approval.approvalsNeeded,
  operatorNeeded: approval.operatorNeeded,
  check: approval.checkState,
  expiresAt: approval.expiresAt.toISOString(),
  outcome: approval.outcome,
  votes: approval.votes.map(({ byId, byName, byKind, decision, reason, at, counts }) => {
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

/** The answer to a person's request in the panel. */
export const PANEL_ANSWERS: RequestAnswers = {
  created: (cashout, requirement): Answer =>
    answerOf(201, waitedForm(cashout, requirement === null ? null : justBegun(requirement, cashout))),
  refused: failure => stayingAnswer(failure, 'panel'),
}

const justBegun = (requirement: ApprovalRequirement, { accountId, id, createdAt }: Cashout): StoredApproval => ({
  accountId,
  id,
  createdAt,
  outcome: null,
  endedAt: null,
  votes: [],
  ...requirement,
  checkState: requirement.check ? 'OWED' : null,
})

export const HeldBackSchema = Type.Object({ userId: Type.Integer(), ...WaitedSchema.properties })
