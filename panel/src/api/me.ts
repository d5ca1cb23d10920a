// What the person who is signed in may do, in the account that they work in.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { MeSchema } from '#access/me-wire.ts'
import type { Role } from '#http/route.ts'
import { call } from './call.ts'
import { chosenAccount } from './chosen-account.ts'
import { type Door, MAY } from './may.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call<Static<typeof MeSchema>>('GET', '/api/me'),
  staleTime: 60_000,
})

/** null: not known. */
export function useRole(): Role | null {
  const { data } = useQuery(meQuery)
  const chosen = chosenAccount()
  // Whoever looks at an account for support reads, whatever they may do elsewhere.
  if (data?.supportView) return 'READER'
  const own = data?.accounts ?? []
  const account = chosen === null ? own[0] : own.find(({ accountId }) => String(accountId) === chosen)
  return account?.role ?? null
}

/**
 * Whether to offer what this door of the gateway does; null while it is asked. Where the role cannot be told it is offered, and
 * the gateway decides.
 */
export function useMay(door: Door): boolean | null {
  const { isPending } = useQuery(meQuery)
  const role = useRole()
  if (isPending) return null
  return role === null || mayRole(role, door)
}

const mayRole = (role: Role, door: Door): boolean => (MAY[door] as readonly Role[]).includes(role)
