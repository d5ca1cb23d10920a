// The gateway's own signing key. A gateway makes it at its first start, so that asking for its public half writes nothing, and tells nobody whether
// anything was ever signed; a command on a database that no gateway has served makes it when it needs it.
import type { LegalRequestDeps } from '../deps.ts'
import { SEED_BYTES, type SigningKey, signingKeyOf } from './key.ts'
import { findSealedKey, insertSealedKey } from './store.ts'

export async function ownSigningKey(
  deps: Pick<LegalRequestDeps, 'db' | 'clock' | 'random' | 'secretBox'>,
): Promise<SigningKey> {
  const { db, secretBox } = deps
  const sealed = (await findSealedKey(db)) ?? (await madeKey(deps))
  return signingKeyOf(Buffer.from(secretBox.open(sealed), 'base64url'))
}

/** Opens no kept one: a gateway that has lost its secrets finds other words for that. */
export async function ensureSigningKey(
  deps: Pick<LegalRequestDeps, 'db' | 'clock' | 'random' | 'secretBox'>,
): Promise<void> {
  if ((await findSealedKey(deps.db)) === null) await madeKey(deps)
}

async function madeKey({
  db,
  clock,
  random,
  secretBox,
}: Pick<LegalRequestDeps, 'db' | 'clock' | 'random' | 'secretBox'>): Promise<string> {
  const made = secretBox.seal(random(SEED_BYTES).toString('base64url'))
  if (await insertSealedKey(db, made, clock())) return made
  const sealed = await findSealedKey(db)
  if (sealed === null) throw new Error('the signing key was not kept')
  return sealed
}
