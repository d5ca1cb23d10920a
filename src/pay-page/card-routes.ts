// POST /c/{token}/outra-forma: a buyer who was sent to the provider's page for cards will pay in another way.
// GET /cartao/volta: where a cardholder comes back to who had to authenticate at the bank of the card, or has paid on the provider's page. The provider is told this one address for
// all buyers, and never that of a cart, which is a secret; the buyer's cookie says which cart it is. What the provider adds is not read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '#http/server.ts'
import type { PayPageDeps } from './deps.ts'
import type { CartCookie } from './http/cart-cookie.ts'
import { goTo } from './http/page-reply.ts'
import { admit, requireOwnOrigin, showNowhere, showPlain } from './http/visit.ts'
import { languageSuffix } from './language.ts'
import { FORM_RULES, PAGE_RULES } from './rules.ts'

export function cardRoutes(server: Server, deps: PayPageDeps, cookie: CartCookie): void {
  server.get('/cartao/volta', PAGE_RULES, async (request, reply) => {
    await admit(deps, 'page', request)
    const token = cookie.read(request)
    if (token !== null && (await deps.carts.comesBack(token))) return goTo(reply, `/c/${token}`)
    return showBack(deps, request, reply)
  })

  server.post<{ Params: { token: string } }>('/c/:token/outra-forma', FORM_RULES, async (request, reply) => {
    requireOwnOrigin(request, deps.origins)
    await admit(deps, 'page', request)
    const { token } = request.params
    const isLeft = await deps.carts.leavesPage(token)
    if (isLeft === null) return showNowhere(deps, request, reply)
    if (isLeft) return goTo(reply, `/c/${token}${languageSuffix(request)}`)
    return showPlain(deps, request, reply, {
      status: 409,
      title: words => words.cardBack,
      text: words => words.pageNotLeft,
    })
  })
}

/** Another browser, or one without cookies: the page of the purchase is where it was left. */
const showBack = (deps: PayPageDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  showPlain(deps, request, reply, {
    status: 200,
    title: words => words.cardBack,
    text: words => words.cardBackText,
  })
