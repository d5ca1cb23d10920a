// Where passkeys can be used. They belong to a domain, and browsers refuse them at an address that is only numbers.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'

/** The domain that passkeys are made for; null where the panel is reached by an address without a name. */
export function rpIdOf(publicUrl: string | null): string | null {
  if (publicUrl === null) return LOCAL
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  if (LOOPBACK.has(host)) return LOCAL
  return isIP(host) === 0 ? host : null
}

const LOCAL = 'localhost'
const LOOPBACK = new Set([LOCAL, '127.0.0.1', '::1'])

/** Why not, for a person who came to this address; null where they can. */
export function passkeyRefusal(rpId: string | null, { hostname, host }: FastifyRequest): Failure | null {
  if (rpId === null) return NO_DOMAIN
  if (rpId !== LOCAL || hostname === LOCAL) return null
  const at = host.replace(hostname, LOCAL)
  return new Failure('CONFLICT', `Passkeys belong to a name and not to a number: open the panel at http://${at}`)
}

const NO_DOMAIN = new Failure('CONFLICT', 'Passkeys need a domain, and this panel is reached by a number (PUBLIC_URL)')
