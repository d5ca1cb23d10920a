// The SQL of invitations. The caller that changes one has locked its account.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Invitation } from './invitation.ts'

const COLUMNS = columnsOf<Invitation>({
  accountId: 'invitation.account_id',
  accountName: 'invitation.account_name',
  tokenHash: 'invitation.token_hash',
  invitedBy: 'invitation.invited_by',
  createdAt: 'invitation.created_at',
  sentAt: 'invitation.sent_at',
  expiresAt: 'invitation.expires_at',
  id: 'invitation.id',
  uuid: 'invitation.uuid',
  kind: 'invitation.kind',
  email: 'invitation.email',
  role: 'invitation.role',
  language: 'invitation.language',
  version: 'invitation.version',
  outcome: 'invitation.outcome',
})

async function first(db: Queryable, statement: Sql): Promise<Invitation | null> {
  const [row] = await db.query<Invitation>(statement)
  return row ?? null
}

const isOne = ({ accountId, id }: Pick<Invitation, 'accountId' | 'id'>) => sql`account_id = ${accountId} and id = ${id}`

export const findByToken = (db: Queryable, tokenHash: Buffer) =>
  first(db, sql`select ${COLUMNS} from invitation where token_hash = ${tokenHash}`)

/** Of this account; null also where it is closed. */
export const findOpen = (db: Queryable, accountId: number, by: { uuid: string } | { email: string }) =>
  first(
    db,
    sql`select ${COLUMNS} from invitation where account_id = ${accountId} and closed_at is null
      and ${'uuid' in by ? sql`uuid = ${by.uuid}` : sql`email = ${by.email}`}`,
  )

/** An invitation of any account, as its mail is written. */
export const findInvitation = (db: Queryable, uuid: string) =>
  first(db, sql`select ${COLUMNS} from invitation where uuid = ${uuid}`)

export async function countOpen(db: Queryable, accountId: number, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int from invitation where account_id = ${accountId} and closed_at is null and expires_at > ${now}`)
  return row?.count ?? 0
}

export type NewInvitation = Omit<Invitation, 'id' | 'createdAt' | 'outcome' | 'version'>

/** Sent now. */
export async function insertInvitation(tx: Transaction, given: NewInvitation): Promise<Invitation> {
  const made = await first(
    tx,
    sql`insert into invitation (account_id, uuid, kind, email, role, account_name, language, token_hash, invited_by,
        created_at, sent_at, expires_at)
      values (${given.accountId}, ${given.uuid}, ${given.kind}, ${given.email}, ${given.role}, ${given.accountName},
        ${given.language}, ${given.tokenHash}, ${given.invitedBy}, ${given.sentAt}, ${given.sentAt}, ${given.expiresAt})
      returning ${COLUMNS}`,
  )
  return made as Invitation
}

export const updateSent = (tx: Transaction, invitation: Invitation) =>
  tx.query(sql`
    update invitation set version = ${invitation.version}, token_hash = ${invitation.tokenHash},
      sent_at = ${invitation.sentAt}, expires_at = ${invitation.expiresAt}
    where ${isOne(invitation)}`)

export const closeInvitation = (
  tx: Transaction,
  invitation: Pick<Invitation, 'accountId' | 'id'>,
  outcome: NonNullable<Invitation['outcome']>,
  { now, acceptedBy = null }: { now: Date; acceptedBy?: string | null },
) =>
  tx.query(sql`
    update invitation set closed_at = ${now}, outcome = ${outcome}, accepted_by = ${acceptedBy}
    where ${isOne(invitation)}`)

/** Invitations by a person who may not invite any more. Answers the addresses. */
export async function closeThoseOf(tx: Transaction, accountId: number, userId: string, now: Date): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(sql`
    update invitation set closed_at = ${now}, outcome = 'REVOKED'
    where account_id = ${accountId} and invited_by = ${userId} and closed_at is null
    returning email`)
  return rows.map(({ email }) => email)
}

export type MailState = 'WAITING' | 'SENT' | 'FAILED'

/** As a list shows it: with who has invited, and what became of the mail. */
export interface ListedInvitation extends Invitation {
  inviter: string | null
  mail: MailState
}

/** Those that are not closed, the newest first, below `below`. */
export async function listOpen(
  db: Queryable,
  accountId: number,
  { below, limit }: { below: bigint | null; limit: number },
): Promise<ListedInvitation[]> {
  const rows = await db.query<Invitation & { inviter: string | null; mail: MailState | null }>(sql`
    select ${COLUMNS}, person.name as inviter, last.mail
    from invitation left join iam."user" person on person.id = invited_by::uuid
    left join lateral (
      select case when sent_at is not null then 'SENT' when due_at is null then 'FAILED' else 'WAITING' end as mail
      from mail
      where mail.account_id = invitation.account_id and mail.recipient = invitation.email and mail.kind = 'invitation'
        and mail.detail ->> 'uuid' = invitation.uuid::text and (mail.detail ->> 'version')::int = invitation.version
      order by mail.id desc limit 1
    ) last on true
    where invitation.account_id = ${accountId} and closed_at is null
      and (${below}::bigint is null or invitation.id < ${below})
    order by invitation.id desc limit ${limit}`)
  // A mail that is not kept any more was sent long ago.
  return rows.map(({ inviter, mail, ...invitation }) => ({ ...invitation, inviter, mail: mail ?? 'SENT' }))
}

export async function nameOfPerson(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(sql`select name from iam."user" where id = ${userId}::uuid`)
  return row?.name ?? null
}
