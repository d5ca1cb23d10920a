// The SQL of the key of fingerprints: made once, by whoever needs it first.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

/** The sealed key that there is; `sealed`, where there is none yet. */
export async function keptKey(db: Queryable, sealed: string, now: Date): Promise<string> {
  await db.query(sql`
    insert into privacy_key (secret_sealed, created_at) values (${sealed}, ${now}) on conflict (id) do nothing`)
  const [row] = await db.query<{ sealed: string }>(sql`select secret_sealed as sealed from privacy_key`)
  return row?.sealed ?? sealed
}
