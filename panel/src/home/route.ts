// The first screen. `days` is how far its figures go back.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountQuery, sessionQuery } from '../api/access/session.ts'
import { queryClient } from '../api/query-client.ts'
import { OPERATOR_PATH, shellRoute } from '../roots.tsx'
import { defined, oneOf, type RawSearch } from '../ui/filters/search.ts'
import { SPANS, type Span } from './spans.ts'

const NAMES = SPANS.map(String)
const span = (raw: RawSearch): Span | undefined => {
  const name = oneOf({ days: String(raw.days) }, 'days', NAMES)
  return name === undefined ? undefined : (Number(name) as Span)
}

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: (raw: RawSearch) => defined({ days: span(raw) }),
  // An operator without an account of their own has nothing here.
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session?.user.operator !== true) return
    const account = await queryClient.ensureQueryData(accountQuery).catch(() => undefined)
    if (account === null) throw redirect({ href: OPERATOR_PATH, replace: true })
  },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
})
