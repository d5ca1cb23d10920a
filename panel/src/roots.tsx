// The trunk that every screen's route grows from: for people who are not signed in, for everybody, and the shell for those who
// are. A screen's own route is in its folder (route.ts); router.tsx puts them together.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { accountQuery, sessionQuery } from './api/access/session.ts'
import { queryClient } from './api/query-client.ts'
import { Broken, Lost } from './broken.tsx'

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: Lost, errorComponent: Broken })

const accessPage = lazyRouteComponent(() => import('./access/access-layout.tsx'), 'AccessLayout')

/** Signing in and up: a person who is signed in already goes on to the panel. */
export const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guest',
  beforeLoad: async ({ search }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session !== null) throw redirect({ href: insideOnly(search), replace: true })
  },
  component: accessPage,
})

/** The same look, for anybody: links out of letters. */
export const openRoute = createRoute({ getParentRoute: () => rootRoute, id: 'open', component: accessPage })

/** Everything behind the sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/entrar', search: location.href === '/' ? {} : { to: location.href } })
    await queryClient.ensureQueryData(accountQuery).catch(() => null)
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

/** The operator's own pages. */
export const OPERATOR_PATH = '/operacao'

/** The address before signing in; one outside of the panel is ignored. */
export function insideOnly(search: { to?: string | undefined }): string {
  const { to } = search
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/'
}
