// Every address of the panel. A screen's route is in its folder, with the filters that its address may carry; its code is
// loaded when a person goes there.
import { type AnyRoute, createRouter } from '@tanstack/react-router'
import { forgotRoute, letterRoutes, signInRoute, signUpRoute } from './access/route.ts'
import { settingsRoute } from './account/settings/route.ts'
import { meQuery } from './api/access/me.ts'
import { accountQuery, sessionQuery, wasHere } from './api/access/session.ts'
import { queryClient } from './api/query-client.ts'
import { Broken, Lost } from './broken.tsx'
import { cartRoutes } from './cart/route.ts'
import { approvalsRoute } from './cashout/approvals/route.ts'
import { cashoutRoutes } from './cashout/route.ts'
import { disputeRoutes } from './dispute/route.ts'
import { homeRoute } from './home/route.ts'
import { integrationRoutes } from './integrations/route.ts'
import { lookRoute } from './look/route.ts'
import { teamRoutes } from './member/route.ts'
import { operatorTree } from './operator/route.ts'
import { linkRoutes } from './payment-link/route.ts'
import { payoutRuleRoutes } from './payout-rule/route.ts'
import { privacyRoute } from './privacy/route.ts'
import { recurrenceRoutes } from './recurrence/route.ts'
import { guestRoute, openRoute, rootRoute, shellRoute } from './roots.tsx'
import { chargeRoute, refundsRoute, saleRoute, salesRoute, shownChargeRoute } from './sale/route.ts'
import { securityRoute } from './security/route.ts'
import { removeSplash } from './splash.ts'
import { besideRoute, statementRoute } from './statement/route.ts'
import { testBankRoute } from './test-bank/route.ts'
import { LoadingPage } from './ui/feedback/states.tsx'

const routeTree = rootRoute.addChildren([
  guestRoute.addChildren([signInRoute, signUpRoute, forgotRoute]),
  openRoute.addChildren(letterRoutes),
  shellRoute.addChildren([
    operatorTree,
    ...cashoutRoutes,
    ...payoutRuleRoutes,
    approvalsRoute,
    homeRoute,
    salesRoute,
    chargeRoute,
    shownChargeRoute,
    refundsRoute,
    saleRoute,
    ...linkRoutes,
    lookRoute,
    ...cartRoutes,
    ...recurrenceRoutes,
    statementRoute,
    besideRoute,
    ...disputeRoutes,
    ...integrationRoutes,
    testBankRoute,
    ...teamRoutes,
    settingsRoute,
    privacyRoute,
    securityRoute,
  ]),
])

const PENDING_MS = 1_000

export const router = createRouter({
  routeTree,
  // What no screen reads, as links in letters and adverts carry it, is taken out of the address.
  search: { strict: true },
  defaultPreload: 'intent',
  // Until the first page is there the splash covers the window. Placeholders below it would be rendered for nobody, and kept for a moment.
  defaultPendingMs: Number.POSITIVE_INFINITY,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: Lost,
  scrollRestoration: true,
})

// For a returning person the account, the rights, the data of the screen and its code load while the session is still loading: what
// comes one after the other costs a turn of the line each. The answers, which are small, are asked for first. For others they would load
// in vain.
const stopHurrying = router.subscribe('onBeforeLoad', ({ toLocation }) => {
  stopHurrying()
  const matches = router.matchRoutes(toLocation)
  if (!wasHere() || !matches.some(({ routeId }) => routeId === shellRoute.id)) return
  void queryClient.prefetchQuery(sessionQuery)
  void queryClient.prefetchQuery(accountQuery)
  void queryClient.prefetchQuery(meQuery)
  const routes = matches.map(({ routeId }) => (router.routesById as Record<string, AnyRoute>)[routeId])
  for (const [n, { params, loaderDeps: deps }] of matches.entries()) prefetchFor(routes[n], { params, deps })
  for (const route of routes) if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => {})
})

/** A loader of ours fills the query cache, which asks for nothing twice. */
function prefetchFor(route: AnyRoute | undefined, given: { params: unknown; deps: unknown }): void {
  const loader = route?.options.loader
  if (typeof loader === 'function') void loader(given as never)
}

const stopWaiting = router.subscribe('onRendered', () => {
  stopWaiting()
  removeSplash()
  router.update({ ...router.options, defaultPendingMs: PENDING_MS })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
