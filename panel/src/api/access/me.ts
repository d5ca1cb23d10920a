// The rights of the signed-in person in the chosen account.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { MeSchema } from '#access/sessions/me-wire.ts'
import type { Role } from '#http/route.ts'
import { call } from '../call.ts'
import { chosenAccount } from '../chosen-account.ts'
import { MAY, type RestrictedRoute } from '../may.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call<Static<typeof MeSchema>>('GET', '/api/me'),
  staleTime: 60_000,
})

/** The account that the person works in, as a member; undefined: not known. */
function useOwnAccount() {
  const { data } = useQuery(meQuery)
  const chosen = chosenAccount()
  const own = data?.accounts ?? []
  return chosen === null ? own[0] : own.find(({ accountId }) => String(accountId) === chosen)
}

/** null: not known. */
function useRole(): Role | null {
  const { data } = useQuery(meQuery)
  const account = useOwnAccount()
  // In a support view the operator only reads, whatever their rights elsewhere.
  return data?.supportView ? 'READER' : (account?.role ?? null)
}

/** Whether the operator has let the account in, and it works. */
export const useIsActive = (): boolean => (useOwnAccount()?.status ?? 'ACTIVE') === 'ACTIVE'

/**
 * Whether to offer what this route of the gateway does; null while the rights are loading. Where the role cannot be read it is
 * offered, and the gateway decides.
 */
export function useMay(route: RestrictedRoute): boolean | null {
  const { isPending } = useQuery(meQuery)
  const role = useRole()
  const isTest = (useOwnAccount()?.testOf ?? null) !== null
  if (isPending) return null
  if (isTest && isOfPeople(route)) return false
  return role === null || mayRole(role, route)
}

/** A test account has the people of its live account, who are changed there. */
const isOfPeople = (route: RestrictedRoute): boolean => route.includes('/api/members')

const mayRole = (role: Role, route: RestrictedRoute): boolean => (MAY[route] as readonly Role[]).includes(role)
