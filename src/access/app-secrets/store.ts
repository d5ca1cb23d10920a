// What better-auth has encrypted of authenticator apps.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface AppSecrets {
  secret: string
  backupCodes: string
}

const IS_SET_UP = sql`"secret" <> ''`
const beginWith = (head: string) =>
  sql`starts_with("secret", ${head}) and ("backupCodes" = '' or starts_with("backupCodes", ${head}))`

export const findAppsBeside = (db: Queryable, head: string) =>
  db.query<AppSecrets & { userId: string; email: string }>(sql`
    select "userId"::text, "secret", "backupCodes", email from iam."twoFactor" join iam."user" on "user".id = "userId"
    where ${IS_SET_UP} and not (${beginWith(head)})`)

export async function countApps(db: Queryable, head: string): Promise<{ present: number; others: number }> {
  const [row] = await db.query<{ present: number; others: number }>(sql`
    select count(*) filter (where ${beginWith(head)})::int as present,
      count(*) filter (where not (${beginWith(head)}))::int as others
    from iam."twoFactor" where ${IS_SET_UP}`)
  return row ?? { present: 0, others: 0 }
}

/** Where it still is what was read. Answers how many it was. */
export async function replaceApp(
  db: Queryable,
  before: AppSecrets & { userId: string },
  { secret, backupCodes }: AppSecrets,
): Promise<number> {
  const replaced = await db.query(sql`
    update iam."twoFactor" set "secret" = ${secret}, "backupCodes" = ${backupCodes}
    where "userId" = ${before.userId} and "secret" = ${before.secret} and "backupCodes" = ${before.backupCodes}
    returning 1`)
  return replaced.length
}
