// Lets in the holder of a seller's key pair. Everything that is wrong with a pair is one refusal, so that nobody learns which
// half was right; then the address is judged, then what account and key may do.
import type { FastifyRequest } from 'fastify'
import { type Caller, NAMED_SCOPES, type RouteRules } from '#http/route.ts'
import type { Guard } from '#http/server.ts'
import { isPrivateKey, looksLikeKey } from '#kernel/crypto/api-key-text.ts'
import { Failure } from '#kernel/failure.ts'
import { normaliseIp } from '#kernel/ip-address.ts'
import { makeKeyUses } from '../api-keys/last-used.ts'
import type { AccessDeps } from '../feature.ts'
import { findKeys, type KnownKey } from '../store.ts'
import { makeFailedAttempts } from './failed-attempts.ts'

export function makeKeyGuard(
  deps: Pick<AccessDeps, 'db' | 'clock' | 'log'> & {
    /** Repeated failures of an address are answered 429 instead of 401. A valid pair always passes. */
    slowFailures: boolean
    /** One look-up; given where look-ups of many requests are gathered into one statement. */
    findKey?: (publicKey: string) => Promise<KnownKey | null>
  },
): Guard {
  const { db, clock } = deps
  const findKey = deps.findKey ?? (async publicKey => (await findKeys(db, [publicKey]))[0] ?? null)
  const failed = deps.slowFailures ? makeFailedAttempts(clock) : null
  const uses = makeKeyUses(deps)

  return async (request, rules) => {
    const key = await provenKey(request, findKey, clock())
    if (key === null) throw unauthorized(failed?.count(request.ip) ?? null)
    const refusal = refusedAddress(key, request) ?? refusedOperation(key, rules)
    if (refusal !== null) throw refusal
    uses.recordUse(key)
    return { kind: 'api-key', accountId: key.accountId, keyId: key.id } satisfies Caller
  }
}

/** The key whose pair this is, if it is one that is good today. */
async function provenKey(
  request: FastifyRequest,
  findKey: (publicKey: string) => Promise<KnownKey | null>,
  now: Date,
): Promise<KnownKey | null> {
  const publicKey = request.headers['x-api-public-key']
  // What could never have been given out asks nothing of the database. The private one is only ever compared.
  if (typeof publicKey !== 'string' || !looksLikeKey(publicKey, 'pk')) return null
  const key = await findKey(publicKey)
  // Its holder finds in the request log that something calls without the private key, or with a wrong one.
  if (key !== null) request.knownKey = { accountId: key.accountId, keyId: key.id }
  const privateKey = privateKeyIn(request)
  // Compared with something even where there is no such key: the time must not show it.
  const proven = isPrivateKey(privateKey ?? '', key?.privateKeyHash ?? NO_HASH)
  return key !== null && privateKey !== null && proven && isGood(key, now) ? key : null
}

function privateKeyIn({ headers }: FastifyRequest): string | null {
  const privateKey = headers['x-api-private-key']
  return typeof privateKey === 'string' && privateKey.length <= MAX_KEY_CHARACTERS ? privateKey : null
}

/** Far more than a key has; a header may be as long as all of them together. */
const MAX_KEY_CHARACTERS = 256
const NO_HASH = Buffer.alloc(32)

const isGood = (key: KnownKey, now: Date) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

function unauthorized(waitSeconds: number | null): Failure {
  if (waitSeconds === null) return new Failure('UNAUTHORIZED', 'The API keys are missing or not valid')
  return new Failure('RATE_LIMITED', 'Too many requests with API keys that are not valid', {
    retryAfterSeconds: waitSeconds,
  })
}

function refusedAddress(key: KnownKey, request: FastifyRequest): Failure | null {
  if (key.allowedIps.length === 0) return null
  const address = normaliseIp(request.ip)
  if (address !== null && key.allowedIps.includes(address)) return null
  return new Failure('IP_NOT_ALLOWED', `Requests from ${address ?? 'this address'} are not allowed for this account`)
}

function refusedOperation(key: KnownKey, rules: RouteRules): Failure | null {
  if (key.accountStatus !== 'ACTIVE') return new Failure('FORBIDDEN', 'This account is not active')
  if (rules.scope === undefined) return null
  if (key.scopes?.includes(rules.scope) ?? !NAMED_SCOPES.includes(rules.scope)) return null
  return new Failure('FORBIDDEN', `This API key is not good for ${rules.scope}`)
}
