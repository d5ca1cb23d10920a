// The SQL of audit entries.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

interface NewEntry {
  accountId: number
  actor: { kind: string; id: string | null; address: string | null }
  action: string
  subject: string
  subjectId: string
  reason: string | null
  /** JSON. */
  detail: string
}

export async function insertEntries(tx: Transaction, entries: NewEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  await tx.query(sql`
    insert into audit (account_id, actor, actor_id, address, action, subject, subject_id, reason, detail, created_at)
    select account_id, actor, actor_id, address, action, subject, subject_id, reason, detail::jsonb, ${now}::timestamptz
    from unnest(
      ${entries.map(({ accountId }) => accountId)}::integer[], ${entries.map(({ actor }) => actor.kind)}::text[],
      ${entries.map(({ actor }) => actor.id)}::text[], ${entries.map(({ actor }) => actor.address)}::text[],
      ${entries.map(({ action }) => action)}::text[], ${entries.map(({ subject }) => subject)}::text[],
      ${entries.map(({ subjectId }) => subjectId)}::text[], ${entries.map(({ reason }) => reason)}::text[],
      ${entries.map(({ detail }) => detail)}::text[]
    ) entry (account_id, actor, actor_id, address, action, subject, subject_id, reason, detail)`)
}

export interface AuditRow {
  id: bigint
  accountId: number
  actor: string
  actorId: string | null
  /** Of the person, where it was one; null for keys and for the house. */
  actorEmail: string | null
  address: string | null
  action: string
  subject: string
  subjectId: string
  reason: string | null
  detail: Record<string, unknown>
  createdAt: Date
}

export interface AuditQuestion {
  /** An account's own people cannot ask for what one operator did. */
  reader: 'operator' | 'account'
  /** null: every account, and the house. */
  accountId: number | null
  action: string | null
  subject: string | null
  subjectId: string | null
  actorId: string | null
  from: Date | null
  to: Date | null
  below: bigint | null
  limit: number
}

/** Newest first. */
export async function listEntries(db: Queryable, asked: AuditQuestion): Promise<AuditRow[]> {
  const { reader, accountId, action, subject, subjectId, actorId, from, to, below, limit } = asked
  return db.query<AuditRow>(sql`
    select audit.id, account_id as "accountId", actor, actor_id as "actorId", person.email as "actorEmail", address, action,
      subject, subject_id as "subjectId", reason, detail, created_at as "createdAt"
    from audit
    left join iam."user" person on person.id = case when actor in ('member', 'operator') then actor_id::uuid end
    where (${accountId}::integer is null or account_id = ${accountId})
      and (${action}::text is null or action = ${action}) and (${subject}::text is null or subject = ${subject})
      and (${subjectId}::text is null or subject_id = ${subjectId})
      and (${actorId}::text is null or actor_id = ${actorId} and (${reader} = 'operator' or actor <> 'operator'))
      and (${from}::timestamptz is null or created_at >= ${from})
      and (${to}::timestamptz is null or created_at < ${to})
      and (${below}::bigint is null or audit.id < ${below})
    order by audit.id desc limit ${limit}`)
}
