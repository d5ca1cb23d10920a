// The balance of the account, and its blocked part by reason.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { BalanceSchema } from '#balance/wire.ts'
import type { BlockedSchema } from '#hold/wire.ts'
import { call } from '../call.ts'

export type Balance = Static<typeof BalanceSchema>
export type Blocked = Static<typeof BlockedSchema>['data'][number]

export const balanceKey = ['balance'] as const

export const balanceQuery = queryOptions({
  queryKey: [...balanceKey, 'now'],
  queryFn: ({ signal }) => call<Balance>('GET', '/api/balance', { signal }),
})

/** By reason. */
const blockedQuery = queryOptions({
  queryKey: [...balanceKey, 'blocked'],
  queryFn: ({ signal }) => call<{ data: Blocked[] }>('GET', '/api/balance/blocked', { signal }),
})

export const useBalance = () => useQuery(balanceQuery)
export const useBlocked = () => useQuery(blockedQuery)
