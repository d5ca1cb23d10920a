// A person of the house asks for something that another one has to confirm. Nothing of it is done yet; what could not be done
// anyway is refused at once.
import { record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import type { Outbox } from '#notification/outbox.ts'
import { entryOf } from './entry.ts'
import { type Deed, type Deeds, expiryOf, type Payload, type Person } from './proposal.ts'
import { insertProposal, type ShownProposal, showProposal } from './store.ts'
import { proposedAnswer } from './wire.ts'

export interface ProposalNeeds {
  db: Database
  clock: Clock
  outbox: Outbox
  deeds: Deeds
}

export interface ProposalAsk extends Keyed {
  /** Under which the deed is registered. */
  kind: string
  accountId: number
  payload: Payload
  reason: string
  by: Person
}

export type Proposed = ShownProposal | Replayed | Failure

export function propose(needs: Pick<ProposalNeeds, 'db' | 'clock' | 'deeds'>, ask: ProposalAsk): Promise<Proposed> {
  const now = needs.clock()
  return needs.db.transaction(tx =>
    underKey(tx, ask, { now, decide: () => proposeNow(tx, needs, ask, now), answerOf: proposedAnswer }),
  )
}

async function proposeNow(
  tx: Transaction,
  { deeds }: Pick<ProposalNeeds, 'deeds'>,
  { kind, accountId, payload, reason, by }: ProposalAsk,
  now: Date,
): Promise<ShownProposal | Failure> {
  const deed = deedOf(deeds, kind)
  const refusal = await deed.refusal(tx, { accountId, payload }, now)
  if (refusal !== null) return refusal
  const made = { accountId, kind, payload, reason, proposedBy: by.id, createdAt: now, expiresAt: expiryOf(now) }
  const proposal = await insertProposal(tx, made)
  await record(tx, [entryOf(proposal, 'proposal.made', by, reason)], now)
  await deed.made?.(tx, proposal, now)
  return shown(tx, proposal.id)
}

/** One that nobody has registered is a mistake of ours. */
export function deedOf(deeds: Deeds, kind: string): Deed {
  const deed = deeds[kind]
  if (deed === undefined) throw new Error(`nothing is registered for proposals of the kind ${kind}`)
  return deed
}

export async function shown(tx: Transaction, id: bigint): Promise<ShownProposal> {
  const proposal = await showProposal(tx, id)
  if (proposal === null) throw new Error(`the proposal ${id} is gone`)
  return proposal
}
