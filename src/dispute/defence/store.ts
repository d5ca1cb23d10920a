// The SQL of defences. A defence is written under the lock of its dispute.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { DisputeKey } from '../dispute.ts'

export const DEFENCE_STATUSES = ['PENDING', 'SENT', 'KEPT', 'REFUSED'] as const
export type DefenceStatus = (typeof DEFENCE_STATUSES)[number]

/** A text, or a link to what proves it: the PSP takes no files. */
export interface Evidence {
  title: string
  text?: string
  url?: string
}

export interface Defence {
  justification: string
  evidence: Evidence[]
  status: DefenceStatus
  submittedBy: string
  byOperator: boolean
  failure: { code: string; message: string } | null
  createdAt: Date
  updatedAt: Date
}

export interface DefenceRow {
  justification: string
  evidence: Evidence[]
  status: DefenceStatus
  submitted_by: string
  by_operator: boolean
  failure_code: string | null
  failure_message: string | null
  created_at: Date
  updated_at: Date
}

export const defenceOf = (row: DefenceRow): Defence => ({
  justification: row.justification,
  evidence: row.evidence,
  status: row.status,
  submittedBy: row.submitted_by,
  byOperator: row.by_operator,
  failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findDefence(db: Queryable, { accountId, id }: DisputeKey): Promise<Defence | null> {
  const [row] = await db.query<DefenceRow>(sql`
    select justification, evidence, status, submitted_by, by_operator, failure_code, failure_message, created_at, updated_at
    from dispute_defence where account_id = ${accountId} and dispute_id = ${id}`)
  return row === undefined ? null : defenceOf(row)
}

/** In the place of one that the PSP has refused. */
export const writeDefence = (tx: Transaction, { accountId, id }: DisputeKey, defence: Defence, dueAt: Date | null) =>
  tx.query(sql`
    insert into dispute_defence (account_id, dispute_id, justification, evidence, status, submitted_by, by_operator, created_at,
      updated_at, due_at)
    values (${accountId}, ${id}, ${defence.justification}, ${JSON.stringify(defence.evidence)}::jsonb, ${defence.status},
      ${defence.submittedBy}, ${defence.byOperator}, ${defence.createdAt}, ${defence.updatedAt}, ${dueAt})
    on conflict (account_id, dispute_id) do update set justification = excluded.justification,
      evidence = excluded.evidence, status = excluded.status, submitted_by = excluded.submitted_by,
      by_operator = excluded.by_operator, failure_code = null, failure_message = null, lookups = 0,
      created_at = excluded.created_at, updated_at = excluded.updated_at, due_at = excluded.due_at, seal = default`)

/** It has followed its dispute to another account, which leaves the seal of before. */
export const resealDefence = (tx: Transaction, { accountId, id }: DisputeKey) =>
  tx.query(sql`update dispute_defence set seal = default where account_id = ${accountId} and dispute_id = ${id}`)

export interface DefenceEnd {
  status: 'SENT' | 'REFUSED'
  failure: { code: string; message: string } | null
}

/** `from`: the state in which it waits. False where it is in another one. */
export async function endDefence(
  tx: Transaction,
  { accountId, id }: DisputeKey,
  end: DefenceEnd,
  now: Date,
  from: 'PENDING' | 'KEPT' = 'PENDING',
): Promise<boolean> {
  const rows = await tx.query(sql`
    update dispute_defence set status = ${end.status}, failure_code = ${end.failure?.code ?? null},
      failure_message = ${end.failure?.message ?? null}, due_at = null, updated_at = ${now}, seal = default
    where account_id = ${accountId} and dispute_id = ${id} and status = ${from} returning 1`)
  return rows.length > 0
}

/** A defence that owes work. */
export interface DueDefence extends DisputeKey {
  pspAccountId: number
  pspDisputeId: string
  openedAt: Date
  justification: string
  evidence: Evidence[]
  /** How often it has been worked on without coming to an end. */
  lookups: number
}

/** Leases those that owe work until `until`. None in recovery: it may have been sent long ago. */
export const leaseDefences = (db: Queryable, now: Date, until: Date, limit: number, except: number[]) =>
  db.query<DueDefence>(sql`
    with due as (
      select dispute_defence.account_id, dispute_id
      from dispute_defence
      join dispute on dispute.account_id = dispute_defence.account_id and dispute.id = dispute_id
      where dispute_defence.due_at <= ${now} and psp_account_id <> all(${except}::int[])
        and not exists (select from house where recovering_since is not null)
      order by dispute_defence.due_at limit ${limit} for update of dispute_defence skip locked
    )
    update dispute_defence set due_at = ${until} from due, dispute
    where dispute_defence.account_id = due.account_id and dispute_defence.dispute_id = due.dispute_id
      and dispute.account_id = due.account_id and dispute.id = due.dispute_id
    returning dispute.account_id as "accountId", dispute.id, psp_account_id as "pspAccountId",
      psp_dispute_id as "pspDisputeId", opened_at as "openedAt", justification, evidence, lookups`)

export const recordDefenceLookup = (db: Queryable, { accountId, id }: DisputeKey, dueAt: Date, now: Date) =>
  db.query(sql`
    update dispute_defence set lookups = lookups + 1, due_at = ${dueAt}, updated_at = ${now}, seal = default
    where account_id = ${accountId} and dispute_id = ${id} and status = 'PENDING'`)
