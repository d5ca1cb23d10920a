// The route of the account's settings.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../roots.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/configuracoes',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})
