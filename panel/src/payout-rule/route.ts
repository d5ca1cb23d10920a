// The rules of payouts, and the keys that the account means to pay.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, defined, limitIn, type RawSearch } from '../ui/filters/search.ts'

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/saques/regras',
  component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
})

const beneficiariesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/saques/favorecidos',
  validateSearch: (raw: RawSearch) => defined({ cursor: cursorIn(raw), limit: limitIn(raw) }),
  component: lazyRouteComponent(() => import('./beneficiary/beneficiaries-page.tsx'), 'BeneficiariesPage'),
})

export const payoutRuleRoutes = [rulesRoute, beneficiariesRoute] as const
