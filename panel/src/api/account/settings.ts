// The settings that an owner changes.
import { useMutation } from '@tanstack/react-query'
import { meQuery } from '../access/me.ts'
import { type Account, accountQuery } from '../access/session.ts'
import { call } from '../call.ts'
import { queryClient } from '../query-client.ts'

export type OwnLimits = Partial<Account['grantedLimits']>

/** Absent fields stay as they are. */
export interface OwnChange
  extends Partial<Pick<Account, 'name' | 'duplicateCashoutWindowSeconds' | 'membersNeedSecondFactor'>> {
  limits?: OwnLimits
}

export const useChangeAccount = () =>
  useMutation({
    mutationFn: (body: OwnChange) => call<Account>('PATCH', '/api/account', { body }),
    onSuccess: after => {
      queryClient.setQueryData(accountQuery.queryKey, before => ({ ...before, ...after }))
      // It names the account too.
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
