// The way between a live account and its test account. The way into test mode opens the test account where there is none.
import { useQuery } from '@tanstack/react-query'
import { meQuery, useMay } from './me.ts'
import { useAccount } from './session.ts'

export interface OtherSide {
  /** Whether the person is in test mode now. */
  isTest: boolean
  /** null: it has to be opened first. */
  accountId: number | null
}

/** null: this account has no other side, or this person may not open it. */
export function useOtherSide(): OtherSide | null {
  const { data: me } = useQuery(meQuery)
  const { data: account } = useAccount()
  const may = useMay('POST /api/account/test')
  if (!account || me === undefined || me.supportView !== null) return null
  if (account.liveAccountId !== null) return { isTest: true, accountId: account.liveAccountId }
  if (account.testAccountId !== null) return { isTest: false, accountId: account.testAccountId }
  const canOpen = me.testMode && may === true && account.environment !== 'test'
  return canOpen ? { isTest: false, accountId: null } : null
}
