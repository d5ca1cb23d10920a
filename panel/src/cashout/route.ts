// The routes of cashouts: the list, whose filters are part of the address, the request form, one cashout, and its receipt.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { meQuery } from '../api/access/me.ts'
import { balanceQuery } from '../api/account/balance.ts'
import { queryClient } from '../api/query-client.ts'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { MAX_REFERENCE } from './reference.ts'
import { CASHOUT_STATUS_NAMES } from './status.ts'

const filters = (raw: RawSearch) =>
  defined({
    externalReference: textIn(raw, 'externalReference')?.slice(0, MAX_REFERENCE),
    status: oneOf(raw, 'status', CASHOUT_STATUS_NAMES),
    from: dayIn(raw, 'from'),
    to: dayIn(raw, 'to'),
    cursor: cursorIn(raw),
    limit: limitIn(raw),
  })

const cashoutsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/saques',
  validateSearch: filters,
  component: lazyRouteComponent(() => import('./list/cashouts-page.tsx'), 'CashoutsPage'),
})

const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/saques/novo',
  loader: () => {
    void queryClient.prefetchQuery(balanceQuery)
    void queryClient.prefetchQuery(meQuery)
  },
  component: lazyRouteComponent(() => import('./request/request-page.tsx'), 'RequestPage'),
})

const cashoutRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/saques/$cashout',
  component: lazyRouteComponent(() => import('./cashout-page.tsx'), 'CashoutPage'),
})

const receiptRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/saques/$cashout/comprovante',
  component: lazyRouteComponent(() => import('./receipt/receipt-page.tsx'), 'ReceiptPage'),
})

export const cashoutRoutes = [cashoutsRoute, requestRoute, cashoutRoute, receiptRoute] as const
