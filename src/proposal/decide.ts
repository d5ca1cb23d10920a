// A proposal is decided, once: another person confirms it, and the command is carried out in that commit, or rejects it; its
// author withdraws it. One locked transition: of simultaneous decisions one wins, and a repetition gets the same answer.
import { lockOperators } from '#access/approvers/store.ts'
import { record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { type Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { entryOf } from './entry.ts'
import {
  type Carrying,
  DECISIONS,
  type Decision,
  isRepeated,
  type Payload,
  type Person,
  refusedDecision,
} from './proposal.ts'
import { commandOf, type ProposalDeps, type Proposed, shown } from './propose.ts'
import { endProposal, expireProposals, findProposal, lockProposal, type ShownProposal } from './store.ts'
import { decidedAnswer } from './wire.ts'

export interface DecisionRequest extends Keyed {
  id: bigint
  decision: Decision
  reason: string
  by: Person
}

export async function decideProposal(deps: ProposalDeps, request: DecisionRequest): Promise<Proposed> {
  const now = deps.clock()
  let pendingDeliveries: PendingDeliveries = []
  const decided = await deps.db.transaction(async tx => {
    // Anew where the transaction is tried again.
    pendingDeliveries = []
    const publish = async (events: DomainEvent[]) => {
      pendingDeliveries.push(...(await deps.outbox.write(tx, events, now)).flat())
    }
    const decide = () => decideNow(tx, deps, request, { now, publish })
    return underKey(tx, request, { now, decide, answerOf: decidedAnswer })
  })
  deps.outbox.send(pendingDeliveries)
  return decided
}

async function decideNow(
  tx: Transaction,
  { commands }: ProposalDeps,
  { id, decision, reason, by }: DecisionRequest,
  { now, publish }: Pick<Carrying, 'now' | 'publish'>,
): Promise<ShownProposal | Failure> {
  const known = await findProposal(tx, id)
  if (known === null) return notFound('proposal')
  const command = decision === 'confirm' ? commandOf(commands, known.kind) : null
  const accountIds = command?.accountsOf?.(known) ?? [known.accountId]
  // The wallets before the row, as everywhere.
  const books = command === null ? null : await openBooks(tx, accountIds, now)
  const proposal = await lockProposal(tx, id)
  if (proposal === null) return notFound('proposal')
  if (isRepeated(proposal, decision, by.id)) return shown(tx, id)
  // Both stay what they are until it is decided.
  const operators = await lockOperators(tx, [by.id, proposal.proposedBy])
  const refusal =
    refusedDecision(proposal, decision, { by: by.id, operators, now }) ??
    (await command?.refusal(tx, proposal, now)) ??
    null
  if (refusal !== null) return refusal

  let outcome: Payload | null = null
  if (command !== null && books !== null) outcome = await command.carryOut(tx, books, { proposal, by, now, publish })
  const state = DECISIONS[decision]
  const ended = await endProposal(tx, proposal, { state, by: by.id, reason, outcome, now })
  await record(tx, [entryOf(ended, ACTION_OF_STATE[state], by, reason)], now)
  return shown(tx, id)
}

const ACTION_OF_STATE = {
  CONFIRMED: 'proposal.confirmed',
  REJECTED: 'proposal.rejected',
  WITHDRAWN: 'proposal.withdrawn',
} as const

/** How many have ended because nobody decided in time. */
export const expireDue = (db: Database, now: Date, limit: number): Promise<number> =>
  db.transaction(async tx => {
    const expired = await expireProposals(tx, now, limit)
    await record(
      tx,
      expired.map(proposal => entryOf(proposal, 'proposal.expired', null, null)),
      now,
    )
    return expired.length
  })
