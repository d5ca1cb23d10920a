// The statement, whose filters are part of the address, a period of it compared with the PSPs' lists, and what is still to come.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { readStatementSearch } from './search.ts'

export const statementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(() => import('./statement-page.tsx'), 'StatementPage'),
})

/**
 * Beside the lines: a period of them compared (`conferencia`), or what is still to come (`agenda`), of the month of `from`, or of one day
 * where `to` is the same, by the payment method in `ref`. One route for both, since each costs every page some bytes of its first load.
 */
export const besideRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato/$view',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(() => import('./reconciliation-page.tsx'), 'BesidePage'),
})
