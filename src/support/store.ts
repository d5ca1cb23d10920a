// The SQL of views for support.
import sql, { join } from 'sql-template-tag'
import { isShown } from '#db/account/live-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { SupportView } from './support-view.ts'

/** Rows whose session is gone, or whose person is no operator any more, let in nobody; the guard finds that out for itself. */
const isOpen = (now: Date) => sql`
  ended_at is null and expires_at > ${now} and exists (
    select from iam."session" join iam."user" on "user"."id" = "userId" and operator
    where "session"."id" = session_id::uuid and "userId" = opened_by::uuid and "session"."expiresAt" > ${now}
  )`

const view = (now: Date) => sql`
  support_view.id, account_id as "accountId", account.name as "accountName", opened_by as "openedBy",
  person_name(opened_by) as "openedByName", reason, opened_at as "openedAt", expires_at as "expiresAt", ended_at as "endedAt",
  ended_by as "endedBy", person_name(ended_by) as "endedByName", (${isOpen(now)}) as "isOpen"
  from support_view join account on account.id = account_id`

/** The one that is open in this session. The guard has seen that the session lives, and that its person is an operator. */
export async function findOpenView(
  db: Queryable,
  { sessionId, openedBy }: { sessionId: string; openedBy: string },
  now: Date,
): Promise<SupportView | null> {
  const [found] = await db.query<SupportView>(sql`
    select ${view(now)}
    where session_id = ${sessionId} and opened_by = ${openedBy} and ended_at is null and expires_at > ${now}`)
  return found ?? null
}

export async function findView(db: Queryable, id: bigint, now: Date): Promise<SupportView | null> {
  const [found] = await db.query<SupportView>(sql`select ${view(now)} where support_view.id = ${id}`)
  return found ?? null
}

export interface ViewQuestion {
  /** null: of all accounts. */
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  open: boolean
  below: bigint | null
  limit: number
}

/** Newest first. The open ones are found by when they end, of which few are to come; nearly every other one has ended. */
export function listViews(
  db: Queryable,
  { accountId, accountIds, open, below, limit }: ViewQuestion,
  now: Date,
): Promise<SupportView[]> {
  const conditions = [
    open ? isOpen(now) : sql`not (${isOpen(now)})`,
    isShown({ accountId, accountIds }),
    accountId !== null && sql`account_id = ${accountId}`,
    accountIds !== null && sql`account_id = any(${accountIds}::int[])`,
    below !== null && sql`support_view.id < ${below}`,
  ].filter(condition => condition !== false)
  return db.query<SupportView>(sql`
    select ${view(now)} where ${join(conditions, ' and ')} order by support_view.id desc limit ${limit}`)
}

/** Whether the account has this person among its own. */
export async function isMemberOf(db: Queryable, accountId: number, userId: string): Promise<boolean> {
  const rows = await db.query(sql`select from membership where account_id = ${accountId} and user_id = ${userId}`)
  return rows.length > 0
}

/** Those of this session whose time is over end, so that another one may begin. */
export const endOver = (tx: Transaction, sessionId: string, now: Date) =>
  tx.query(sql`
    update support_view set ended_at = expires_at
    where session_id = ${sessionId} and ended_at is null and expires_at <= ${now}`)

export interface NewView {
  accountId: number
  openedBy: string
  sessionId: string
  reason: string
  openedAt: Date
  expiresAt: Date
}

/** null where the session has one open, in any account: a second view of the same session waits for this transaction. */
export async function insertView(tx: Transaction, one: NewView): Promise<bigint | null> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`support view/${one.sessionId}`}, 0))`)
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into support_view (account_id, opened_by, session_id, reason, opened_at, expires_at)
    select ${one.accountId}, ${one.openedBy}, ${one.sessionId}, ${one.reason}, ${one.openedAt}, ${one.expiresAt}
    where not exists (select from support_view where session_id = ${one.sessionId} and ended_at is null)
    returning id`)
  return row?.id ?? null
}

/** False where it has ended before. */
export async function endView(tx: Transaction, id: bigint, by: string | null, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update support_view set ended_at = ${now}, ended_by = ${by}
    where id = ${id} and ended_at is null and expires_at > ${now} returning id`)
  return rows.length > 0
}

type Of = Pick<SupportView, 'accountId' | 'id'>

/** Whether this view has shown this path before: then the account knows. */
export async function isRecorded(db: Queryable, { accountId, id }: Of, path: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from support_view_read where account_id = ${accountId} and view_id = ${id} and path = ${path}`)
  return rows.length > 0
}

/** A request that reads something new in this view waits for another one that does at the moment. False where it is over. */
export async function lockOpenView(tx: Transaction, { accountId, id }: Of, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    select from support_view
    where account_id = ${accountId} and id = ${id} and ended_at is null and expires_at > ${now} for update`)
  return rows.length > 0
}

/** How many different things this view has shown. Exact while the view is locked. */
export async function countRead(tx: Transaction, { accountId, id }: Of): Promise<number> {
  const [row] = await tx.query<{ read: number }>(sql`
    select count(*)::int as read from support_view_read where account_id = ${accountId} and view_id = ${id}`)
  return row?.read ?? 0
}

export const insertRead = (tx: Transaction, { accountId, id }: Of, path: string, now: Date) =>
  tx.query(sql`
    insert into support_view_read (account_id, view_id, path, read_at) values (${accountId}, ${id}, ${path}, ${now})`)
