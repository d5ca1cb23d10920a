// The SQL of registrations that wait for their mailbox.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export interface SignUp {
  id: string
  email: string
  name: string
  passwordHash: string
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
}

/** Forgets those that have run out, so that they need nobody to sweep them. */
export async function insertSignUp(tx: Transaction, given: SignUp): Promise<void> {
  await tx.query(sql`delete from iam.sign_up where expires_at < ${given.createdAt}`)
  await tx.query(sql`
    insert into iam.sign_up (id, email, name, password_hash, token_hash, created_at, expires_at)
    values (${given.id}, ${given.email}, ${given.name}, ${given.passwordHash}, ${given.tokenHash}, ${given.createdAt},
      ${given.expiresAt})`)
}

const COLUMNS = sql`
  id, email, name, password_hash as "passwordHash", token_hash as "tokenHash", created_at as "createdAt",
  expires_at as "expiresAt"`

export async function findSignUp(db: Queryable, by: { id: string } | { tokenHash: Buffer }): Promise<SignUp | null> {
  const [row] = await db.query<SignUp>(sql`
    select ${COLUMNS} from iam.sign_up
    where ${'id' in by ? sql`id = ${by.id}` : sql`token_hash = ${by.tokenHash}`}`)
  return row ?? null
}

/** All of the address: whichever was answered, the others are void. */
export const forgetSignUps = (db: Queryable, email: string) =>
  db.query(sql`delete from iam.sign_up where email = ${email}`)

/** Whether a person signs in with this address who has confirmed it. */
export async function isConfirmed(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.query(sql`select from iam."user" where "email" = ${email} and "emailVerified"`)
  return rows.length > 0
}
