// The limit of callbacks of one PSP account in a minute: far more than any PSP sends, and few enough that a caller who has
// learned the address cannot fill the database. It counts for this process alone, and begins anew every minute.
import { type Clock, MINUTE_MS } from '#kernel/time.ts'

const MAX_A_MINUTE = 6_000

/** Answers whether one more is accepted. */
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
