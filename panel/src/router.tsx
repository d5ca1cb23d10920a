// Every address of the panel. A screen's route is in its folder, with the filters that its address may carry; its code is
// loaded when somebody goes there.
import { createRouter } from '@tanstack/react-router'
import { forgotRoute, letterRoutes, signInRoute, signUpRoute } from './access/route.ts'
import { approvalsRoute } from './approvals/route.ts'
import { Broken, Lost } from './broken.tsx'
import { cashoutRoutes } from './cashouts/route.ts'
import { deskTree } from './desk/route.ts'
import { homeRoute } from './home/route.ts'
import { integrationRoutes } from './integrations/route.ts'
import { payoutRuleRoutes } from './payout-rules/route.ts'
import { guestRoute, openRoute, rootRoute, shellRoute } from './roots.tsx'
import { saleRoute, salesRoute } from './sales/route.ts'
import { securityRoute } from './security/route.ts'
import { reconciliationRoute, statementRoute } from './statement/route.ts'
import { teamRoutes } from './team/route.ts'
import { LoadingPage } from './ui/states.tsx'

const routeTree = rootRoute.addChildren([
  guestRoute.addChildren([signInRoute, signUpRoute, forgotRoute]),
  openRoute.addChildren(letterRoutes),
  shellRoute.addChildren([
    deskTree,
    ...cashoutRoutes,
    ...payoutRuleRoutes,
    approvalsRoute,
    homeRoute,
    salesRoute,
    saleRoute,
    statementRoute,
    reconciliationRoute,
    ...integrationRoutes,
    ...teamRoutes,
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
