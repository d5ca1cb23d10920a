// The pages of the hosted checkout. In a scope of their own: they take forms and nothing else, and refuse in words.
import type { Server } from '#http/server.ts'
import { cardRoutes } from './card-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import { chargeRoutes } from './charge-routes.ts'
import type { PayPageDeps } from './deps.ts'
import { entryRoutes } from './entry-routes.ts'
import { makeCartCookie } from './http/cart-cookie.ts'
import { readForms } from './http/form.ts'
import { showRefusal } from './http/refusals.ts'
import { showNowhere } from './http/visit.ts'
import { policyRoutes } from './policy-routes.ts'
import { previewRoutes } from './preview-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { PAGE_RULES } from './rules.ts'

/** Below these there is nothing but pages for buyers. */
const PLACES = ['l', 's', 'c', 'r', 'p', 'v', 'cartao', 'relato']

/** What is asked for there is answered with a page, also where it cannot be read. */
export const isPagePath = (path: string): boolean => PAGE_PATH.test(path)
const PAGE_PATH = new RegExp(`^/(?:${PLACES.join('|')})/`)

export function payPageRoutes(server: Server, deps: PayPageDeps): void {
  const cookie = makeCartCookie(deps.production)
  server.register(async scope => {
    readForms(scope)
    scope.setErrorHandler((error, request, reply) => showRefusal(deps, error, request, reply))
    entryRoutes(scope as Server, deps, cookie)
    cartRoutes(scope as Server, deps, cookie)
    cardRoutes(scope as Server, deps, cookie)
    chargeRoutes(scope as Server, deps)
    recoveryRoutes(scope as Server, deps, cookie)
    previewRoutes(scope as Server, deps)
    policyRoutes(scope as Server, deps)
    // Elsewhere below these addresses there is no page of the panel either.
    for (const place of PLACES)
      scope.get(`/${place}/*`, PAGE_RULES, (request, reply) => showNowhere(deps, request, reply))
  })
}
