// What takes two persons: one asks for it and says why, another one confirms or rejects it. Pure; the deeds themselves belong
// to the features that registered them, and the verbs beside this file move the proposal.
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Books } from '#ledger/books.ts'
import type { Fact } from '#notification/fact.ts'

export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** What a person does with a proposal, and the state that it is in then. */
export const DECISIONS = { confirm: 'CONFIRMED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const
export type Decision = keyof typeof DECISIONS

/** JSON, as the feature wrote it. */
export type Payload = Record<string, unknown>

export interface Proposal {
  /** The house's own account where it concerns no seller. */
  accountId: number
  id: bigint
  kind: string
  payload: Payload
  reason: string
  proposedBy: string
  state: ProposalState
  decidedBy: string | null
  decisionReason: string | null
  decidedAt: Date | null
  /** What came of it, once it is confirmed. JSON. */
  outcome: Payload | null
  createdAt: Date
  expiresAt: Date
}

/** So long another person has to confirm it. */
const OPEN_MS = 7 * DAY_MS

export const expiryOf = (proposedAt: Date): Date => new Date(proposedAt.getTime() + OPEN_MS)

/** What a confirmed proposal does. Registered under its kind where the house is put together. */
export interface Deed {
  /** Whose wallets it moves, all of them locked before anything else; absent: its account's. */
  accountsOf?: (proposal: Pick<Proposal, 'accountId' | 'payload'>) => number[]
  /** Why it cannot be done now; asked when it is proposed and, under every lock, when it is confirmed. */
  refusal: (tx: Transaction, proposal: Pick<Proposal, 'accountId' | 'payload'>, now: Date) => Promise<Failure | null>
  /** In the commit of the confirmation. The books are open for its accounts; it writes them itself. Answers what came of it. */
  carryOut: (tx: Transaction, books: Books, carrying: Carrying) => Promise<Payload>
}

export interface Carrying {
  proposal: Proposal
  /** The second person. */
  by: Person
  now: Date
  /** Writes the news of it in the commit that makes it true; it is sent when that has happened. */
  tell: (facts: Fact[]) => Promise<void>
}

export interface Person {
  id: string
  address: string
}

export type Deeds = Readonly<Record<string, Deed>>

/** Why this person cannot decide so about it now; null where they can. */
export function refusedDecision(proposal: Proposal, decision: Decision, by: string, now: Date): Failure | null {
  const { state, proposedBy, expiresAt } = proposal
  if (state !== 'OPEN') return new Failure('CONFLICT', `A proposal that is ${state} cannot be decided about`)
  if (expiresAt <= now) return new Failure('CONFLICT', 'The time of this proposal has run out')
  if (decision === 'withdraw')
    return by === proposedBy ? null : new Failure('FORBIDDEN', 'Only who proposed it may withdraw it')
  if (by !== proposedBy) return null
  return new Failure('FORBIDDEN', 'This takes another person than the one who proposed it')
}

/** The same person says the same again. */
export const isSaidAgain = ({ state, decidedBy }: Proposal, decision: Decision, by: string): boolean =>
  state === DECISIONS[decision] && decidedBy === by
