// The route of the test bank, for accounts of the sandbox bank.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'

export const testBankRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/banco-de-teste',
  component: lazyRouteComponent(() => import('./test-bank-page.tsx'), 'TestBankPage'),
})
