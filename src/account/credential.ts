// An API key pair: minted here, shown once, kept as a hash. Revoking is at once and for ever.
import { type Actor, record, THE_GATEWAY } from '#audit/audit.ts'
import type { Scope } from '#http/route.ts'
import { hashPrivateKey, mintKeyPair } from '#kernel/crypto/api-key-text.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { countLiveCredentials, environmentOf, insertCredential, revokeCredential } from './credential-store.ts'
import type { AccountDeps } from './feature.ts'
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

export interface CredentialRequest {
  name: string
  scopes: Scope[] | null
  expiresAt: Date | null
}

const MAX_LIVE = 50

export interface NewCredential {
  credential: Credential
  privateKey: string
}

/** The private key is in this answer and nowhere else. */
export async function createCredential(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'random'>,
  accountId: number,
  request: CredentialRequest,
  actor: Actor = THE_GATEWAY,
): Promise<NewCredential | Failure> {
  const now = deps.clock()
  const { expiresAt } = request
  if (expiresAt !== null && expiresAt <= now) return invalid('expiresAt', 'a time in the future')
  return deps.db.transaction(async tx => {
    if ((await lockAccount(tx, accountId)) === null) return notFound('account')
    if ((await countLiveCredentials(tx, accountId, now)) >= MAX_LIVE)
      return new Failure('CONFLICT', `This account has ${MAX_LIVE} API keys in use; revoke one first`)
    const { publicKey, privateKey } = mintKeyPair(await environmentOf(tx, accountId), deps.random)
    const { name, scopes } = request
    const unused = { createdAt: now, lastUsedAt: null, revokedAt: null }
    const credential: Credential = {
      accountId,
      id: mintUuid(deps.random),
      name,
      publicKey,
      scopes,
      expiresAt,
      ...unused,
    }
    await insertCredential(tx, credential, hashPrivateKey(privateKey))
    const detail = { name, publicKey, scopes, expiresAt }
    await record(tx, [{ ...of(credential), actor, action: 'api-key.made', detail }], now)
    return { credential, privateKey }
  })
}

/** A key that was revoked before stays so; the answer is the same. */
export function revoke(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  accountId: number,
  id: string,
  actor: Actor,
): Promise<Failure | null> {
  return db.transaction(async tx => {
    const now = clock()
    const revoked = await revokeCredential(tx, accountId, id, now)
    if (revoked === null) return notFound('API key')
    const { name, publicKey, wasLive } = revoked
    const entry = { ...of({ accountId, id }), actor, action: 'api-key.revoked', detail: { name, publicKey } }
    if (wasLive) await record(tx, [entry], now)
    return null
  })
}

const of = ({ accountId, id }: Pick<Credential, 'accountId' | 'id'>) => ({
  accountId,
  subject: 'api_key',
  subjectId: id,
})
