// The SQL of views for support.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { SupportView } from './support-view.ts'

const VIEW = sql`
  support_view.id, account_id as "accountId", account.name as "accountName", opened_by as "openedBy",
  person_name(opened_by) as "openedByName", reason, opened_at as "openedAt", expires_at as "expiresAt", ended_at as "endedAt"
  from support_view join account on account.id = account_id`

/** The one that is open in this session, and whether it has shown this path before. */
export interface OpenView extends SupportView {
  isKnown: boolean
  /** How many different things it has shown. */
  read: number
}

export async function findOpenView(
  db: Queryable,
  { sessionId, openedBy, path }: { sessionId: string; openedBy: string; path: string },
  now: Date,
): Promise<OpenView | null> {
  const [view] = await db.query<OpenView>(sql`
    select exists (
        select from support_view_read seen
        where seen.account_id = support_view.account_id and view_id = support_view.id and path = ${path}
      ) as "isKnown", (
        select count(*)::int from support_view_read seen
        where seen.account_id = support_view.account_id and view_id = support_view.id
      ) as read, ${VIEW}
    where session_id = ${sessionId} and opened_by = ${openedBy} and ended_at is null and expires_at > ${now}`)
  return view ?? null
}

export async function findView(db: Queryable, id: bigint): Promise<SupportView | null> {
  const [view] = await db.query<SupportView>(sql`select ${VIEW} where support_view.id = ${id}`)
  return view ?? null
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

/** null where the session has one open. */
export async function insertView(tx: Transaction, view: NewView): Promise<bigint | null> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into support_view (account_id, opened_by, session_id, reason, opened_at, expires_at)
    values (${view.accountId}, ${view.openedBy}, ${view.sessionId}, ${view.reason}, ${view.openedAt}, ${view.expiresAt})
    on conflict (session_id) where ended_at is null do nothing returning id`)
  return row?.id ?? null
}

/** False where it has ended before. */
export async function endView(tx: Transaction, id: bigint, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update support_view set ended_at = ${now} where id = ${id} and ended_at is null and expires_at > ${now} returning id`)
  return rows.length > 0
}

/** False where it has been read before. */
export async function insertRead(
  tx: Transaction,
  { accountId, id }: Pick<SupportView, 'accountId' | 'id'>,
  path: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into support_view_read (account_id, view_id, path, read_at) values (${accountId}, ${id}, ${path}, ${now})
    on conflict do nothing returning 1 as new`)
  return rows.length > 0
}
