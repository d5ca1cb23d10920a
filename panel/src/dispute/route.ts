// The routes of disputes: the list, whose filters are part of the address, and one dispute.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, defined, limitIn, oneOf, type RawSearch } from '../ui/filters/search.ts'
import { DISPUTE_KINDS, DISPUTE_STATUSES } from './status.ts'

const disputesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contestacoes',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', DISPUTE_STATUSES),
      kind: oneOf(raw, 'kind', DISPUTE_KINDS),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./disputes-page.tsx'), 'DisputesPage'),
})

const disputeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contestacoes/$dispute',
  component: lazyRouteComponent(() => import('./dispute-page.tsx'), 'DisputePage'),
})

export const disputeRoutes = [disputesRoute, disputeRoute] as const
