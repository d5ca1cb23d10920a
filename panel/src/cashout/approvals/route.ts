// What waits for people.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../roots.tsx'
import { cursorIn, limitIn, type RawSearch, said } from '../../ui/filters/search.ts'

export const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/aprovacoes',
  validateSearch: (raw: RawSearch) => said({ cursor: cursorIn(raw), limit: limitIn(raw) }),
  component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
})
