// The verbs of proposals, as features and routes call them.
import type { Answer } from '#idempotency/answer.ts'
import { type DecisionRequest, decideProposal } from './decide.ts'
import { type ProposalDeps, type ProposalRequest, type Proposed, propose } from './propose.ts'
import type { ShownProposal } from './store.ts'
import { madeAnswer, ProposalSchema } from './wire.ts'

export interface ProposalOperations {
  propose: (request: ProposalRequest) => Promise<Proposed>
  decide: (request: DecisionRequest) => Promise<Proposed>
  /** The answer to the operator who has proposed, and what OpenAPI says of it. */
  made: (proposal: ShownProposal) => Answer
  schema: typeof ProposalSchema
}

export const proposalOperations = (deps: ProposalDeps): ProposalOperations => ({
  propose: request => propose(deps, request),
  decide: request => decideProposal(deps, request),
  made: madeAnswer,
  schema: ProposalSchema,
})
