// The SQL of the signing key.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export async function findSealedKey(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ sealed: string }>(sql`select private_sealed as sealed from signing_key`)
  return row?.sealed ?? null
}

/** Answers whether it is the key now: where another process has been faster, its key stays. */
export const insertSealedKey = async (db: Queryable, sealed: string, at: Date): Promise<boolean> => {
  const rows = await db.query(sql`
    insert into signing_key (private_sealed, created_at) values (${sealed}, ${at}) on conflict do nothing returning 1`)
  return rows.length > 0
}
