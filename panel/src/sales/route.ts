// The list of sales, whose filters stand in the address, and one sale.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { saleQuery, salesQuery } from '../api/sales.ts'
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
  loaderDeps: ({ search }) => search,
  // With the code of the page, not after it.
  loader: ({ deps }) => void queryClient.prefetchQuery(salesQuery(deps)),
  component: lazyRouteComponent(() => import('./sales-page.tsx'), 'SalesPage'),
})

export const saleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas/$sale',
  loader: ({ params }) => void queryClient.prefetchQuery(saleQuery(params.sale)),
  component: lazyRouteComponent(() => import('./sale-page.tsx'), 'SalePage'),
})
