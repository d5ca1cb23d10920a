// The route of the cashouts that wait for approval.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../roots.tsx'
import { cursorIn, defined, limitIn, type RawSearch } from '../../ui/filters/search.ts'

export const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/aprovacoes',
  validateSearch: (raw: RawSearch) => defined({ cursor: cursorIn(raw), limit: limitIn(raw) }),
  component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
})
