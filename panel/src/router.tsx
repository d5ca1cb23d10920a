// Every address of the panel. A screen's route is in its folder, with the filters that its address may carry; its code is
// loaded when a person goes there.
import { type AnyRoute, createRouter } from '@tanstack/react-router'
import { forgotRoute, letterRoutes, signInRoute, signUpRoute } from './access/route.ts'
import { settingsRoute } from './account/settings/route.ts'
import { accountQuery, wasHere } from './api/access/session.ts'
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
import { guestRoute, openRoute, rootRoute, shellRoute } from './roots.tsx'
import { chargeRoute, refundsRoute, saleRoute, salesRoute, shownChargeRoute } from './sale/route.ts'
import { securityRoute } from './security/route.ts'
import { removeSplash } from './splash.ts'
import { reconciliationRoute, statementRoute } from './statement/route.ts'
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
    statementRoute,
    reconciliationRoute,
    ...disputeRoutes,
    ...integrationRoutes,
    ...teamRoutes,
    settingsRoute,
    securityRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: Lost,
  scrollRestoration: true,
})

// For a returning person the code and the account load while the session is still loading. For others they would load in vain.
const stopHurrying = router.subscribe('onBeforeLoad', ({ toLocation }) => {
  stopHurrying()
  const matches = router.matchRoutes(toLocation)
  if (!wasHere() || !matches.some(({ routeId }) => routeId === shellRoute.id)) return
  void queryClient.prefetchQuery(accountQuery)
  const routes: Record<string, AnyRoute> = router.routesById
  for (const { routeId } of matches) {
    const route = routes[routeId]
    if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => {})
  }
})

router.subscribe('onRendered', removeSplash)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
