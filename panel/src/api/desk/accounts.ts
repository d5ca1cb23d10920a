// The sellers' accounts as the operator sees and changes them, and the switch that holds for all of them.
import type { Static } from 'typebox'
import type { ChangeSchema } from '#admin/wire.ts'
import type { Query } from '../call.ts'
import type { Account } from '../session.ts'
import { type Deed, inPath, useDeskOne, useDeskPage } from './desk.ts'

export type { Account } from '../session.ts'
export type AccountChange = Static<typeof ChangeSchema>

export const useAccounts = (question: Query) => useDeskPage<Account>('/api/admin/accounts', question)
export const useAccountOf = (id: string) => useDeskOne<Account>(`/api/admin/accounts/${inPath(id)}`)

export const changeAccount = (id: number, change: AccountChange, reason: string): Deed => ({
  method: 'PATCH',
  path: `/api/admin/accounts/${id}`,
  body: { ...change, reason },
})

export interface Switches {
  apiCashoutEnabled: boolean
}

export const useSwitches = (refetchMs?: number) => useDeskOne<Switches>('/api/admin/switches', refetchMs)

export const throwSwitch = (apiCashoutEnabled: boolean, reason: string): Deed => ({
  method: 'PATCH',
  path: '/api/admin/switches',
  body: { apiCashoutEnabled, reason },
})
