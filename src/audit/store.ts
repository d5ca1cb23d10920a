// The SQL of audit entries.
import sql, { join, type Sql } from 'sql-template-tag'
import { countUpTo, type Totals } from '#db/counted.ts'
import { personIdIn } from '#db/person-id.ts'
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
  accountName: string
  actor: string
  actorId: string | null
  /** Of the person, where it was one; null for keys and for the gateway itself. */
  actorEmail: string | null
  actorName: string | null
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
  /** null: every account, and the operator's own. */
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
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
  return db.query<AuditRow>(sql`
    select audit.id, account_id as "accountId", (select name from account where account.id = account_id) as "accountName",
      actor, actor_id as "actorId", person.email as "actorEmail", person.name as "actorName", address, action,
      subject, subject_id as "subjectId", reason, detail, created_at as "createdAt"
    from audit
    left join iam."user" person on person.id = ${personIdIn(sql`actor_id`)}
      and actor in ('member', 'operator')
    where ${join(conditions(asked), ' and ')} order by audit.id desc limit ${asked.limit}`)
}

/** How many there are on all pages. */
export const countEntries = (db: Queryable, asked: AuditQuestion): Promise<Totals> =>
  countUpTo(db, {
    from: sql`audit where ${stretchOf(asked)}`,
    order: asked.accountId === null ? sql`id desc` : sql`account_id desc, id desc`,
    where: join(conditions({ ...asked, below: null }), ' and '),
    amount: sql`0`,
  })

/** The narrowest index among those of what is asked for. */
function stretchOf({ accountId, subject, subjectId }: AuditQuestion): Sql {
  if (accountId === null) return sql`true`
  const ofAccount = sql`account_id = ${accountId}`
  return subject === null || subjectId === null
    ? ofAccount
    : sql`${ofAccount} and subject = ${subject} and subject_id = ${subjectId}`
}

/** Only what is asked for: each set of filters is a statement of its own, which finds its own index. */
function conditions(asked: AuditQuestion): Sql[] {
  const { reader, accountId, accountIds, action, subject, subjectId, actorId, from, to, below } = asked
  return [
    sql`true`,
    accountId !== null && sql`account_id = ${accountId}`,
    accountIds !== null && sql`account_id = any(${accountIds}::int[])`,
    action !== null && sql`action = ${action}`,
    subject !== null && sql`subject = ${subject}`,
    subjectId !== null && sql`subject_id = ${subjectId}`,
    actorId !== null && sql`actor_id = ${actorId}`,
    actorId !== null && reader === 'account' && sql`actor <> 'operator'`,
    from !== null && sql`created_at >= ${from}`,
    to !== null && sql`created_at < ${to}`,
    below !== null && sql`audit.id < ${below}`,
  ].filter(condition => condition !== false)
}
