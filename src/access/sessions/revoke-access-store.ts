// Everything that lets a person in without the password of this moment, and its end: sessions, links, sign-ins that have begun,
// known devices, and the second factors that the mailbox has not confirmed.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { forgetAttempts } from '../second-factor/attempt-store.ts'
import { attemptsOf } from '../second-factor/attempts.ts'
import { endSessions } from './store.ts'

export interface EndedWays {
  sessions: number
  passkeys: number
  authenticatorApp: boolean
}

/** `keeping: 'confirmed'`: passkeys and an app stay that were confirmed by mail. 'nothing': none does. */
export async function endWaysIn(
  tx: Transaction,
  userId: string,
  { keeping }: { keeping: 'confirmed' | 'nothing' },
): Promise<EndedWays> {
  const isEnding = keeping === 'nothing' ? sql`true` : sql`"confirmedAt" is null`
  const passkeys = await tx.query(sql`
    delete from iam."passkey" where "userId" = ${userId} and ${isEnding} returning 1`)
  const apps = await tx.query<{ on: boolean }>(sql`
    delete from iam."twoFactor" where "userId" = ${userId} and ${isEnding} returning "verified" is not false as "on"`)
  if (apps.length > 0) await tx.query(sql`update iam."user" set "twoFactorEnabled" = false where "id" = ${userId}`)
  await tx.query(sql`delete from iam.device where user_id = ${userId}`)
  await tx.query(sql`delete from iam."verification" where "value" = ${userId}::text`)
  await forgetAttempts(tx, attemptsOf(userId))
  const sessions = await endSessions(tx, userId, null)
  return { sessions, passkeys: passkeys.length, authenticatorApp: apps.some(({ on }) => on) }
}

/** The holder of the mailbox has proven that it is theirs. */
export const confirmAddress = (tx: Transaction, userId: string) =>
  tx.query(sql`update iam."user" set "emailVerified" = true where "id" = ${userId}`)
