// The route of the look of the checkout.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'

export const lookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links/aparencia',
  component: lazyRouteComponent(() => import('./look-page.tsx'), 'LookPage'),
})
