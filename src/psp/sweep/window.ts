// Which stretch of time a sweep reads, and in which pieces. Pure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Period } from '../port.ts'
import type { Sweep } from './store.ts'

/** Two sweeps overlap by this much, which finds entries that the PSP lists a little late. */
const OVERLAP_MS = 10 * MINUTE_MS
/** Entries that it lists very late, or has changed since, are found by sweeping the long way back once an hour. */
const DEEP_OVERLAP_MS = 25 * HOUR_MS
const DEEP_EVERY_MS = HOUR_MS
/** The PSP's clock may be ahead of ours. */
const SKEW_MS = 10 * MINUTE_MS
/** After a long outage the time is swept in pieces, each of which counts when it is done. */
const MAX_SLICE_MS = DAY_MS

export const isDeep = ({ deepSweptAt }: Pick<Sweep, 'deepSweptAt'>, now: Date): boolean =>
  deepSweptAt === null || now.getTime() - deepSweptAt.getTime() >= DEEP_EVERY_MS

/** The pieces of the time to be read at `now`, oldest first. Nothing from before the account was added to this gateway. */
export function slicesOf(sweep: Sweep, now: Date): Period[] {
  const to = now.getTime() + SKEW_MS
  const back = isDeep(sweep, now) ? DEEP_OVERLAP_MS : OVERLAP_MS
  const from = Math.min(to, Math.max(sweep.accountSince.getTime(), startOf(sweep, now).getTime() - back))
  const count = Math.max(1, Math.ceil((to - from) / MAX_SLICE_MS))
  return Array.from({ length: count }, (_, n) => ({
    from: new Date(from + n * MAX_SLICE_MS),
    to: new Date(Math.min(to, from + (n + 1) * MAX_SLICE_MS)),
  }))
}

/** The time up to which everything has been compared once the slice has been read at `now`. */
export function reachedBy(sweep: Sweep, slice: Period, now: Date): Date {
  const reached = Math.min(slice.to.getTime(), now.getTime())
  return new Date(Math.max(reached, startOf(sweep, now).getTime()))
}

/** A clock that was ahead and has been corrected must not leave a gap: nothing of the future has been compared. */
const startOf = ({ sweptTo }: Sweep, now: Date) => (sweptTo < now ? sweptTo : now)
