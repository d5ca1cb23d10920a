// The SQL of second factors: who has which, which codes were used, and until when a session counts as proved. Secrets are
// better-auth's, which encrypts them; nothing here reads one.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export interface PasskeyRow {
  id: string
  name: string | null
  deviceType: string
  backedUp: boolean
  createdAt: Date | null
  /** By the mailbox; null: a password that is set by mail ends it. */
  confirmedAt: Date | null
}

export interface Factors {
  /** Codes of an authenticator app are asked for. */
  totp: boolean
  totpConfirmedAt: Date | null
  /** They have been set up, and the first one is awaited. */
  totpBegun: boolean
  /** The oldest first. */
  passkeys: PasskeyRow[]
}

export async function findFactors(db: Queryable, userId: string): Promise<Factors> {
  const [totp] = await db.query<{ on: boolean; begun: boolean; confirmedAt: Date | null }>(sql`
    select "verified" is not false as "on", "secret" <> '' as begun, "confirmedAt" from iam."twoFactor" where "userId" = ${userId}`)
  const passkeys = await db.query<PasskeyRow>(sql`
    select "id", "name", "deviceType", "backedUp", "createdAt", "confirmedAt" from iam."passkey"
    where "userId" = ${userId} order by "createdAt", "id"`)
  return {
    totp: totp?.on === true,
    totpConfirmedAt: totp?.confirmedAt ?? null,
    totpBegun: totp !== undefined && !totp.on && totp.begun,
    passkeys,
  }
}

export interface Standing {
  provenUntil: Date | null
  hasFactor: boolean
  /** The account's wish; false where none is given. */
  accountWantsOne: boolean
}

/** Null where the session has ended meanwhile. */
export async function findStanding(
  db: Queryable,
  { sessionId, userId, accountId }: { sessionId: string; userId: string; accountId: number | null },
): Promise<Standing | null> {
  const [row] = await db.query<Standing>(sql`
    select "provenUntil",
      exists (select from iam."twoFactor" where "userId" = ${userId} and "verified" is not false)
        or exists (select from iam."passkey" where "userId" = ${userId}) as "hasFactor",
      coalesce((select members_need_second_factor from account where id = ${accountId}::integer), false) as "accountWantsOne"
    from iam."session" where "id" = ${sessionId} and "userId" = ${userId}`)
  return row ?? null
}

export const markSteppedUp = (tx: Transaction, sessionId: string, until: Date) =>
  tx.query(sql`update iam."session" set "provenUntil" = ${until} where "id" = ${sessionId}`)

/** What other sessions have proved was less than is asked for now. */
export const forgetProofs = (tx: Transaction, userId: string, exceptSessionId: string) =>
  tx.query(sql`update iam."session" set "provenUntil" = null where "userId" = ${userId} and "id" <> ${exceptSessionId}`)

/** False where the person has used this code already. Codes that no app shows any more are forgotten. */
export async function useCode(
  db: Queryable,
  { userId, digest, now, forgetBefore }: { userId: string; digest: Buffer; now: Date; forgetBefore: Date },
): Promise<boolean> {
  await db.query(sql`delete from iam.used_code where used_at < ${forgetBefore}`)
  const rows = await db.query(sql`
    insert into iam.used_code (user_id, digest, used_at) values (${userId}, ${digest}, ${now})
    on conflict do nothing returning 1`)
  return rows.length === 1
}

/** It was not right: it may be tried again. */
export const forgetCode = (db: Queryable, { userId, digest }: { userId: string; digest: Buffer }) =>
  db.query(sql`delete from iam.used_code where user_id = ${userId} and digest = ${digest}`)

/**
 * A row for better-auth to write its secret into. It would insert one itself, and of two requests at once each would insert
 * its own.
 */
export const makeRoomForTotp = (db: Queryable, userId: string) =>
  db.query(sql`
    insert into iam."twoFactor" ("userId", "secret", "backupCodes", "verified") values (${userId}, '', '', false)
    on conflict ("userId") do nothing`)

/** What better-auth does where a person turns it off, in the transaction of what else has to happen. */
export async function removeTotp(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`delete from iam."twoFactor" where "userId" = ${userId}`)
  await tx.query(sql`update iam."user" set "twoFactorEnabled" = false where "id" = ${userId}`)
}

/** It is new, or its recovery codes are: a link from before confirms nothing any more. */
export async function unconfirmApp(tx: Transaction, userId: string): Promise<{ factor: 'app'; factorId: string }> {
  const [app] = await tx.query<{ id: string }>(sql`
    update iam."twoFactor" set "confirmedAt" = null, "confirmationHash" = null where "userId" = ${userId}
    returning "id"::text`)
  if (app === undefined) throw new Error('an app that nobody has was to be confirmed')
  return { factor: 'app', factorId: app.id }
}

/** Null where the person has no such passkey. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await tx.query<PasskeyRow>(sql`
    delete from iam."passkey" where "userId" = ${userId} and "id" = ${id}
    returning "id", "name", "deviceType", "backedUp", "createdAt", "confirmedAt"`)
  return row ?? null
}

export async function renamePasskey(
  tx: Transaction,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const [row] = await tx.query<PasskeyRow>(sql`
    update iam."passkey" set "name" = ${name} where "userId" = ${userId} and "id" = ${id}
    returning "id", "name", "deviceType", "backedUp", "createdAt", "confirmedAt"`)
  return row ?? null
}

export async function removePasskeys(tx: Transaction, userId: string): Promise<number> {
  const rows = await tx.query(sql`delete from iam."passkey" where "userId" = ${userId} returning 1`)
  return rows.length
}

export async function isOperator(db: Queryable, userId: string): Promise<boolean | null> {
  const [row] = await db.query<{ operator: boolean }>(sql`select "operator" from iam."user" where "id" = ${userId}`)
  return row?.operator ?? null
}
