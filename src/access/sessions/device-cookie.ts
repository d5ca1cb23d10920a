// The cookie by which a browser is recognised in which a person has signed in before. It lets nobody in: it spares its owner the
// mail about a new device, and the delay while others guess at the password.
import type { FastifyRequest } from 'fastify'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import type { RandomBytes } from '#kernel/time.ts'

/** Browsers keep no cookie for longer than 400 days. */
const KEPT_SECONDS = 400 * 24 * 3600
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

export interface DeviceCookie {
  /** Null where this browser has none. */
  hashIn(request: FastifyRequest): Buffer | null
  /** One for this browser, or the same for longer. */
  renewed(request: FastifyRequest): { hash: Buffer; cookie: string }
}

export function makeDeviceCookie({ production, random }: { production: boolean; random: RandomBytes }): DeviceCookie {
  // In production the name binds the cookie to this very host: no subdomain can plant one.
  const name = production ? '__Host-porteira.device' : 'porteira.device'
  const tokenIn = ({ headers }: FastifyRequest): string | null => {
    const found = headers.cookie?.split('; ').find(part => part.startsWith(`${name}=`))
    const token = found?.slice(name.length + 1) ?? ''
    return TOKEN.test(token) ? token : null
  }
  return {
    hashIn(request) {
      const token = tokenIn(request)
      return token === null ? null : hashToken(token)
    },
    renewed(request) {
      const token = tokenIn(request) ?? random(TOKEN_BYTES).toString('base64url')
      const rest = `Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax${production ? '; Secure' : ''}`
      return { hash: hashToken(token), cookie: `${name}=${token}; ${rest}` }
    },
  }
}
