// The SQL of approval requirements: what cashouts wait for, who has approved, and how it ended. They are written under the lock of
// their cashout.
import sql, { type Sql } from 'sql-template-tag'
import { APPROVES_AFTER_MS, APPROVING_ROLES } from '#access/approvers/approver.ts'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import { personIdIn } from '#db/person-id.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { type CashoutKey, keyText } from '../cashout.ts'
import type { ApprovalReason, ApprovalRequirement } from './policy.ts'

export type ApprovalOutcome = 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'CANCELLED' | 'SENT_BEFORE'

/** `null`: the account's server is not asked. Any value but `OWED`: it has been asked. */
export type CheckState = 'OWED' | 'APPROVED' | 'REFUSED' | 'SILENT'

export interface StoredApproval extends CashoutKey, Omit<ApprovalRequirement, 'check'> {
  checkState: CheckState | null
  outcome: ApprovalOutcome | null
  createdAt: Date
  endedAt: Date | null
  /** The votes, in order of time. */
  votes: StoredVote[]
}

export interface Vote {
  byKind: 'member' | 'operator'
  byId: string
  decision: 'APPROVED' | 'REJECTED'
  reason: string | null
  at: Date
}

export interface StoredVote extends Vote {
  /** The person's; null where the person no longer exists. */
  byName: string | null
  /** The author still has the right by which the vote was given, and has not lost it in between. */
  counts: boolean
}

export async function insertApprovals(
  tx: Transaction,
  requirements: (CashoutKey & ApprovalRequirement)[],
  now: Date,
): Promise<void> {
  if (requirements.length === 0) return
  const of = <T>(pick: (requirement: CashoutKey & ApprovalRequirement) => T) => requirements.map(pick)
  await tx.query(sql`
    insert into payout_wait (account_id, withdrawal_id, reasons, approvals_needed, operator_needed, check_state, check_due_at,
      asked_by, address, expires_at, created_at)
    select account_id, id, string_to_array(reasons, ' '), approvals_needed, operator_needed, case when checks then 'OWED' end,
      case when checks then ${now}::timestamptz end, asked_by, address, expires_at, ${now}::timestamptz
    from unnest(${of(w => w.accountId)}::int[], ${of(w => w.id)}::bigint[], ${of(w => w.reasons.join(' '))}::text[],
      ${of(w => w.approvalsNeeded)}::smallint[], ${of(w => w.operatorNeeded)}::boolean[], ${of(w => w.check)}::boolean[],
      ${of(w => w.askedBy)}::text[], ${of(w => w.address)}::text[], ${of(w => w.expiresAt)}::timestamptz[])
      as wait(account_id, id, reasons, approvals_needed, operator_needed, checks, asked_by, address, expires_at)`)
}

interface ApprovalRow extends Omit<StoredApproval, 'votes' | 'reasons'> {
  reasons: ApprovalReason[]
  votes: (Omit<StoredVote, 'at'> & { at: string })[]
}

/** Of a stored vote, a row of payout_approval. The people are locked where the vote counts (access/approvers/store.ts). */
export const COUNTS = sql`case by_kind
  when 'member' then exists (
    select from membership where membership.account_id = payout_approval.account_id and membership.user_id = by_id
      and role = any(${[...APPROVING_ROLES]}::text[]) and approves_at <= payout_approval.created_at)
  else exists (
    select from iam."user" where operator and "user".id = ${personIdIn(sql`by_id`)}
      and ("operatorSince" is null
        or "operatorSince" + ${APPROVES_AFTER_MS}::integer * interval '1 millisecond' <= payout_approval.created_at)) end`

/** By cashout; cashouts that never waited are left out. */
export async function findApprovals(db: Queryable, keys: CashoutKey[]): Promise<Map<string, StoredApproval>> {
  if (keys.length === 0) return new Map()
  const rows = await db.query<ApprovalRow>(sql`
    select account_id as "accountId", withdrawal_id as id, reasons, approvals_needed as "approvalsNeeded",
      operator_needed as "operatorNeeded", check_state as "checkState", asked_by as "askedBy", address, outcome,
      payout_wait.created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt", votes
    from payout_wait
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, withdrawal_id)
      using (account_id, withdrawal_id)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('byKind', by_kind, 'byId', by_id, 'byName', person_name(by_id),
        'decision', decision, 'reason', reason, 'at', payout_approval.created_at, 'counts', ${COUNTS})
        order by payout_approval.created_at), '[]') as votes
      from payout_approval
      where payout_approval.account_id = payout_wait.account_id
        and payout_approval.withdrawal_id = payout_wait.withdrawal_id
    ) said`)
  return new Map(
    rows.map(row => [keyText(row), { ...row, votes: row.votes.map(vote => ({ ...vote, at: new Date(vote.at) })) }]),
  )
}

export async function endApprovals(
  tx: Transaction,
  keys: CashoutKey[],
  outcome: ApprovalOutcome,
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql`
    update payout_wait set outcome = ${outcome}, ended_at = ${now}, check_due_at = null, seal = default
    from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
    where payout_wait.account_id = key.account_id and withdrawal_id = key.id and outcome is null`)
}

/** No requirement is open: any process may submit it. */
export const leaveToSubmit = (tx: Transaction, { accountId, id }: CashoutKey, now: Date) =>
  tx.query(sql`
    update withdrawal set wait = 'OVER', due_at = ${now}, seal = default
    where account_id = ${accountId} and id = ${id} and wait = 'OPEN'`)

/** The operators with a vote on it. */
export async function findOperatorVoters(db: Queryable, { accountId, id }: CashoutKey): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select by_id as id from payout_approval
    where account_id = ${accountId} and withdrawal_id = ${id} and by_kind = 'operator'`)
  return rows.map(row => row.id)
}

/** One vote for each person: an approver may still change to a rejection. */
export async function storeVote(tx: Transaction, { accountId, id }: CashoutKey, vote: Vote): Promise<StoredVote> {
  const [row] = await tx.query<{ name: string | null }>(sql`
    insert into payout_approval (account_id, withdrawal_id, by_kind, by_id, decision, reason, created_at)
    values (${accountId}, ${id}, ${vote.byKind}, ${vote.byId}, ${vote.decision}, ${vote.reason}, ${vote.at})
    on conflict (account_id, withdrawal_id, by_kind, by_id) do update
      set decision = excluded.decision, reason = excluded.reason, created_at = excluded.created_at, seal = default
    returning person_name(by_id) as name`)
  return { ...vote, byName: row?.name ?? null, counts: true }
}

/** From now on the address of the request is known. */
export const approveAddress = (tx: Transaction, accountId: number, address: string, now: Date) =>
  tx.query(sql`
    update payout_address set approved_at = coalesce(approved_at, ${now})
    where account_id = ${accountId} and address = ${address}`)

export interface Recovery {
  recovering: boolean
  /** When recovery last began. */
  enteredAt: Date | null
}

export async function findRecovery(db: Queryable): Promise<Recovery> {
  const [row] = await db.query<Recovery>(sql`
    select recovering_since is not null as recovering, (select max(entered_at) from recovery_log) as "enteredAt" from house`)
  return row ?? { recovering: true, enteredAt: null }
}

/** The account's server has answered, or not in time: then a person has to decide. */
export const recordCheck = (tx: Transaction, { accountId, id }: CashoutKey, state: CheckState) =>
  tx.query(sql`
    update payout_wait set check_state = ${state}, check_due_at = null, seal = default,
      approvals_needed = case when ${state} = 'SILENT' then greatest(approvals_needed, 1) else approvals_needed end
    where account_id = ${accountId} and withdrawal_id = ${id} and check_state = 'OWED'`)

export interface DueCheck extends CashoutKey {
  /** null: the account no longer wants its server asked. */
  url: string | null
  secretSealed: string | null
}

export const dueChecks = (now: Date): Sql => sql`select from payout_wait where check_due_at <= ${now}`

/**
 * Leases the due requests until `until`. None are sent during recovery, nor for a cashout that would not be submitted whatever the
 * answer is.
 */
export const leaseChecks = (db: Queryable, { now, until, limit, except }: CheckLease) =>
  db.query<DueCheck>(sql`
    with due as materialized (
      select account_id, withdrawal_id from payout_wait, house
      where check_due_at <= ${now} and account_id <> all(${except}::int[]) and recovering_since is null
        and not exists (select from account where account.id = payout_wait.account_id and ${PAYOUTS_BLOCKED})
      order by check_due_at limit ${limit} for update of payout_wait skip locked
    )
    update payout_wait set check_due_at = ${until} from due left join payout_rule on payout_rule.account_id = due.account_id
    where payout_wait.account_id = due.account_id and payout_wait.withdrawal_id = due.withdrawal_id
    returning payout_wait.account_id as "accountId", payout_wait.withdrawal_id as id, approval ->> 'approvalUrl' as url,
      check_secret_sealed as "secretSealed"`)

export interface CheckLease {
  now: Date
  until: Date
  limit: number
  /** Accounts that have reached their limit of open requests. */
  except: number[]
}
