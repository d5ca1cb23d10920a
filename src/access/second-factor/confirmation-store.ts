// The SQL of what a mailbox confirms of second factors. A token is drawn when its letter is written; only its hash is kept.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export interface ConfirmedFactor {
  factor: 'passkey' | 'app'
  id: string
  userId: string
}

/** False where there is nothing left to confirm: it is gone, or was confirmed. The link before opens nothing any more. */
export async function letConfirm(
  db: Queryable,
  { factor, factorId }: { factor: 'passkey' | 'app' | 'codes'; factorId: string },
  tokenHash: Buffer,
): Promise<boolean> {
  const rows =
    factor === 'passkey'
      ? await db.query(sql`
          update iam."passkey" set "confirmationHash" = ${tokenHash}
          where "id" = ${factorId} and "confirmedAt" is null returning 1`)
      : await db.query(sql`
          update iam."twoFactor" set "confirmationHash" = ${tokenHash}
          where "id" = ${factorId} and "confirmedAt" is null and "verified" is not false returning 1`)
  return rows.length > 0
}

/** Null where no factor waits for this token. */
export async function confirmFactor(tx: Transaction, tokenHash: Buffer, now: Date): Promise<ConfirmedFactor | null> {
  const [passkey] = await tx.query<{ id: string; userId: string }>(sql`
    update iam."passkey" set "confirmedAt" = ${now}, "confirmationHash" = null
    where "confirmationHash" = ${tokenHash} returning "id"::text, "userId"::text`)
  if (passkey !== undefined) return { factor: 'passkey', ...passkey }
  const [app] = await tx.query<{ id: string; userId: string }>(sql`
    update iam."twoFactor" set "confirmedAt" = ${now}, "confirmationHash" = null
    where "confirmationHash" = ${tokenHash} returning "id"::text, "userId"::text`)
  return app === undefined ? null : { factor: 'app', ...app }
}

/** The person's own factors that the mailbox has not confirmed. */
export async function unconfirmedOf(db: Queryable, userId: string): Promise<Omit<ConfirmedFactor, 'userId'>[]> {
  return db.query<Omit<ConfirmedFactor, 'userId'>>(sql`
    select 'passkey' as factor, "id"::text from iam."passkey" where "userId" = ${userId} and "confirmedAt" is null
    union all
    select 'app', "id"::text from iam."twoFactor"
    where "userId" = ${userId} and "confirmedAt" is null and "verified" is not false`)
}
