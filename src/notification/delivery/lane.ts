// A lane: one receiver's deliveries, in the order in which they came, and how many of them may be under way. A lane knows
// nothing of the others, and whatever its receiver does, it only ever holds its own places. Pure.
import { SECOND_MS } from '#kernel/time.ts'
import { type LaneBreaker, laneBreaker, type Sign } from './circuit-breaker.ts'
import { type Answer, type Delivery, isBusy, TOO_MANY_REQUESTS } from './delivery.ts'

export interface Lane {
  readonly key: bigint
  breaker: LaneBreaker
  /** Waiting in memory for a place. */
  readonly ready: Delivery[]
  underWay: number
  /** Its receiver has answered, and has not been paused since. */
  hasAnswered: boolean
  /** Which places it may have; kept by the rota, which counts by it what is under way. */
  standing: Standing
  /** More may lie in the database than could be held. */
  hasBacklog: boolean
  /** Up to where the backlog has been read since the last look from the beginning, which was at `readSinceMs`. */
  cursor: Cursor | null
  readSinceMs: number
  readonly pace: Pace
}

/** 'untried': its receiver has never answered; 'hanging': nor does it answer what is under way now. */
export type Standing = 'answering' | 'slow' | 'untried' | 'hanging'

export interface Cursor {
  /** In seconds, to the microsecond that the database counts in. */
  dueS: number
  id: bigint
}

export interface Pace {
  /** How many may be under way at once. */
  limit: number
  /** A running average of how long the receiver takes. */
  tookMs: number
}

const FIRST_LIMIT = 4
const MAX_UNDER_WAY = 16
const SLOW_MS = SECOND_MS
const WEIGHT_OF_THE_LAST = 0.2

const MAX_READY = 1_000
const FEWEST_READY = 8
/** A lane holds what its receiver takes within so long. */
const AHEAD_MS = 3 * SECOND_MS

export const newLane = (key: bigint, hasAnswered = false): Lane => ({
  key,
  hasAnswered,
  standing: hasAnswered ? 'answering' : 'untried',
  breaker: laneBreaker(),
  ready: [],
  underWay: 0,
  hasBacklog: false,
  cursor: null,
  readSinceMs: 0,
  pace: { limit: FIRST_LIMIT, tookMs: 0 },
})

export const canStart = (lane: Lane, nowMs: number): boolean =>
  lane.ready.length > 0 && lane.underWay < lane.pace.limit && lane.breaker.admits(nowMs, lane.underWay)

export const isEmpty = (lane: Lane): boolean => lane.ready.length === 0 && lane.underWay === 0 && !lane.hasBacklog

export const isIdle = (lane: Lane, nowMs: number): boolean => isEmpty(lane) && lane.breaker.isPristine(nowMs)

/**
 * How many may wait in memory in this lane; the other rows stay in the database until there is room. A paused one keeps one to
 * try its receiver with.
 */
export function roomIn({ breaker, standing, pace }: Lane): number {
  if (breaker.pausedSince() !== null) return 1
  const isSlow = standing === 'slow' || standing === 'hanging'
  const tookMs = Math.max(isSlow ? SLOW_MS : 1, pace.tookMs)
  return Math.max(FEWEST_READY, Math.min(MAX_READY, Math.floor((pace.limit * AHEAD_MS) / tookMs)))
}

/** An attempt has ended: the lane is opened wider one by one, and narrowed by half. */
export function recordAnswer(lane: Lane, answer: Answer, nowMs: number, jitter: number): void {
  const sign = signOf(answer)
  const { pace } = lane
  pace.tookMs += (answer.durationMs - pace.tookMs) * WEIGHT_OF_THE_LAST
  const isTooMuch = sign === 'silent' || isBusy(answer)
  pace.limit = isTooMuch ? Math.max(1, pace.limit >> 1) : Math.min(MAX_UNDER_WAY, pace.limit + 1)
  lane.breaker.record(sign, nowMs, jitter, answer.askedWaitMs)
  lane.hasAnswered = sign === 'silent' ? lane.hasAnswered && lane.breaker.pausedSince() === null : true
}

/** For how long its receiver is left alone from now on; null where it is not. */
export const backoffOf = ({ breaker }: Lane, nowMs: number): number | null =>
  breaker.pausedSince() === null ? null : Math.max(0, breaker.openUntil() - nowMs)

/** As its attempts so far make it. `drags` reports to the scheduler what an attempt under way makes of it. */
export function standingOf({ hasAnswered, pace, underWay }: Lane): Standing {
  const isSlow = pace.tookMs > SLOW_MS
  if (hasAnswered) return isSlow ? 'slow' : 'answering'
  return isSlow && underWay > 0 ? 'hanging' : 'untried'
}

function signOf({ status }: Answer): Sign {
  if (status === null) return 'silent'
  return status >= 500 || status === TOO_MANY_REQUESTS ? 'failed' : 'well'
}
