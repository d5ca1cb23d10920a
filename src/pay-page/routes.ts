// The pages of the hosted checkout. In a scope of their own: they take forms and nothing else, and refuse in words.
import type { Server } from '#http/server.ts'
import { cartRoutes } from './cart-routes.ts'
import { chargeRoutes } from './charge-routes.ts'
import type { PayPageDeps } from './deps.ts'
import { entryRoutes } from './entry-routes.ts'
import { makeCartCookie } from './http/cart-cookie.ts'
import { readForms } from './http/form.ts'
import { showRefusal } from './http/refusals.ts'
import { showNowhere } from './http/visit.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { PAGE_RULES } from './rules.ts'

export function payPageRoutes(server: Server, deps: PayPageDeps): void {
  const cookie = makeCartCookie(deps.production)
  server.register(async scope => {
    readForms(scope)
    scope.setErrorHandler((error, request, reply) => showRefusal(deps, error, request, reply))
    entryRoutes(scope as Server, deps, cookie)
    cartRoutes(scope as Server, deps, cookie)
    chargeRoutes(scope as Server, deps)
    recoveryRoutes(scope as Server, deps, cookie)
    // Elsewhere below these addresses there is no page of the panel either.
    for (const place of ['l', 's', 'c', 'r', 'p'])
      scope.get(`/${place}/*`, PAGE_RULES, (request, reply) => showNowhere(deps, request, reply))
  })
}
