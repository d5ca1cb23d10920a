// An operator looks at an account for support: this session reads it, and changes nothing meanwhile.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { SupportViewSchema } from '#support/wire.ts'
import { meQuery } from '../access/me.ts'
import { call } from '../call.ts'
import { chooseAccount, chosenAccount, lookAt } from '../chosen-account.ts'

export type SupportView = Static<typeof SupportViewSchema>

/** The one that is open in this session; null: none; undefined: not known yet. */
export function useSupportView() {
  const { data } = useQuery(meQuery)
  return data?.supportView
}

export const openSupportView = (accountId: number, reason: string) =>
  call<SupportView>('POST', `/api/admin/accounts/${accountId}/support-views`, { body: { reason } })

export const endSupportView = (id: string) =>
  call<SupportView>('POST', `/api/admin/support-views/${encodeURIComponent(id)}/end`)

/** Whether this tab requests the account of a support view instead of the person's own. */
export const isIn = (accountId: number): boolean => chosenAccount() === String(accountId)

/** From the beginning: no data of the operator's own account stays on the screen in the seller's. */
export function enter(accountId: number): void {
  lookAt(accountId)
  chooseAccount(accountId)
  location.assign('/')
}

export function leave(accountId: number): void {
  lookAt(null)
  chooseAccount(null)
  location.assign(`/operacao/contas/${accountId}`)
}
