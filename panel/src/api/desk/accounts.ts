// The sellers' accounts as the operator sees and changes them, and the switch and the limits that hold for all of them.
import type { Static } from 'typebox'
import type { CountsSchema } from '#admin/routes.ts'
import type { ChangeSchema } from '#admin/wire.ts'
import type { HoldSchema } from '#hold/wire.ts'
import type { ApprovalChangeSchema, HouseOutflowSchema, OutflowChangeSchema } from '#payout-rule/wire.ts'
import type { BalanceAtSchema } from '#statement/wire.ts'
import type { Query } from '../call.ts'
import type { PayoutRules } from '../payout-rules.ts'
import type { Account } from '../session.ts'
import type { StatementDoors } from '../statement.ts'
import { type Deed, inPath, useDeskOne, useDeskPage } from './desk.ts'

export type { Account } from '../session.ts'
export type AccountChange = Static<typeof ChangeSchema>

export const useAccounts = (question: Query, refetchMs?: number) =>
  useDeskPage<Account>('/api/admin/accounts', question, refetchMs)
export const useAccountCounts = (refetchMs?: number) =>
  useDeskOne<Static<typeof CountsSchema>>('/api/admin/accounts/by-status', { refetchMs })
export const useAccountOf = (id: string) => useDeskOne<Account>(`/api/admin/accounts/${inPath(id)}`)

export const changeAccount = (id: number, change: AccountChange, reason: string): Deed => ({
  method: 'PATCH',
  path: `/api/admin/accounts/${id}`,
  body: { ...change, reason },
})

export interface Switches {
  apiCashoutEnabled: boolean
}

export const useSwitches = (refetchMs?: number) => useDeskOne<Switches>('/api/admin/switches', { refetchMs })

export const throwSwitch = (apiCashoutEnabled: boolean, reason: string): Deed => ({
  method: 'PATCH',
  path: '/api/admin/switches',
  body: { apiCashoutEnabled, reason },
})

/** The doors to the account's own books. */
export const statementOf = (id: number): StatementDoors => ({
  lines: `/api/admin/accounts/${id}/statement`,
  summary: `/api/admin/accounts/${id}/statement/summary`,
})

export type BalanceAt = Static<typeof BalanceAtSchema>
/** `at`: a day, at its end. */
export const useBalanceAt = (id: number, at: string) =>
  useDeskOne<BalanceAt>(`/api/admin/accounts/${id}/statement/balance`, { query: { at } })

export type OpenHold = Static<typeof HoldSchema>
export const useOpenHolds = (id: number, question: Query) =>
  useDeskPage<OpenHold>(`/api/admin/accounts/${id}/holds`, question)

export const usePayoutRules = (id: number) => useDeskOne<PayoutRules>(`/api/admin/accounts/${id}/payout-rules`)

export interface RulesChange {
  approval?: Static<typeof ApprovalChangeSchema>
  outflow?: Static<typeof OutflowChangeSchema>
}
export const changePayoutRules = (id: number, change: RulesChange, reason: string): Deed => ({
  method: 'PATCH',
  path: `/api/admin/accounts/${id}/payout-rules`,
  body: { ...change, reason },
})

/** What may leave the house by itself. */
export type HouseLimits = Static<typeof HouseOutflowSchema>
const LIMITS = '/api/admin/payout-limits'
export const useHouseLimits = () => useDeskOne<HouseLimits>(LIMITS)
export const changeHouseLimits = (limits: Partial<HouseLimits>, reason: string): Deed => ({
  method: 'PATCH',
  path: LIMITS,
  body: { ...limits, reason },
})
