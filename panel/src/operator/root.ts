// The parent route of the operator's pages, and the parsing of their filters.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, defined, limitIn, oneOf, type RawSearch } from '../ui/filters/search.ts'

export const operatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operacao',
  component: lazyRouteComponent(() => import('./operator-gate.tsx'), 'OperatorGate'),
})
export const parent = { getParentRoute: () => operatorRoute }

export const onlyCursor = (raw: RawSearch) => defined({ cursor: cursorIn(raw), limit: limitIn(raw) })
/** A filter by one name, of values that the gateway knows. */
export const oneFilter =
  <const N extends string, const T extends string>(name: N, known: readonly T[]) =>
  (raw: RawSearch) =>
    defined({ [name]: oneOf(raw, name, known), cursor: cursorIn(raw), limit: limitIn(raw) } as Record<
      N,
      T | undefined
    > & {
      cursor: string | undefined
      limit: number | undefined
    })
