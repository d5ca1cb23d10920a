// The screens of one account at the operator's pages. Each has an address of its own.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readStatementSearch } from '../statement/search.ts'
import { dayIn, defined, type RawSearch } from '../ui/filters/search.ts'
import { HOLD_REASONS } from './filters.ts'
import { oneFilter, parent } from './root.ts'

const accountRoute = createRoute({
  ...parent,
  path: '/contas/$account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})
const accountStatementRoute = createRoute({
  ...parent,
  path: '/contas/$account/extrato',
  validateSearch: (raw: RawSearch) => ({ ...readStatementSearch(raw), ...defined({ on: dayIn(raw, 'on') }) }),
  component: lazyRouteComponent(() => import('./account/account-statement-page.tsx'), 'AccountStatementPage'),
})
const accountHoldsRoute = createRoute({
  ...parent,
  path: '/contas/$account/bloqueios',
  validateSearch: oneFilter('reason', HOLD_REASONS),
  component: lazyRouteComponent(() => import('./account/account-holds-page.tsx'), 'AccountHoldsPage'),
})
const accountRulesRoute = createRoute({
  ...parent,
  path: '/contas/$account/regras',
  component: lazyRouteComponent(() => import('./account/account-rules-page.tsx'), 'AccountRulesPage'),
})
const accountPeopleRoute = createRoute({
  ...parent,
  path: '/contas/$account/pessoas',
  component: lazyRouteComponent(() => import('./account/account-people-page.tsx'), 'AccountPeoplePage'),
})

export const accountRoutes = [
  accountRoute,
  accountStatementRoute,
  accountHoldsRoute,
  accountRulesRoute,
  accountPeopleRoute,
] as const
