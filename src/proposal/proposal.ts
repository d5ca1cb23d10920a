// A command that takes two persons: one proposes it and says why, another one confirms or rejects it. Pure; the commands
// themselves belong to the features that registered them, and the verbs beside this file move the proposal.
import { type Approver, obstacleOf, refusedApprover } from '#access/approvers/approver.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Books } from '#ledger/books.ts'
import type { DomainEvent } from '#notification/events/event.ts'

export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** What a person does with a proposal, and the state that it is in then. */
export const DECISIONS = { confirm: 'CONFIRMED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const
export type Decision = keyof typeof DECISIONS

/** JSON, as the feature wrote it. */
export type Payload = Record<string, unknown>

export interface Proposal {
  /** The suspense account where it concerns no seller. */
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

/** What a confirmed proposal does. Registered under its kind in composition. */
export interface Command {
  /** Whose wallets it moves, all of them locked before anything else; absent: its account's. */
  accountsOf?: (proposal: Pick<Proposal, 'accountId' | 'payload'>) => number[]
  /** Why it cannot be done now; asked when it is proposed and, under every lock, when it is confirmed. */
  refusal: (tx: Transaction, proposal: Pick<Proposal, 'accountId' | 'payload'>, now: Date) => Promise<Failure | null>
  /** In the commit in which it is proposed. */
  made?: (tx: Transaction, proposal: Proposal, now: Date) => Promise<void>
  /** In the commit of the confirmation. The books are open for its accounts; it writes them itself. Answers what came of it. */
  carryOut: (tx: Transaction, books: Books, carrying: Carrying) => Promise<Payload>
}

export interface Carrying {
  proposal: Proposal
  /** The second person. */
  by: Person
  now: Date
  /** Writes the events of it in the commit that makes it true; they are sent when that has happened. */
  publish: (events: DomainEvent[]) => Promise<void>
}

export interface Person {
  id: string
  address: string
}

export type Commands = Readonly<Record<string, Command>>

export const DECISION_OBSTACLES = [
  'NOT_OPEN',
  'TIME_IS_OVER',
  'NO_RIGHT',
  'ABOUT_YOU',
  'PROPOSED_BY_YOU',
  'PROPOSED_BY_ANOTHER',
  'AUTHOR_LEFT',
  'TOO_NEW',
] as const
export type DecisionObstacle = (typeof DECISION_OBSTACLES)[number]

/** Why this person cannot decide so about it now; a `userId` in its payload is whom it is about, who has no say. null where they can. `operators`: those of the two who still are some. */
export function obstacleToDecide(
  { state, proposedBy, expiresAt, payload }: Proposal,
  decision: Decision,
  { by, operators, now }: { by: string; operators: Approver[]; now: Date },
): DecisionObstacle | null {
  if (state !== 'OPEN') return 'NOT_OPEN'
  if (expiresAt <= now) return 'TIME_IS_OVER'
  const own = operators.find(({ userId }) => userId === by)
  if (own === undefined) return 'NO_RIGHT'
  if (decision === 'withdraw') return by === proposedBy ? null : 'PROPOSED_BY_ANOTHER'
  if (by === proposedBy) return 'PROPOSED_BY_YOU'
  if (payload.userId === by) return 'ABOUT_YOU'
  if (decision === 'reject') return null
  return operators.some(({ userId }) => userId === proposedBy) ? obstacleOf(own, now) : 'AUTHOR_LEFT'
}

/** The same as a refusal. */
export function refusedDecision(
  proposal: Proposal,
  decision: Decision,
  who: { by: string; operators: Approver[]; now: Date },
): Failure | null {
  const obstacle = obstacleToDecide(proposal, decision, who)
  if (obstacle === null) return null
  if (obstacle === 'NO_RIGHT' || obstacle === 'TOO_NEW')
    return refusedApprover(
      who.operators.find(({ userId }) => userId === who.by),
      who.now,
    )
  const [code, message] = SAYS[obstacle]
  return new Failure(code, obstacle === 'NOT_OPEN' ? `A proposal that is ${proposal.state} ${message}` : message)
}

const SAYS: Record<Exclude<DecisionObstacle, 'NO_RIGHT' | 'TOO_NEW'>, ['CONFLICT' | 'FORBIDDEN', string]> = {
  NOT_OPEN: ['CONFLICT', 'cannot be decided about'],
  TIME_IS_OVER: ['CONFLICT', 'The time of this proposal has run out'],
  PROPOSED_BY_YOU: ['FORBIDDEN', 'This takes another person than the one who proposed it'],
  ABOUT_YOU: ['FORBIDDEN', 'Nobody decides about what is proposed about themselves'],
  PROPOSED_BY_ANOTHER: ['FORBIDDEN', 'Only who proposed it may withdraw it'],
  AUTHOR_LEFT: ['CONFLICT', 'Whoever proposed it runs this gateway no more: reject it, and propose it again'],
}

/** The same person says the same again. */
export const isRepeated = ({ state, decidedBy }: Proposal, decision: Decision, by: string): boolean =>
  state === DECISIONS[decision] && decidedBy === by
