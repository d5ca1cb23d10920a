// The names behind the ids of those who have decided something. Only owners may read who works for the account; for others it is
// enough to know whether it was they themselves.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { MemberSchema } from '#member/wire.ts'
import { call } from './call.ts'
import { useRole } from './me.ts'
import type { Page } from './page.ts'
import { useSession } from './session.ts'

export interface People {
  /** The id of the person who asks. */
  own: string
  /** By id. */
  names: Map<string, string>
}

export function usePeople(): People {
  const { user } = useSession()
  const isOwner = useRole() === 'OWNER'
  const { data } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: ({ signal }) => call<Page<Static<typeof MemberSchema>>>('GET', '/api/members', { signal }),
    enabled: isOwner,
    staleTime: 60_000,
  })
  return { own: user.id, names: new Map((data?.data ?? []).map(({ id, name }) => [id, name])) }
}
