// What a backup says of itself. It is the first thing in it, and is sealed like the rest, so that everything that would make a restore
// fail is known before a file is written: another PostgreSQL, another Porteira, other keys.
import { createHash } from 'node:crypto'
import { StartProblem } from '#kernel/start-problem.ts'

export interface BackupDescription {
  format: number
  takenAt: string
  /** Version and commit of the gateway. */
  release: string
  /** Whether PostgreSQL came with Porteira. Where it did not, only the operator's own programs may run the files. */
  embedded: boolean
  postgres: { major: number; version: string }
  /** How the gateway gets at its tables in there. */
  database: { name: string; role: string }
  /** The newest migration that it has seen, and how many. */
  schema: { newest: string; count: number }
  /** `wal`: the first file of the log that it needs, of so many bytes. `cluster`: as names of files have it. */
  start: { lsn: string; timeline: number; wal: string; cluster: string; segmentBytes: number }
  keys: KeyFingerprints
}

/** Neither key is in a backup. These say which ones belong to it. */
export interface KeyFingerprints {
  encryptionKey: string
  /** Of a key that was being changed; null: none was. */
  otherEncryptionKey: string | null
  authSecret: string
  otherAuthSecret: string | null
}

export const FORMAT = 1

const FINGERPRINT_LETTERS = 16

export interface Keys {
  encryptionKey: Buffer
  otherEncryptionKey: Buffer | null
  authSecret: string
  otherAuthSecret: string | null
}

export function fingerprintsOf({
  encryptionKey,
  otherEncryptionKey,
  authSecret,
  otherAuthSecret,
}: Keys): KeyFingerprints {
  const of = (name: string, key: Buffer | string) =>
    createHash('sha256').update(`porteira ${name} `).update(key).digest('hex').slice(0, FINGERPRINT_LETTERS)
  const ofEncryption = (key: Buffer) => of('ENCRYPTION_KEY', key)
  return {
    encryptionKey: ofEncryption(encryptionKey),
    otherEncryptionKey: otherEncryptionKey === null ? null : ofEncryption(otherEncryptionKey),
    authSecret: of('AUTH_SECRET', authSecret),
    otherAuthSecret: otherAuthSecret === null ? null : of('AUTH_SECRET', otherAuthSecret),
  }
}

export const descriptionText = (about: BackupDescription): string => `${JSON.stringify(about, null, 2)}\n`

/** Throws a StartProblem where it is of a later Porteira, or of none. */
export function descriptionIn(text: string, file: string): BackupDescription {
  const about = parsed(text)
  if (about?.format === FORMAT) return about
  throw new StartProblem(
    about === null
      ? `${file} is no backup of Porteira.`
      : `${file} was made by a later Porteira (form ${about.format}); this one reads form ${FORMAT}.`,
  )
}

function parsed(text: string): BackupDescription | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Throws a StartProblem that names the key which is missing. One that was changed since may be here as the other one. */
export function refuseOtherKeys(here: KeyFingerprints, there: KeyFingerprints): void {
  for (const [name, of] of [
    ['ENCRYPTION_KEY', encryptionKeysOf],
    ['AUTH_SECRET', authSecretsOf],
  ] as const) {
    const key = of(there).find(one => !of(here).includes(one))
    if (key !== undefined)
      throw new StartProblem(
        `The backup was taken under the ${name} with the fingerprint ${key}, and here is ${of(here).join(' and ')}. ` +
          `One that was changed since is given as ${name}_OTHER. Nothing was restored.`,
      )
  }
}

const encryptionKeysOf = ({ encryptionKey, otherEncryptionKey }: KeyFingerprints): string[] =>
  otherEncryptionKey === null ? [encryptionKey] : [encryptionKey, otherEncryptionKey]
const authSecretsOf = ({ authSecret, otherAuthSecret }: KeyFingerprints): string[] =>
  otherAuthSecret === null ? [authSecret] : [authSecret, otherAuthSecret]
