// What lists come to with their filters, as the panel asks for it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { TotalsSchema } from '#http/response/totals.ts'
import { call, type Query } from '../call.ts'
import { isOutdated } from '../kept.ts'

/** Without an amount: what is counted has none. */
export type Totals = Omit<Static<typeof TotalsSchema>, 'amount'> & { amount?: number }

type Path =
  | '/api/account/disputes/totals'
  | '/api/admin/accounts/totals'
  | '/api/admin/audit/totals'
  | '/api/admin/disputes/totals'
  | '/api/admin/payouts/list-totals'
  | '/api/admin/receipts/totals'
  | '/api/audit/totals'
  | '/api/refunds/totals'
  | '/api/sales/totals'
  | '/api/withdrawals/totals'
  | `/api/webhook/${number}/deliveries/totals`

/**
 * Of a page and its size nothing depends. `key`: what makes the list itself be asked for anew. Undefined while nothing is known of
 * these very filters.
 */
export function useTotals(
  key: readonly string[],
  path: Path,
  { cursor: _, limit: __, ...query }: Query,
  refetchMs?: number,
): Totals | undefined {
  const totals = useQuery({
    queryKey: [...key, 'totals', path, query],
    queryFn: ({ signal }) => call<Totals>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })
  return isOutdated(totals) ? undefined : totals.data
}
