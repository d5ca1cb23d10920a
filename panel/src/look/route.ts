// The route of the look of the checkout.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lookQuery } from '../api/account/look.ts'
import { queryClient } from '../api/query-client.ts'
import { shellRoute } from '../roots.tsx'

export const lookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links/aparencia',
  loader: () => void queryClient.prefetchQuery(lookQuery),
  component: lazyRouteComponent(() => import('./look-page.tsx'), 'LookPage'),
})
