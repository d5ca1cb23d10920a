// How many streams may be open in this process, and of one person, account or cart. A place is given back once.
import { Failure } from '#kernel/failure.ts'

export interface Bounds<Who> {
  inAll: number
  /** At most `max` of those that are equal in `of`; `named`: what they have in common. */
  each: { of: (who: Who) => unknown; max: number; named: string }[]
}

/** Throws where there is none. Answers how to give it back. */
export type TakePlace<Who> = (who: Who) => () => void

const RETRY_AFTER_SECONDS = 15

export function openPlaces<Who extends object>({ inAll, each }: Bounds<Who>): TakePlace<Who> {
  const taken = new Set<Who>()
  const again = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  return who => {
    if (taken.size >= inAll) throw new Failure('OVERLOADED', 'Too many streams are open at the moment', again)
    for (const { of, max, named } of each) {
      const count = [...taken].filter(one => of(one) === of(who)).length
      if (count >= max) throw new Failure('RATE_LIMITED', `At most ${max} streams of ${named} are open at once`, again)
    }
    taken.add(who)
    return () => void taken.delete(who)
  }
}
