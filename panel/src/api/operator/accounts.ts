// The sellers' accounts as the operator sees and changes them, and the switch and the limits that hold for all of them.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ChangeSchema, CountsSchema } from '#admin/wire.ts'
import type { HoldSchema } from '#hold/wire.ts'
import type { ApprovalChangeSchema, GatewayVelocitySchema, VelocityChangeSchema } from '#payout-rule/wire.ts'
import type { BalanceAtSchema } from '#statement/wire.ts'
import type { Account } from '../access/session.ts'
import type { PayoutRules } from '../account/payout-rules.ts'
import { call, type Query } from '../call.ts'
import type { StatementRoutes } from '../money/statement.ts'
import type { Page } from '../page.ts'
import { type Action, inPath, operatorKey, useOperatorItem, useOperatorPage } from './operator.ts'

export type { Account } from '../access/session.ts'
export type AccountChange = Static<typeof ChangeSchema>

export const useAccounts = (question: Query, refetchMs?: number) =>
  useOperatorPage<Account>('/api/admin/accounts', question, refetchMs)
export const useAccountCounts = (refetchMs?: number) =>
  useOperatorItem<Static<typeof CountsSchema>>('/api/admin/accounts/by-status', { refetchMs })
export const useAccountOf = (id: string) => useOperatorItem<Account>(`/api/admin/accounts/${inPath(id)}`)

/** As many as one page of the list may hold. */
const DIRECTORY = 100
const KEPT_MS = 300_000

/** The name of an account: the newest ones with one query for all of them, an older one with its own. undefined: not known yet. */
export function useAccountName(id: number | null): string | undefined {
  const directory = useQuery({
    queryKey: [...operatorKey, 'account-names'],
    queryFn: ({ signal }) => call<Page<Account>>('GET', '/api/admin/accounts', { query: { limit: DIRECTORY }, signal }),
    staleTime: KEPT_MS,
    enabled: id !== null,
  })
  const listed = directory.data?.data.find(one => one.id === id)?.name
  const own = useQuery({
    queryKey: [...operatorKey, 'account-names', id],
    queryFn: ({ signal }) => call<Account>('GET', `/api/admin/accounts/${id}`, { signal }),
    staleTime: KEPT_MS,
    enabled: id !== null && directory.isSuccess && listed === undefined,
  })
  return listed ?? own.data?.name
}

export const changeAccount = (id: number, change: AccountChange, reason: string): Action => ({
  method: 'PATCH',
  path: `/api/admin/accounts/${id}`,
  body: { ...change, reason },
})

export interface Switches {
  apiCashoutEnabled: boolean
}

export const useSwitches = (refetchMs?: number) => useOperatorItem<Switches>('/api/admin/switches', { refetchMs })

export const throwSwitch = (apiCashoutEnabled: boolean, reason: string): Action => ({
  method: 'PATCH',
  path: '/api/admin/switches',
  body: { apiCashoutEnabled, reason },
})

/** The routes of the account's own books. */
export const statementOf = (id: number): StatementRoutes => ({
  lines: `/api/admin/accounts/${id}/statement`,
  summary: `/api/admin/accounts/${id}/statement/summary`,
})

export type BalanceAt = Static<typeof BalanceAtSchema>
/** `at`: a day, at its end. */
export const useBalanceAt = (id: number, at: string) =>
  useOperatorItem<BalanceAt>(`/api/admin/accounts/${id}/statement/balance`, { query: { at } })

export type OpenHold = Static<typeof HoldSchema>
export const useOpenHolds = (id: number, question: Query) =>
  useOperatorPage<OpenHold>(`/api/admin/accounts/${id}/holds`, question)

export const usePayoutRules = (id: number) => useOperatorItem<PayoutRules>(`/api/admin/accounts/${id}/payout-rules`)

export interface RulesChange {
  approval?: Static<typeof ApprovalChangeSchema>
  outflow?: Static<typeof VelocityChangeSchema>
}
export const changePayoutRules = (id: number, change: RulesChange, reason: string): Action => ({
  method: 'PATCH',
  path: `/api/admin/accounts/${id}/payout-rules`,
  body: { ...change, reason },
})

/** The velocity limits: how much may leave without approval. */
export type OperatorLimits = Static<typeof GatewayVelocitySchema>
const LIMITS = '/api/admin/payout-limits'
export const useOperatorLimits = () => useOperatorItem<OperatorLimits>(LIMITS)
export const changeOperatorLimits = (limits: Partial<OperatorLimits>, reason: string): Action => ({
  method: 'PATCH',
  path: LIMITS,
  body: { ...limits, reason },
})
