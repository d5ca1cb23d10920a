// An operator proposes a command that another one has to confirm. Nothing of it is done yet; what could not be done anyway is
// refused at once.
import { record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import { entryOf } from './entry.ts'
import { type Command, type Commands, expiryOf, type Payload, type Person } from './proposal.ts'
import { insertProposal, type ShownProposal, showProposal } from './store.ts'
import { proposedAnswer } from './wire.ts'

export interface ProposalDeps {
  db: Database
  clock: Clock
  outbox: Outbox
  commands: Commands
}

export interface ProposalRequest extends Keyed {
  /** Under which the command is registered. */
  kind: string
  accountId: number
  payload: Payload
  reason: string
  by: Person
}

export type Proposed = ShownProposal | Replayed | Failure

export function propose(
  deps: Pick<ProposalDeps, 'db' | 'clock' | 'commands'>,
  request: ProposalRequest,
): Promise<Proposed> {
  const now = deps.clock()
  return deps.db.transaction(tx =>
    underKey(tx, request, { now, decide: () => proposeNow(tx, deps, request, now), answerOf: proposedAnswer }),
  )
}

async function proposeNow(
  tx: Transaction,
  { commands }: Pick<ProposalDeps, 'commands'>,
  { kind, accountId, payload, reason, by }: ProposalRequest,
  now: Date,
): Promise<ShownProposal | Failure> {
  const command = commandOf(commands, kind)
  const refusal = await command.refusal(tx, { accountId, payload }, now)
  if (refusal !== null) return refusal
  const made = { accountId, kind, payload, reason, proposedBy: by.id, createdAt: now, expiresAt: expiryOf(now) }
  const proposal = await insertProposal(tx, made)
  await record(tx, [entryOf(proposal, 'proposal.made', by, reason)], now)
  await command.made?.(tx, proposal, now)
  return shown(tx, proposal.id)
}

/** One that nobody has registered is a mistake of ours. */
export function commandOf(commands: Commands, kind: string): Command {
  const command = commands[kind]
  if (command === undefined) throw new Error(`nothing is registered for proposals of the kind ${kind}`)
  return command
}

export async function shown(tx: Transaction, id: bigint): Promise<ShownProposal> {
  const proposal = await showProposal(tx, id)
  if (proposal === null) throw new Error(`the proposal ${id} is gone`)
  return proposal
}
