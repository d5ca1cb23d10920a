// Which stretch of time a sweep reads, and in which pieces. Pure.
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Period } from '../port.ts'
import type { Sweep } from './store.ts'

/** Two sweeps overlap by this much, which finds entries that the PSP lists a little late. */
const OVERLAP_MS = 10 * MINUTE_MS
/** Entries that it lists very late, or has changed since, are found by sweeping the long way back once an hour. */
const DEEP_OVERLAP_MS = 25 * HOUR_MS
const DEEP_EVERY_MS = HOUR_MS
/**
 * Once a day received payments are read further back: what a bank takes back of a Pix without a txid, days later, is in no callback, and
 * reconciliation reads a day anew only when it is seven days old.
 */
const FAR_OVERLAP_MS = 8 * DAY_MS
/** After a long outage the time is swept in pieces, each of which counts when it is done. */
const MAX_SLICE_MS = DAY_MS
/** Banks tell of boletos days later; each page of them costs one of the calls that the PSP allows in a day. */
const CHARGES = { overlapMs: 3 * DAY_MS, deepOverlapMs: 40 * DAY_MS, deepEveryMs: DAY_MS, sliceMs: 10 * DAY_MS }
/** Of these lists: once in so many rounds of the others, and where one has many pages so much of a round later for each. */
const CHARGE_ROUNDS = 10
const ROUNDS_A_PAGE = 0.72
const MAX_CHARGE_ROUNDS = 720

const isOfCharges = (list: Sweep['list']): boolean => list === 'boletos' || list === 'cards'

/**
 * How long after its beginning a list is read again. Efí allows 15,000 calls of each kind in a day; and has one for boletos and cards. Those of
 * a list that is read every minute would be more, once some hundreds are paid a day.
 */
export function nextReadMs({ list }: Pick<Sweep, 'list'>, pages: number, everyMs: number): number {
  if (!isOfCharges(list)) return everyMs
  return everyMs * Math.min(Math.max(CHARGE_ROUNDS, pages * ROUNDS_A_PAGE), MAX_CHARGE_ROUNDS)
}

const OTHERS = {
  overlapMs: OVERLAP_MS,
  deepOverlapMs: DEEP_OVERLAP_MS,
  deepEveryMs: DEEP_EVERY_MS,
  sliceMs: MAX_SLICE_MS,
}
/** The PSP's clock may be ahead of ours. */
const SKEW_MS = 10 * MINUTE_MS

const windowOf = ({ list }: Pick<Sweep, 'list'>) => (isOfCharges(list) ? CHARGES : OTHERS)

export const isDeep = ({ deepSweptAt, ...sweep }: Pick<Sweep, 'deepSweptAt' | 'list'>, now: Date): boolean =>
  deepSweptAt === null || now.getTime() - deepSweptAt.getTime() >= windowOf(sweep).deepEveryMs

/** The pieces of the time to be read at `now`, oldest first. Nothing from before the account was added to this gateway. */
export function slicesOf(sweep: Sweep, now: Date): Period[] {
  const to = now.getTime() + SKEW_MS
  const { sliceMs } = windowOf(sweep)
  const from = Math.min(
    to,
    Math.max(sweep.accountSince.getTime(), startOf(sweep, now).getTime() - overlapOf(sweep, now)),
  )
  const count = Math.max(1, Math.ceil((to - from) / sliceMs))
  return Array.from({ length: count }, (_, n) => ({
    from: new Date(from + n * sliceMs),
    to: new Date(Math.min(to, from + (n + 1) * sliceMs)),
  }))
}

function overlapOf(sweep: Sweep, now: Date): number {
  const { overlapMs, deepOverlapMs } = windowOf(sweep)
  if (!isDeep(sweep, now)) return overlapMs
  return sweep.list === 'received' && isFirstOfDay(sweep, now) ? FAR_OVERLAP_MS : deepOverlapMs
}

const isFirstOfDay = ({ deepSweptAt }: Sweep, now: Date): boolean =>
  deepSweptAt === null || dateAt(deepSweptAt) !== dateAt(now)

/** The time up to which everything has been compared once the slice has been read at `now`. */
export function reachedBy(sweep: Sweep, slice: Period, now: Date): Date {
  const reached = Math.min(slice.to.getTime(), now.getTime())
  return new Date(Math.max(reached, startOf(sweep, now).getTime()))
}

/** A clock that was ahead and has been corrected must not leave a gap: nothing of the future has been compared. */
const startOf = ({ sweptTo }: Sweep, now: Date) => (sweptTo < now ? sweptTo : now)
