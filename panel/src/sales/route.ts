// The list of sales, whose filters stand in the address, and one sale.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, oneOf, type RawSearch, said, textIn } from '../ui/search.ts'
import { SALE_STATUS_NAMES } from './status.ts'

const filters = (raw: RawSearch) =>
  said({
    q: textIn(raw, 'q'),
    status: oneOf(raw, 'status', SALE_STATUS_NAMES),
    from: dayIn(raw, 'from'),
    to: dayIn(raw, 'to'),
    cursor: cursorIn(raw),
  })

export type SaleFilters = ReturnType<typeof filters>

export const salesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas',
  validateSearch: filters,
  component: lazyRouteComponent(() => import('./sales-page.tsx'), 'SalesPage'),
})

export const saleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas/$sale',
  component: lazyRouteComponent(() => import('./sale-page.tsx'), 'SalePage'),
})
