// A proposal as the operators read it.
import { type Static, Type } from 'typebox'
import type { Approver } from '#access/approvers/approver.ts'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { Failure } from '#kernel/failure.ts'
import { DECISION_OBSTACLES, type Decision, obstacleToDecide, PROPOSAL_STATES } from './proposal.ts'
import type { ShownProposal } from './store.ts'

const Null = Type.Null()
const Time = Type.String({ format: 'date-time' })
const Json = Type.Record(Type.String(), Type.Unknown())
const Person = Type.Object({
  id: Type.String(),
  name: Type.Union([Type.String(), Null]),
  email: Type.Union([Type.String(), Null]),
})

export const ProposalSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.String({ description: 'What it does once it is confirmed, such as hold.place' }),
  accountId: Type.Union([Type.Integer(), Null], { description: 'null: it concerns the whole gateway' }),
  payload: Json,
  reason: Type.String(),
  proposedBy: Person,
  state: Type.Enum([...PROPOSAL_STATES]),
  createdAt: Time,
  expiresAt: Time,
  decision: Type.Union(
    [Type.Object({ by: Type.Union([Person, Null]), reason: Type.Union([Type.String(), Null]), at: Time }), Null],
    { description: 'Who ended it; nobody where its time ran out' },
  ),
  outcome: Type.Union([Json, Null], { description: 'CONFIRMED: what came of it' }),
  you: Type.Optional(
    Type.Object(
      {
        mayConfirm: Type.Boolean(),
        mayNotBecause: Type.Union([Type.Enum([...DECISION_OBSTACLES]), Null]),
        mayConfirmFrom: Type.Union([Time, Null], { description: 'TOO_NEW: from then on' }),
        mayReject: Type.Boolean(),
        mayWithdraw: Type.Boolean(),
      },
      { description: 'What the operator who reads this may do with it' },
    ),
  ),
})

/** As this operator may decide about it. */
export function proposalFormFor(proposal: ShownProposal, who: { by: string; operators: Approver[]; now: Date }) {
  const may = (decision: Decision) => obstacleToDecide(proposal, decision, who) === null
  const mayNotBecause = obstacleToDecide(proposal, 'confirm', who)
  const own = who.operators.find(({ userId }) => userId === who.by)
  return {
    ...proposalForm(proposal),
    you: {
      mayConfirm: mayNotBecause === null,
      mayNotBecause,
      mayConfirmFrom: mayNotBecause === 'TOO_NEW' ? (own?.approvesAt?.toISOString() ?? null) : null,
      mayReject: may('reject'),
      mayWithdraw: may('withdraw'),
    },
  }
}

function proposalForm(proposal: ShownProposal): Static<typeof ProposalSchema> {
  const { accountId, decidedBy, decider, decidedAt } = proposal
  return {
    id: Number(proposal.id),
    kind: proposal.kind,
    accountId: accountId === SUSPENSE_ACCOUNT_ID ? null : accountId,
    payload: proposal.payload,
    reason: proposal.reason,
    proposedBy: { id: proposal.proposedBy, ...proposal.author },
    state: proposal.state,
    createdAt: proposal.createdAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    decision: decidedAt && {
      by: decidedBy === null ? null : { id: decidedBy, ...decider },
      reason: proposal.decisionReason,
      at: decidedAt.toISOString(),
    },
    outcome: proposal.outcome,
  }
}

/** The answer to who proposes, and to who decides. */
export const madeAnswer = (proposal: ShownProposal): Answer => answerOf(201, proposalForm(proposal))
export const acceptedAnswer = (proposal: ShownProposal): Answer => answerOf(202, proposalForm(proposal))

const kept =
  (answer: (proposal: ShownProposal) => Answer) =>
  (outcome: ShownProposal | Failure): Answer | null =>
    outcome instanceof Failure ? stayingAnswer(outcome, 'panel') : answer(outcome)

/** The same as it is kept under a key; null where a refusal is not kept. */
export const proposedAnswer = kept(madeAnswer)
export const decidedAnswer = kept(acceptedAnswer)
