// How many streams may be open, of a person, for an account and in this process. A place is given back once.
import type { Standing } from '#access/guards/still-admitted-store.ts'
import { Failure } from '#kernel/failure.ts'

export interface Bounds {
  perPerson: number
  perAccount: number
  inAll: number
}

/** Throws where there is none. Answers how to give it back. */
export type TakePlace = (who: Standing) => () => void

const RETRY_AFTER_SECONDS = 15

export function openPlaces({ perPerson, perAccount, inAll }: Bounds): TakePlace {
  const taken = new Set<Standing>()
  const count = (same: (one: Standing) => boolean) => [...taken].filter(same).length
  const again = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  return who => {
    if (taken.size >= inAll) throw new Failure('OVERLOADED', 'Too many streams are open at the moment', again)
    if (count(({ userId }) => userId === who.userId) >= perPerson)
      throw new Failure('RATE_LIMITED', `At most ${perPerson} streams of a person are open at once`, again)
    if (count(({ accountId }) => accountId === who.accountId) >= perAccount)
      throw new Failure('RATE_LIMITED', `At most ${perAccount} streams of an account are open at once`, again)
    taken.add(who)
    return () => void taken.delete(who)
  }
}
