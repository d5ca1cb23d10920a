// Outside production the secrets that are not configured are made once and kept in the data folder: what they have sealed
// stays readable, and sessions survive a restart. Production never gets here without both being set.
import { join } from 'node:path'
import { makeFolder } from '#db/embedded/home.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import { asStartProblem, StartProblem } from '#kernel/start-problem.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { Config } from './config.ts'
import { createPrivateFile, readIfThere } from './private-file.ts'

export const authSecretsOf = ({ authSecret, otherAuthSecret }: SealedConfig): AuthSecrets => ({
  secret: authSecret,
  otherSecret: otherAuthSecret,
})

/** A configuration that lacks nothing. */
export type SealedConfig = Config & Readonly<{ encryptionKey: Buffer; authSecret: string }>

interface Kept {
  encryptionKey: string
  authSecret: string
}

const KEY_BYTES = 32

export async function sealConfig(config: Config, random: RandomBytes): Promise<SealedConfig> {
  const { encryptionKey, authSecret } = config
  if (encryptionKey !== null && authSecret !== null) return Object.freeze({ ...config, encryptionKey, authSecret })
  return withKept(config, await keptSecrets(config.dataDir, random))
}

/** The same for an existing installation: nothing is made. */
export async function unsealConfig(config: Config): Promise<SealedConfig> {
  const { encryptionKey, authSecret, dataDir } = config
  if (encryptionKey !== null && authSecret !== null) return Object.freeze({ ...config, encryptionKey, authSecret })
  const file = join(dataDir, 'secrets.json')
  const text = await readIfThere(file)
  if (text === null)
    throw new StartProblem(
      `There is no gateway in ${dataDir}. Start the gateway once, or set DATA_DIR (or ENCRYPTION_KEY and AUTH_SECRET) to what it is started with.`,
    )
  return withKept(config, keptIn(text, file))
}

function withKept(config: Config, kept: Kept): SealedConfig {
  return Object.freeze({
    ...config,
    encryptionKey: config.encryptionKey ?? Buffer.from(kept.encryptionKey, 'base64'),
    authSecret: config.authSecret ?? kept.authSecret,
  })
}

async function keptSecrets(dataDir: string, random: RandomBytes): Promise<Kept> {
  const file = join(dataDir, 'secrets.json')
  try {
    await makeFolder(dataDir)
    const fresh = { encryptionKey: base64(random), authSecret: base64(random) }
    const there = await readIfThere(file)
    // Where two first starts race, one file wins and both read it.
    if (there === null) await createPrivateFile(file, `${JSON.stringify(fresh, null, 2)}\n`)
    return keptIn(there ?? (await readIfThere(file)) ?? '', file)
  } catch (error) {
    throw asStartProblem(`The data folder ${dataDir} cannot be used`, error)
  }
}

function keptIn(text: string, file: string): Kept {
  const kept = parsed(text)
  const key = Buffer.from(String(kept?.encryptionKey), 'base64')
  if (kept !== null && key.length === KEY_BYTES && typeof kept.authSecret === 'string') return kept
  throw new StartProblem(
    `${file} is damaged. Bring it back from a backup: what it has encrypted cannot be read without it.`,
  )
}

function parsed(text: string): Kept | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function base64(random: RandomBytes): string {
  return random(KEY_BYTES).toString('base64')
}
