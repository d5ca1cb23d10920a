// The SQL of a charge's page.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export async function findSellerName(db: Queryable, accountId: number): Promise<string> {
  const [row] = await db.query<{ name: string }>(sql`select name from account where id = ${accountId}`)
  return row?.name ?? ''
}
