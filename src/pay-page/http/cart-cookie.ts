// The cookie by which a buyer who comes back to a link goes on with their cart. It is the only cookie of these pages, and holds the
// token of the last cart. It lives as long as a cart is gone on with.
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CartCookie {
  /** null where this browser has none. */
  read(request: FastifyRequest): string | null
  set(reply: FastifyReply, token: string): void
}

const KEPT_SECONDS = 7 * 24 * 3600
const TOKEN = /^[\w-]{22}$/

export function makeCartCookie(production: boolean): CartCookie {
  // In production the name binds the cookie to this very host: no subdomain can plant one.
  const name = production ? '__Host-carrinho' : 'carrinho'
  const rest = `Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax${production ? '; Secure' : ''}`
  return {
    read({ headers }) {
      const found = headers.cookie?.split('; ').find(part => part.startsWith(`${name}=`))
      const token = found?.slice(name.length + 1) ?? ''
      return TOKEN.test(token) ? token : null
    },
    set: (reply, token) => void reply.header('set-cookie', `${name}=${token}; ${rest}`),
  }
}
