// How many callbacks of one PSP account are taken in a minute: far more than any PSP has to tell, and few enough that whoever
// has learned the address cannot fill the database. It counts for this process, and forgets with every minute.
import { type Clock, MINUTE_MS } from '#kernel/time.ts'

const MAX_A_MINUTE = 6_000

/** Answers whether one more is taken. */
export function openCallbackTally(clock: Clock, max = MAX_A_MINUTE): (pspAccountId: number) => boolean {
  let minute = 0
  let taken = new Map<number, number>()
  return pspAccountId => {
    const present = Math.floor(clock().getTime() / MINUTE_MS)
    if (present !== minute) taken = new Map()
    minute = present
    const count = (taken.get(pspAccountId) ?? 0) + 1
    if (count > max) return false
    taken.set(pspAccountId, count)
    return true
  }
}
