// The SQL of members. The caller that changes one has locked its account.
import sql from 'sql-template-tag'
import { approvesFrom } from '#access/approvers/approver.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { liveAccountOf } from '#kernel/account/test-account.ts'
import type { Member } from './member.ts'

/** Makes changes of an account's members and invitations wait for each other. Money does not wait here. */
export const lockPeople = (tx: Transaction, accountId: number) =>
  tx.query(sql`select id from account where id = ${accountId} for no key update`)

/** Those who can sign in, the oldest first. Of a test account those of its live account. */
export const listMembers = (db: Queryable, accountId: number): Promise<Member[]> =>
  db.query<Member>(sql`
    select user_id as "userId", name, email, role, created_at as "createdAt",
      least(approves_at, '9999-12-31') as "approvesAt"
    from member join iam."user" person on person.id = member.user_id::uuid
    where account_id = ${liveAccountOf(accountId)} order by created_at, user_id`)

export const insertMember = (tx: Transaction, accountId: number, userId: string, role: Role, now: Date) =>
  tx.query(sql`
    insert into member (account_id, user_id, role, created_at, approves_at)
    values (${accountId}, ${userId}, ${role}, ${now}, ${approvesFrom(now)})`)

export const setRole = (tx: Transaction, accountId: number, { userId, role, approvesAt }: Member) =>
  tx.query(sql`
    update member set role = ${role}, approves_at = ${approvesAt}, seal = default
    where account_id = ${accountId} and user_id = ${userId}`)

export const deleteMember = (tx: Transaction, accountId: number, userId: string) =>
  tx.query(sql`delete from member where account_id = ${accountId} and user_id = ${userId}`)

export async function isActive(db: Queryable, accountId: number): Promise<boolean> {
  const rows = await db.query(sql`select from account where id = ${accountId} and status = 'ACTIVE'`)
  return rows.length > 0
}

/** Not the suspense account. */
export async function isSeller(db: Queryable, accountId: number): Promise<boolean> {
  const rows = await db.query(
    sql`select from account where id = ${accountId} and coalesce(live_account_id, id) <> ${SUSPENSE_ACCOUNT_ID}`,
  )
  return rows.length > 0
}
