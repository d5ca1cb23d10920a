// The SQL of mail that is owed, and of what was sent of late.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import type { DueMail, MailKind, NewMail } from './mail.ts'

/** What one mailbox may be sent of a kind. */
export interface MailLimit {
  max: number
  since: Date
}

/** Beyond the limit nothing is written. */
export async function insertMail(db: Queryable, mail: NewMail, now: Date, limit: MailLimit | null): Promise<void> {
  await db.query(sql`
    insert into mail (account_id, kind, recipient, language, detail, created_at, expires_at, due_at)
    select ${mail.accountId}, ${mail.kind}, ${mail.recipient}, ${mail.language}, ${JSON.stringify(mail.detail)}::jsonb,
      ${now}, ${mail.expiresAt}, ${now}
    where ${limit === null} or (
      select count(*) from mail
      where recipient = ${mail.recipient} and kind = ${mail.kind} and created_at > ${limit?.since ?? now}
    ) < ${limit?.max ?? 0}`)
}

/** Until `until` nobody else takes them. Those of the kinds `held` wait. */
export function leaseMail(
  db: Queryable,
  { now, until, limit, held }: { now: Date; until: Date; limit: number; held: readonly MailKind[] },
): Promise<DueMail[]> {
  return db.query<DueMail>(sql`
    with due as (
      select account_id, id from mail where due_at <= ${now} and kind <> all(${[...held]}::text[])
      order by due_at limit ${limit} for update skip locked
    ), leased as (${lease('mail', until)})
    update mail set due_at = ${until} from due where mail.account_id = due.account_id and mail.id = due.id
    returning mail.account_id as "accountId", mail.id, kind, recipient, language, detail, created_at as "createdAt",
      expires_at as "expiresAt", tries`)
}

type Key = Pick<DueMail, 'accountId' | 'id'>

export const markSent = (db: Queryable, { accountId, id }: Key, now: Date) =>
  db.query(sql`
    update mail set due_at = null, sent_at = ${now}, tries = tries + 1, trouble = null
    where account_id = ${accountId} and id = ${id}`)

/** `dueAt` null: it is given up. */
export const markTrouble = (db: Queryable, { accountId, id }: Key, trouble: string, dueAt: Date | null) =>
  db.query(sql`
    update mail set due_at = ${dueAt}, tries = tries + 1, trouble = ${trouble}
    where account_id = ${accountId} and id = ${id}`)

/** Nobody wants it any more, or there is nobody. */
export const dropMail = (db: Queryable, { accountId, id }: Key) =>
  db.query(sql`update mail set due_at = null where account_id = ${accountId} and id = ${id}`)

/** Whether a mail is still to go that so many tries have not sent. */
export async function someMailWaits(db: Queryable, tries: number): Promise<boolean> {
  const rows = await db.query(sql`select from mail where due_at is not null and tries >= ${tries} limit 1`)
  return rows.length > 0
}

/** How many mails of a kind an account has caused since then. */
export async function countMail(db: Queryable, accountId: number, kind: MailKind, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int from mail where account_id = ${accountId} and kind = ${kind} and created_at > ${since}`)
  return row?.count ?? 0
}

/** Forgets who was sent what before `cutoff`; answers how many, at most `limit`. */
export async function forgetMail(db: Queryable, cutoff: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from mail using (
      select account_id, id from mail where due_at is null and created_at < ${cutoff}
      limit ${limit} for update skip locked
    ) old
    where mail.account_id = old.account_id and mail.id = old.id
    returning mail.id`)
  return rows.length
}
