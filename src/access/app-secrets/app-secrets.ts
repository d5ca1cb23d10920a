// The secrets of authenticator apps, and the recovery codes beside them, are encrypted by better-auth under AUTH_SECRET. Each text names its secret by
// a number that follows from it, so that both are read while it is being changed. Earlier texts name none and are written anew at a start.
import { createHmac } from 'node:crypto'
import type { Queryable } from '#db/postgres.ts'
import { type AuthSecrets, bothOf } from '#kernel/crypto/auth-secrets.ts'
import { type AppSecrets, countApps, findAppsBeside, replaceApp } from './store.ts'

const ANY_NUMBER = '$ba$'
const NUMBER_BYTES = 6

const numberOf = (secret: string): number =>
  createHmac('sha256', secret).update('porteira secret number').digest().readUIntBE(0, NUMBER_BYTES)

/** As better-auth takes them, the present one first. */
export const numbered = (secrets: AuthSecrets): { version: number; value: string }[] =>
  bothOf(secrets).map(value => ({ version: numberOf(value), value }))

const headOf = (secret: string) => `${ANY_NUMBER}${numberOf(secret)}$`

/** Of the apps, how many are encrypted under the present secret, and how many under another. */
export const countEncryptedApps = (db: Queryable, { secret }: AuthSecrets) => countApps(db, headOf(secret))

/** What names no secret yet; where neither one at hand reads it, it is left as it is. */
export const numberApps = async (db: Queryable, secrets: AuthSecrets) =>
  (await encryptAnew(db, secrets, ANY_NUMBER)).done

/** What is encrypted under the other secret. */
export const encryptAppsAnew = (db: Queryable, secrets: AuthSecrets) => encryptAnew(db, secrets, headOf(secrets.secret))

interface EncryptedAnew {
  /** How many apps. */
  done: number
  /** Whose app neither secret reads. */
  unread: string[]
}

async function encryptAnew(db: Queryable, secrets: AuthSecrets, unless: string): Promise<EncryptedAnew> {
  let done = 0
  const unread: string[] = []
  for (const app of await findAppsBeside(db, unless)) {
    const [secret, backupCodes] = [await anew(app.secret, secrets), await anew(app.backupCodes, secrets)]
    if (secret === null || backupCodes === null) unread.push(app.email)
    else done += await replaceApp(db, app, { secret, backupCodes } satisfies AppSecrets)
  }
  return { done, unread }
}

/** Null: neither secret reads it. */
async function anew(text: string, secrets: AuthSecrets): Promise<string | null> {
  if (text === '') return ''
  // Loads what a command line seldom needs.
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  const keys = new Map(numbered(secrets).map(({ version, value }) => [version, value]))
  const config = { keys, currentVersion: numberOf(secrets.secret) }
  for (const key of text.startsWith(ANY_NUMBER) ? [config] : bothOf(secrets)) {
    const plain = await symmetricDecrypt({ key, data: text }).catch(() => null)
    if (plain !== null) return symmetricEncrypt({ key: config, data: plain })
  }
  return null
}
