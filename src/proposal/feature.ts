// Proposals as the rest of the gateway sees them: what takes two operators is proposed by one and decided by another. The
// features say what a confirmed proposal does, and a proposal that nobody decides about in time expires.
import type { FastifyBaseLogger } from 'fastify'
import { startProposalExpiry } from './expiry-worker.ts'
import { type ProposalOperations, proposalOperations } from './manage.ts'
import type { ProposalDeps } from './propose.ts'

export interface Proposals extends ProposalOperations, AsyncDisposable {}

export function openProposals(deps: ProposalDeps & { log: FastifyBaseLogger }): Proposals {
  const expiry = startProposalExpiry(deps)
  return { ...proposalOperations(deps), [Symbol.asyncDispose]: () => expiry.stop() }
}
