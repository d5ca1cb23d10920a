// The routes of sales: the list, whose filters are part of the address, and one sale.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { saleQuery, salesQuery } from '../api/money/sales.ts'
import { queryClient } from '../api/query-client.ts'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { questionOf, readSaleSearch } from './filters.ts'
import { REFUND_STATES } from './refund/filters.ts'

export const salesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas',
  validateSearch: readSaleSearch,
  loaderDeps: ({ search }) => search,
  // With the code of the page, not after it.
  loader: ({ deps }) => void queryClient.prefetchQuery(salesQuery(questionOf(deps))),
  component: lazyRouteComponent(() => import('./list/sales-page.tsx'), 'SalesPage'),
})

export const chargeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas/nova',
  component: lazyRouteComponent(() => import('./charge/charge-page.tsx'), 'ChargePage'),
})

export const shownChargeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas/$sale/cobranca',
  loader: ({ params }) => void queryClient.prefetchQuery(saleQuery(params.sale)),
  component: lazyRouteComponent(() => import('./charge/shown/shown-charge-page.tsx'), 'ShownChargePage'),
})

export const refundsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas/reembolsos',
  validateSearch: (raw: RawSearch) =>
    defined({
      q: textIn(raw, 'q'),
      status: oneOf(raw, 'status', REFUND_STATES),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./refund/refunds-page.tsx'), 'RefundsPage'),
})

export const saleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendas/$sale',
  loader: ({ params }) => void queryClient.prefetchQuery(saleQuery(params.sale)),
  component: lazyRouteComponent(() => import('./sale-page.tsx'), 'SalePage'),
})
