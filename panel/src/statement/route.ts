// The statement, whose filters are part of the address, a period of it compared with the PSPs' lists, and what is still to come.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'

/** The groups of lines that people look for. */
export const KINDS = [
  'sales',
  'cashouts',
  'refunds',
  'disputes',
  'reserve',
  'orders',
  'receipts',
  'corrections',
] as const
export type LineKind = (typeof KINDS)[number]

const period = (raw: RawSearch) => ({ from: dayIn(raw, 'from'), to: dayIn(raw, 'to') })

/** Of the seller's statement, and of the operator's look at it. */
export const readStatementSearch = (raw: RawSearch) =>
  defined({
    ...period(raw),
    kind: oneOf(raw, 'kind', KINDS),
    ref: textIn(raw, 'ref'),
    cursor: cursorIn(raw),
    limit: limitIn(raw),
  })
export type StatementSearch = ReturnType<typeof readStatementSearch>

export const statementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(() => import('./statement-page.tsx'), 'StatementPage'),
})

/**
 * Beside the lines: a period of them compared (`conferencia`), or what is still to come (`agenda`), of the month of `from`, or of one day
 * where `to` is the same, by the payment method in `ref`. One route for both, since each costs every page some bytes of its first load.
 */
export const besideRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato/$view',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(() => import('./reconciliation-page.tsx'), 'BesidePage'),
})
