// The names behind the ids of those who have decided something.
import { useMembers } from '../account/members.ts'
import { useSession } from './session.ts'

export interface People {
  /** The id of the signed-in person. */
  own: string
  /** By id. */
  names: Map<string, string>
}

export function usePeople(): People {
  const { user } = useSession()
  const { data } = useMembers()
  return { own: user.id, names: new Map((data?.data ?? []).map(({ id, name }) => [id, name])) }
}
