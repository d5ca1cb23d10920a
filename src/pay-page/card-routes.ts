// GET /cartao/volta: where a cardholder comes back to who had to authenticate at the bank of the card. The provider is told this one address for
// all buyers, and never that of a cart, which is a secret; the buyer's cookie says which cart it is. What the provider adds is not read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '#http/server.ts'
import type { PayPageDeps } from './deps.ts'
import type { CartCookie } from './http/cart-cookie.ts'
import { goTo } from './http/page-reply.ts'
import { admit, showPlain } from './http/visit.ts'
import { PAGE_RULES } from './rules.ts'

export function cardRoutes(server: Server, deps: PayPageDeps, cookie: CartCookie): void {
  server.get('/cartao/volta', PAGE_RULES, async (request, reply) => {
    await admit(deps, 'page', request)
    const token = cookie.read(request)
    if (token !== null && (await deps.carts.comesBack(token))) return goTo(reply, `/c/${token}`)
    return showBack(deps, request, reply)
  })
}

/** Another browser, or one without cookies: the page of the purchase is where it was left. */
const showBack = (deps: PayPageDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  showPlain(deps, request, reply, {
    status: 200,
    title: words => words.cardBack,
    text: words => words.cardBackText,
  })
