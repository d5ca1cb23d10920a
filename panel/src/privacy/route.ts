// The route of the data of customers.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'

export const privacyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dados-pessoais',
  component: lazyRouteComponent(() => import('./privacy-page.tsx'), 'PrivacyPage'),
})
