// The SQL of proposals. The caller that locks one has locked the wallets that it moves before.
import sql, { type Sql } from 'sql-template-tag'
import { isShown } from '#db/account/live-accounts.ts'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Payload, Proposal, ProposalState } from './proposal.ts'

const COLUMNS = columnsOf<Proposal>({
  accountId: 'account_id',
  id: 'id',
  kind: 'kind',
  payload: 'payload',
  reason: 'reason',
  proposedBy: 'proposed_by',
  state: 'state',
  decidedBy: 'decided_by',
  decisionReason: 'decision_reason',
  decidedAt: 'decided_at',
  outcome: 'outcome',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
})

export type NewProposal = Pick<
  Proposal,
  'accountId' | 'kind' | 'payload' | 'reason' | 'proposedBy' | 'createdAt' | 'expiresAt'
>

export async function insertProposal(tx: Transaction, made: NewProposal): Promise<Proposal> {
  const [row] = await tx.query<Proposal>(sql`
    insert into proposal (account_id, kind, payload, reason, proposed_by, state, created_at, expires_at)
    values (${made.accountId}, ${made.kind}, ${JSON.stringify(made.payload)}::jsonb, ${made.reason}, ${made.proposedBy},
      'OPEN', ${made.createdAt}, ${made.expiresAt})
    returning ${COLUMNS}`)
  return row as Proposal
}

export async function findProposal(db: Queryable, id: bigint): Promise<Proposal | null> {
  const [row] = await db.query<Proposal>(sql`select ${COLUMNS} from proposal where id = ${id}`)
  return row ?? null
}

export async function lockProposal(tx: Transaction, id: bigint): Promise<Proposal | null> {
  const [row] = await tx.query<Proposal>(sql`select ${COLUMNS} from proposal where id = ${id} for update`)
  return row ?? null
}

export interface Ending {
  state: ProposalState
  by: string
  reason: string
  outcome: Payload | null
  now: Date
}

/** Ends one that is locked and open. */
export async function endProposal(tx: Transaction, { accountId, id }: Proposal, ending: Ending): Promise<Proposal> {
  const outcome = ending.outcome === null ? null : JSON.stringify(ending.outcome)
  const [row] = await tx.query<Proposal>(sql`
    update proposal set state = ${ending.state}, decided_by = ${ending.by}, decision_reason = ${ending.reason},
      decided_at = ${ending.now}, outcome = ${outcome}::jsonb, seal = default
    where account_id = ${accountId} and id = ${id} and state = 'OPEN'
    returning ${COLUMNS}`)
  if (row === undefined) throw new Error(`the proposal ${id} is not open any more`)
  return row
}

/** Those whose time has run out by then. */
export const expired = (now: Date): Sql => sql`select from proposal where state = 'OPEN' and expires_at <= ${now}`

/** Those whose time has run out end; none that a person is deciding about. */
export async function expireProposals(tx: Transaction, now: Date, limit: number): Promise<Proposal[]> {
  const rows = await tx.query<Proposal>(sql`
    with due as (
      select account_id, id from proposal where state = 'OPEN' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )
    update proposal set state = 'EXPIRED', decided_at = ${now}, seal = default
    where (account_id, id) in (select account_id, id from due)
    returning ${COLUMNS}`)
  return rows
}

/** A person for those who read it; null where nobody knows them any more. */
interface Shown {
  name: string | null
  email: string | null
}

export interface ShownProposal extends Proposal {
  author: Shown
  decider: Shown
}

export interface ProposalQuestion {
  id: bigint | null
  accountId: number | null
  state: string | null
  kind: string | null
  proposedBy: string | null
  below: bigint | null
  limit: number
}

const ANY: ProposalQuestion = {
  id: null,
  accountId: null,
  state: null,
  kind: null,
  proposedBy: null,
  below: null,
  limit: 1,
}

/** Newest first; of all accounts, but for test accounts, where none is named. */
export function listProposals(db: Queryable, asked: Partial<ProposalQuestion>): Promise<ShownProposal[]> {
  const { id, accountId, state, kind, proposedBy, below, limit } = { ...ANY, ...asked }
  return db.query<ShownProposal>(sql`
    select proposal.*, jsonb_build_object('name', author.name, 'email', author.email) as author,
      jsonb_build_object('name', decider.name, 'email', decider.email) as decider
    from (
      select ${COLUMNS} from proposal
      where (${id}::bigint is not null or ${isShown({ accountId })})
        and (${id}::bigint is null or id = ${id}) and (${accountId}::integer is null or account_id = ${accountId})
        and (${state}::text is null or state = ${state}) and (${kind}::text is null or kind = ${kind})
        and (${proposedBy}::text is null or proposed_by = ${proposedBy})
        and (${below}::bigint is null or id < ${below})
      order by id desc limit ${limit}
    ) proposal
    left join iam."user" author on author.id::text = proposal."proposedBy"
    left join iam."user" decider on decider.id::text = proposal."decidedBy"
    order by proposal.id desc`)
}

export async function showProposal(db: Queryable, id: bigint): Promise<ShownProposal | null> {
  return (await listProposals(db, { id }))[0] ?? null
}
