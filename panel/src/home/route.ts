// The first screen. `days` is how far its figures go back.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { oneOf, type RawSearch, said } from '../ui/search.ts'

export const SPANS = [1, 7, 30] as const
export type Span = (typeof SPANS)[number]

const NAMES = SPANS.map(String)
const span = (raw: RawSearch): Span | undefined => {
  const name = oneOf({ days: String(raw.days) }, 'days', NAMES)
  return name === undefined ? undefined : (Number(name) as Span)
}

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: (raw: RawSearch) => said({ days: span(raw) }),
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
})
