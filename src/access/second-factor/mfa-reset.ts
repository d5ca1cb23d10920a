// For a person who has lost phone, passkeys and recovery codes: an operator takes the second factors away, and every session with
// them. What is left is the password, which the person must still know.
import type { Actor } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { PersonLog } from '../person-audit.ts'
import { endSessions } from '../sessions/store.ts'
import { forgetAttempts } from './attempt-store.ts'
import { attemptsOf } from './attempts.ts'
import { findFactors, removePasskeys, removeTotp } from './store.ts'

export interface Removed {
  authenticatorApp: boolean
  passkeys: number
  endedSessions: number
}

export interface Removing {
  userId: string
  by: Actor
  reason: string | null
}

export async function resetSecondFactors(
  tx: Transaction,
  personLog: PersonLog,
  { userId, by, reason }: Removing,
  now: Date,
): Promise<Removed> {
  const { totp } = await findFactors(tx, userId)
  await removeTotp(tx, userId)
  const passkeys = await removePasskeys(tx, userId)
  const endedSessions = await endSessions(tx, userId, null)
  await forgetAttempts(tx, attemptsOf(userId))
  const removed: Removed = { authenticatorApp: totp, passkeys, endedSessions }
  const action = { userId, address: by.address ?? '', action: 'second-factor.removed', detail: { ...removed } }
  await personLog(tx, { ...action, by, reason }, now)
  return removed
}
