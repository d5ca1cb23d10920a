// An API key pair: minted here, shown once, kept as a hash. Revoking is at once and for ever.
import type { Database } from '#db/postgres.ts'
import type { Scope } from '#http/route.ts'
import { hashPrivateKey, mintKeyPair } from '#kernel/api-key-text.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { countLiveCredentials, environmentOf, insertCredential, revokeCredential } from './credential-store.ts'
import { lockAccount } from './store.ts'

export interface Credential {
  accountId: number
  id: string
  name: string
  publicKey: string
  scopes: Scope[] | null
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export interface CredentialAsk {
  name: string
  scopes: Scope[] | null
  expiresAt: Date | null
}

export interface CredentialNeeds {
  db: Database
  clock: Clock
  random: RandomBytes
}

const MOST_LIVE = 50

/** The private key is in this answer and nowhere else. */
export async function createCredential(
  needs: CredentialNeeds,
  accountId: number,
  ask: CredentialAsk,
): Promise<{ credential: Credential; privateKey: string } | Failure> {
  const now = needs.clock()
  const { expiresAt } = ask
  if (expiresAt !== null && expiresAt <= now) return invalid('expiresAt', 'a time in the future')
  return needs.db.transaction(async tx => {
    if ((await lockAccount(tx, accountId)) === null) return notFound('account')
    if ((await countLiveCredentials(tx, accountId, now)) >= MOST_LIVE)
      return new Failure('CONFLICT', `This account has ${MOST_LIVE} API keys in use; revoke one first`)
    const { publicKey, privateKey } = mintKeyPair(await environmentOf(tx, accountId), needs.random)
    const { name, scopes } = ask
    const unused = { createdAt: now, lastUsedAt: null, revokedAt: null }
    const credential: Credential = {
      accountId,
      id: mintUuid(needs.random),
      name,
      publicKey,
      scopes,
      expiresAt,
      ...unused,
    }
    await insertCredential(tx, credential, hashPrivateKey(privateKey))
    return { credential, privateKey }
  })
}

/** A key that was revoked before stays so; the answer is the same. */
export async function revoke(needs: CredentialNeeds, accountId: number, id: string): Promise<Failure | null> {
  return (await revokeCredential(needs.db, accountId, id, needs.clock())) ? null : notFound('API key')
}
