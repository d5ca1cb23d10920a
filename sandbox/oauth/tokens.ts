// OAuth2 client credentials: who may have a token, for which scopes, and whether one that comes back is still good. Tokens
// are kept as hashes and live an hour of the bank's clock, unless its settings say otherwise.
import { createHash, timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '#kernel/time.ts'
import { CUSTOMER } from '../customer.ts'
import type { Scope } from '../http/server.ts'
import { bearerRefused, type Problem, problem, type Refused } from '../refused.ts'
import type { Bank } from '../resources.ts'

const SCOPES: readonly Scope[] = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'pix.send',
  'webhook.write',
  'webhook.read',
  'payloadlocation.read',
  'rec.write',
  'rec.read',
  'solicrec.write',
  'solicrec.read',
  'cobv.write',
  'cobv.read',
  'cobr.write',
  'cobr.read',
  'payloadlocationrec.write',
  'payloadlocationrec.read',
  'webhookrec.write',
  'webhookrec.read',
  'webhookcobr.write',
  'webhookcobr.read',
  'gn.pix.send.read',
  'gn.balance.read',
  'gn.infractions.read',
  'gn.infractions.write',
]

export interface Grant {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

/** What a token of one of the bank's APIs may be good for, and for how long at most. */
interface Api {
  scopes: readonly Scope[]
  maxSeconds: number
}

const PIX_API: Api = { scopes: SCOPES, maxSeconds: Number.POSITIVE_INFINITY }

/** `scopes` undefined asks for all that the client has. Throws the refusal in OAuth2's own form. */
export function grantToken(
  bank: Bank,
  authorization: string | undefined,
  scopes: string | undefined,
  api: Api = PIX_API,
): Grant {
  if (!isTheClient(bank, authorization)) throw unknownClient()
  const asked = scopes === undefined ? api.scopes : scopes.split(' ').filter(scope => scope !== '')
  const unknown = asked.filter(scope => !(api.scopes as readonly string[]).includes(scope))
  if (asked.length === 0 || unknown.length > 0)
    throw bearerRefused(400, 'invalid_scope', `unknown: ${unknown.join(' ')}`)
  const token = bank.random(32).toString('base64url')
  const scope = asked.join(' ')
  const { database, clock } = bank
  const lifetime = Math.min(bank.settings.read().tokenLifetimeSeconds, api.maxSeconds)
  const expiresAt = clock.now() + lifetime * SECOND_MS
  database.transaction(() => {
    database.run('delete from token where expires_at <= ?', clock.now())
    database.run('insert into token (hash, scope, expires_at) values (?, ?, ?)', sha256(token), scope, expiresAt)
  })
  return { access_token: token, token_type: 'Bearer', expires_in: lifetime, scope }
}

/** Throws 401 where the token is missing, unknown or expired, and 403 where it is good for other things. */
export function authorise({ database, clock }: Bank, authorization: string | undefined, scope: Scope): void {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw unauthorised('Falta o token de acesso.')
  const sql = 'select scope, expires_at from token where hash = ?'
  const grant = database.first<{ scope: string; expires_at: number }>(sql, sha256(token))
  if (grant === undefined || grant.expires_at <= clock.now()) throw unauthorised('O token é inválido ou expirou.')
  if (!grant.scope.split(' ').includes(scope))
    throw problem('EscopoInsuficiente', { detail: `O token não tem o escopo ${scope}.` })
}

export function unauthorised(detail: string): Problem {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return problem('TokenRecusado', { detail, headers })
}

function isTheClient({ clientSecret }: Bank, authorization: string | undefined): boolean {
  const encoded = /^Basic ([\w+/=]{1,500})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return false
  const sent = Buffer.from(encoded, 'base64').toString('utf8')
  // Hashes are of one length, so that the time of the comparison shows nothing.
  const [given, expected] = [sent, `${CUSTOMER.clientId}:${clientSecret}`].map(text => Buffer.from(sha256(text)))
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected)
}

export const unknownClient = (): Refused =>
  bearerRefused(401, 'invalid_client', 'client id or client secret is wrong', {
    'www-authenticate': 'Basic realm="banco-de-teste"',
  })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
