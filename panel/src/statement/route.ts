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

// One import for both: what it is made of is listed once.
const pages = () => import('./reconciliation-page.tsx')

export const reconciliationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato/conferencia',
  validateSearch: (raw: RawSearch) => defined(period(raw)),
  component: lazyRouteComponent(pages, 'ReconciliationPage'),
})

/** `from` lies in the month that is shown; with `to` it is one day of it. `ref` is the payment method. */
export const agendaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato/agenda',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(pages, 'AgendaPage'),
})
