// The queries of the totals of filtered lists.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { TotalsSchema } from '#http/response/totals.ts'
import { call, type Query } from '../call.ts'

/** Without an amount: the counted entries have none. */
export type Totals = Omit<Static<typeof TotalsSchema>, 'amount'> & { amount?: number }

type Path =
  | '/api/account/carts/totals'
  | '/api/account/checkouts/totals'
  | '/api/account/disputes/totals'
  | '/api/account/payment-links/totals'
  | '/api/admin/accounts/totals'
  | '/api/admin/anomalies/totals'
  | '/api/admin/audit/totals'
  | '/api/admin/disputes/totals'
  | '/api/admin/hold-orders/totals'
  | '/api/admin/payouts/list-totals'
  | '/api/admin/receipts/totals'
  | '/api/admin/reconciliation-cases/totals'
  | '/api/audit/totals'
  | '/api/recurrences/totals'
  | '/api/refunds/totals'
  | '/api/requests/totals'
  | '/api/sales/totals'
  | '/api/withdrawals/totals'
  | `/api/webhook/${number}/deliveries/totals`

/**
 * The totals do not depend on a page and its size. `key`: the query key of the list itself, with which they are reloaded.
 * Undefined until the totals of exactly these filters are known.
 */
export function useTotals(
  key: readonly string[],
  path: Path,
  { cursor: _, limit: __, ...query }: Query,
  refetchMs?: number,
): Totals | undefined {
  return useQuery({
    queryKey: [...key, 'totals', path, query],
    queryFn: ({ signal }) => call<Totals>('GET', path, { query, signal }),
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  }).data
}
