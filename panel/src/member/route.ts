// The routes of the account's members, and of their actions.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { ACTIONS } from './actions.ts'

export const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/equipe',
  validateSearch: (raw: RawSearch) => defined({ cursor: cursorIn(raw), limit: limitIn(raw) }),
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'TeamPage'),
})

export const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/equipe/atividade',
  validateSearch: (raw: RawSearch) =>
    defined({
      action: oneOf(raw, 'action', ACTIONS),
      actorId: textIn(raw, 'actorId'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})

export const teamRoutes = [teamRoute, activityRoute]
