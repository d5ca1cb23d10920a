// The SQL of sessions: those of a person, when each was last seen, and their end. better-auth looks a session up at every
// request, so one whose row is gone has ended everywhere.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export interface SessionRow {
  id: string
  userAgent: string | null
  /** Where it was last seen, else where it began. */
  address: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** Those that have not run out, the last seen first. */
export const listSessions = (db: Queryable, userId: string, now: Date) =>
  db.query<SessionRow>(sql`
    select "id", "userAgent", coalesce("seenFrom", nullif("ipAddress", '')) as address, "createdAt",
      coalesce("seenAt", "updatedAt") as "lastSeenAt", "expiresAt"
    from iam."session" where "userId" = ${userId} and "expiresAt" > ${now}
    order by "lastSeenAt" desc, "id"`)

/** False where the person has no such session. */
export async function endSession(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from iam."session" where "userId" = ${userId} and "id" = ${id} returning 1`)
  return rows.length === 1
}

/** All of the person but `kept`; null: all. Answers how many. */
export async function endSessions(tx: Transaction, userId: string, kept: string | null): Promise<number> {
  const rows = await tx.query(sql`
    delete from iam."session" where "userId" = ${userId} and (${kept}::uuid is null or "id" <> ${kept}::uuid) returning 1`)
  return rows.length
}

export async function countOtherSessions(db: Queryable, userId: string, kept: string, now: Date): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`
    select count(*) from iam."session" where "userId" = ${userId} and "id" <> ${kept} and "expiresAt" > ${now}`)
  return Number(row?.count ?? 0)
}

/** Those recorded as seen since `before` are left alone, by whichever process. */
export const touchSessions = (db: Queryable, seen: { sessionId: string; address: string }[], now: Date, before: Date) =>
  db.query(sql`
    update iam."session" set "seenAt" = ${now}, "seenFrom" = seen.address
    from unnest(${seen.map(({ sessionId }) => sessionId)}::uuid[], ${seen.map(({ address }) => address)}::text[])
      as seen (id, address)
    where "session"."id" = seen.id and ("seenAt" is null or "seenAt" <= ${before} or "seenFrom" is distinct from seen.address)`)

export interface Names {
  email: string
  name: string
}

export async function findNames(db: Queryable, userId: string): Promise<Names> {
  const [person] = await db.query<Names>(sql`select "email", "name" from iam."user" where "id" = ${userId}`)
  if (person === undefined) throw new Error('a person was asked for who is not there')
  return person
}

/** Links that would set another one end with the old one. Answers whose it is. */
export async function setPassword(tx: Transaction, userId: string, hash: string, now: Date): Promise<Names> {
  await tx.query(sql`
    update iam."account" set "password" = ${hash}, "updatedAt" = ${now}
    where "userId" = ${userId} and "providerId" = 'credential'`)
  await tx.query(sql`delete from iam."verification" where "value" = ${userId}::text`)
  return findNames(tx, userId)
}
