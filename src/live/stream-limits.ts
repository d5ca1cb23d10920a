// How many streams may be open in this process, and of one person, account, cart or address. A place is given back once.
import { Failure } from '#kernel/failure.ts'

export interface Bounds<Who> {
  inAll: number
  /** At most `max` of those that are equal in `of`; `named`: what they have in common. */
  each: { of: (who: Who) => unknown; max: number; named: string }[]
}

/** Throws where there is none. Answers how to give it back. */
export type TakePlace<Who> = (who: Who) => () => void

const RETRY_AFTER_SECONDS = 15

export function openStreamLimits<Who>({ inAll, each }: Bounds<Who>): TakePlace<Who> {
  let taken = 0
  const counts = each.map(() => new Map<unknown, number>())
  const again = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  return who => {
    if (taken >= inAll) throw new Failure('OVERLOADED', 'Too many streams are open at the moment', again)
    const keys = each.map(({ of }) => of(who))
    for (const [n, { max, named }] of each.entries())
      if ((counts[n]?.get(keys[n]) ?? 0) >= max)
        throw new Failure('RATE_LIMITED', `At most ${max} streams of ${named} are open at once`, again)
    taken++
    for (const [n, of] of counts.entries()) count(of, keys[n], 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      taken--
      for (const [n, of] of counts.entries()) count(of, keys[n], -1)
    }
  }
}

/** A key that has none left is forgotten. */
function count(counts: Map<unknown, number>, key: unknown, change: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + change
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}
