// How the person signs in.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'

export const securityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/seguranca',
  component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
})
