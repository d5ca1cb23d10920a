// Where features have something proposed that takes two persons: what they need of it, as one thing that the house hands over.
import type { Answer } from '#idempotency/answer.ts'
import { type DecisionRequest, decideProposal } from './decide.ts'
import { type ProposalDeps, type ProposalRequest, type Proposed, propose } from './propose.ts'
import type { ShownProposal } from './store.ts'
import { madeAnswer, ProposalSchema } from './wire.ts'

export interface ProposalOperations {
  propose: (request: ProposalRequest) => Promise<Proposed>
  decide: (request: DecisionRequest) => Promise<Proposed>
  /** The answer to who has proposed, and what OpenAPI says of it. */
  made: (proposal: ShownProposal) => Answer
  schema: typeof ProposalSchema
}

export const openProposals = (deps: ProposalDeps): ProposalOperations => ({
  propose: request => propose(deps, request),
  decide: request => decideProposal(deps, request),
  made: madeAnswer,
  schema: ProposalSchema,
})
