// Where features have something proposed that takes two persons: what they need of it, as one thing that the house hands over.
import type { Answer } from '#idempotency/answer.ts'
import { type DecisionAsk, decideProposal } from './decide.ts'
import { type ProposalAsk, type ProposalNeeds, type Proposed, propose } from './propose.ts'
import type { ShownProposal } from './store.ts'
import { madeAnswer, ProposalSchema } from './wire.ts'

export interface ProposalDesk {
  propose: (ask: ProposalAsk) => Promise<Proposed>
  decide: (ask: DecisionAsk) => Promise<Proposed>
  /** The answer to who has proposed, and what OpenAPI says of it. */
  made: (proposal: ShownProposal) => Answer
  schema: typeof ProposalSchema
}

export const openProposals = (needs: ProposalNeeds): ProposalDesk => ({
  propose: ask => propose(needs, ask),
  decide: ask => decideProposal(needs, ask),
  made: madeAnswer,
  schema: ProposalSchema,
})
