// The routes of payment links: the list, whose filter is part of the address, one link, and its form.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { LINK_STATUSES, SESSION_STATUSES } from './status.ts'

const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links',
  validateSearch: (raw: RawSearch) =>
    defined({ status: oneOf(raw, 'status', LINK_STATUSES), cursor: cursorIn(raw), limit: limitIn(raw) }),
  component: lazyRouteComponent(() => import('./links-page.tsx'), 'LinksPage'),
})

const newLinkRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links/novo',
  component: lazyRouteComponent(() => import('./form/new-link-page.tsx'), 'NewLinkPage'),
})

const sessionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links/sessoes',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', SESSION_STATUSES),
      externalReference: textIn(raw, 'externalReference'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./session/sessions-page.tsx'), 'SessionsPage'),
})

const linkRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links/$link',
  component: lazyRouteComponent(() => import('./link-page.tsx'), 'LinkPage'),
})

const editLinkRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/links/$link/editar',
  component: lazyRouteComponent(() => import('./form/edit-link-page.tsx'), 'EditLinkPage'),
})

export const linkRoutes = [linksRoute, newLinkRoute, sessionsRoute, linkRoute, editLinkRoute] as const
