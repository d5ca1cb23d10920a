// The routes of the account's members, and of their actions.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, type RawSearch, textIn } from '../ui/filters/search.ts'

const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/equipe',
  validateSearch: (raw: RawSearch) => defined({ cursor: cursorIn(raw), limit: limitIn(raw) }),
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'TeamPage'),
})

const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/equipe/atividade',
  validateSearch: (raw: RawSearch) =>
    defined({
      // Which actions there are is known to the page alone: it is a long list, and this file is loaded by everybody.
      action: textIn(raw, 'action'),
      actorId: textIn(raw, 'actorId'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})

export const teamRoutes = [teamRoute, activityRoute]
