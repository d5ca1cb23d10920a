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

export const reconciliationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato/conferencia',
  validateSearch: (raw: RawSearch) => defined(period(raw)),
  component: lazyRouteComponent(() => import('./reconciliation-page.tsx'), 'ReconciliationPage'),
})

/** A month such as 2027-02, a day of it, and what is looked for. */
export const agendaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extrato/agenda',
  validateSearch: (raw: RawSearch) =>
    defined({
      mes: textIn(raw, 'mes'),
      dia: dayIn(raw, 'dia'),
      method: textIn(raw, 'method'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./reconciliation-page.tsx'), 'AgendaPage'),
})
