// The SQL of the browsers in which a person has signed in. Only hashes of their cookies are kept.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

/** Beyond it the one that was not seen for longest is forgotten. */
const MAX_DEVICES = 30

export async function isKnownDevice(db: Queryable, userId: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`select from iam.device where user_id = ${userId} and token_hash = ${tokenHash}`)
  return rows.length > 0
}

/** The same, by the address that a person signs in with. */
export async function isDeviceOf(db: Queryable, email: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    select from iam.device join iam."user" on "user"."id" = device.user_id
    where "user"."email" = ${email} and token_hash = ${tokenHash}`)
  return rows.length > 0
}

export async function rememberDevice(tx: Transaction, userId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.query(sql`
    insert into iam.device (user_id, token_hash, created_at, seen_at) values (${userId}, ${tokenHash}, ${now}, ${now})
    on conflict (user_id, token_hash) do update set seen_at = excluded.seen_at`)
  await tx.query(sql`
    delete from iam.device where user_id = ${userId} and token_hash in (
      select token_hash from iam.device where user_id = ${userId} order by seen_at desc, token_hash offset ${MAX_DEVICES}
    )`)
}

export const forgetDevice = (db: Queryable, tokenHash: Buffer) =>
  db.query(sql`delete from iam.device where token_hash = ${tokenHash}`)
