// The gateway's own signing key, made when it is first asked for: also by who only wants its public half, so that nobody learns from it whether
// anything was ever signed.
import type { Database } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { SEED_BYTES, type SigningKey, signingKeyOf } from './key.ts'
import { findSealedKey, insertSealedKey } from './store.ts'

export interface KeyDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  secretBox: SecretBox
}

export async function ownSigningKey({ db, clock, random, secretBox }: KeyDeps): Promise<SigningKey> {
  const known = await findSealedKey(db)
  if (known === null) await insertSealedKey(db, secretBox.seal(random(SEED_BYTES).toString('base64url')), clock())
  const sealed = known ?? (await findSealedKey(db))
  if (sealed === null) throw new Error('the signing key was not kept')
  return signingKeyOf(Buffer.from(secretBox.open(sealed), 'base64url'))
}
