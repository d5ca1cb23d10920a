// The SQL of the operators. A transaction that adds or removes one waits for the others that do.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export interface Operator {
  userId: string
  name: string
  email: string
  /** null: they were the first one, or it was before this was written down. */
  since: Date | null
  passkeys: number
  authenticatorApp: boolean
  /** null: no session of theirs is kept any more. */
  lastSeenAt: Date | null
}

export const lockOperatorList = (tx: Transaction) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended('the first operator', 0))`)

/** The oldest first. */
export const listOperators = (db: Queryable) =>
  db.query<Operator>(sql`
    select id::text as "userId", name, email, "operatorSince" as since,
      (select count(*)::int from iam."passkey" where "userId" = person.id) as passkeys,
      exists (select from iam."twoFactor" where "userId" = person.id and "verified" is not false) as "authenticatorApp",
      (select max(coalesce("seenAt", "updatedAt")) from iam."session" where "userId" = person.id) as "lastSeenAt"
    from iam."user" person where operator order by "createdAt", id`)

export const beginOperator = (tx: Transaction, userId: string) =>
  tx.query(sql`update iam."user" set "operator" = true where "id" = ${userId}`)

/** null: nobody has this id with an address that is confirmed. */
export async function isOperatorAlready(db: Queryable, userId: string): Promise<boolean | null> {
  const [row] = await db.query<{ operator: boolean }>(sql`
    select "operator" from iam."user" where "id" = ${userId} and "emailVerified"`)
  return row?.operator ?? null
}

/** The oldest first. */
export const findOperators = (db: Queryable) =>
  db.query<{ id: string; email: string }>(sql`
    select id::text, email from iam."user" where operator order by "createdAt", id`)

/** The person who signs in with this address. */
export async function findPersonId(db: Queryable, email: string): Promise<string | null> {
  const [person] = await db.query<{ id: string }>(sql`
    select id::text from iam."user" where email = ${email.toLowerCase()}`)
  return person?.id ?? null
}

/** This person runs the gateway only: no account is opened for them. */
export const awaitNoAccount = (db: Queryable, userId: string) =>
  db.query(sql`update iam."user" set "awaitsAccount" = false where "id" = ${userId}`)

export const endOperator = (tx: Transaction, userId: string) =>
  tx.query(sql`update iam."user" set "operator" = false where "id" = ${userId}`)

/** The persons whom an open proposal of this kind is about. */
export async function findRemovalsProposed(db: Queryable, kind: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(sql`
    select payload->>'userId' as "userId" from proposal
    where kind = ${kind} and state = 'OPEN' and expires_at > ${now}`)
  return rows.map(({ userId }) => userId)
}
