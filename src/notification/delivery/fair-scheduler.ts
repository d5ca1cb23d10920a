// Who is next: the lanes take turns, one delivery each, under one limit for all. Lanes that are slow share a quarter of the
// places, and lanes whose receivers have not answered yet share an eighth, so that receivers which hang, however many and however
// new, can never hold the places of those that answer. Pure.
import { canStart, type Lane, type Standing, standingOf } from './lane.ts'

export interface FairScheduler {
  /** The lane may have something to start. Cheap, and safe to say at any time. */
  offer(lane: Lane): void
  /** Starts what may start; `begin` takes the first of the lane's ready ones under way. */
  turn(nowMs: number, begin: (lane: Lane) => void): void
  /** An attempt of the lane has begun, or ended. */
  began(lane: Lane): void
  ended(lane: Lane): void
  /** The lane's receiver has kept an attempt waiting for long, whatever it answers in the end. */
  drags(lane: Lane): void
  underWay(): number
}

const SLOW_SHARE = 4
const UNTRIED_SHARE = 8
/** Attempts that hang hold sockets, but nobody's place. So many times the limit is the most of everything together. */
const MAX_SOCKETS_PER_PLACE = 4

export function openFairScheduler(maxUnderWay: number): FairScheduler {
  const share = (part: number) => Math.max(1, Math.floor(maxUnderWay / part))
  const max: Record<Standing, number> = {
    answering: Number.POSITIVE_INFINITY,
    slow: share(SLOW_SHARE),
    untried: share(UNTRIED_SHARE),
    // One attempt has to end before the receiver is tried again.
    hanging: 0,
  }
  const underWay: Record<Standing, number> = { answering: 0, slow: 0, untried: 0, hanging: 0 }
  const turns = new Set<Lane>()
  /** They have something to start, and wait for a place among their like. */
  const heldBack: Record<'slow' | 'untried', Set<Lane>> = { slow: new Set(), untried: new Set() }

  const total = () => underWay.answering + underWay.slow + underWay.untried + underWay.hanging

  /** Receivers that answered and hang now may hold more than the share of the slow; the rest of that is nobody's place. */
  const isFull = () =>
    underWay.answering + underWay.untried + Math.min(underWay.slow, max.slow) >= maxUnderWay ||
    total() >= maxUnderWay * MAX_SOCKETS_PER_PLACE

  /** New receivers may hang in their hundreds, but so many only that there is always a socket for the others. */
  const hasPlaceFor = (standing: Standing) =>
    underWay[standing] < max[standing] && (standing !== 'untried' || underWay.hanging < maxUnderWay)

  function setStanding(lane: Lane, standing: Standing): void {
    underWay[lane.standing] -= lane.underWay
    underWay[standing] += lane.underWay
    lane.standing = standing
  }

  /** As many of those held back as there are places for now. */
  function release(): boolean {
    for (const standing of ['slow', 'untried'] as const) {
      const held = heldBack[standing]
      let places = hasPlaceFor(standing) ? max[standing] - underWay[standing] : 0
      for (const lane of held) {
        if (places-- <= 0) break
        held.delete(lane)
        turns.add(lane)
      }
    }
    return turns.size > 0
  }

  /** One delivery of the lane, if it may have a place; then it is the others' turn. */
  function give(lane: Lane, nowMs: number, begin: (lane: Lane) => void): void {
    if (lane.standing === 'untried' && lane.hasAnswered) setStanding(lane, standingOf(lane))
    const { standing } = lane
    // One that hangs is offered again when its attempt has ended.
    if (standing === 'hanging') return
    if (hasPlaceFor(standing)) start(lane, nowMs, begin)
    else if (standing !== 'answering') heldBack[standing].add(lane)
  }

  function start(lane: Lane, nowMs: number, begin: (lane: Lane) => void): void {
    if (!canStart(lane, nowMs)) return
    begin(lane)
    if (lane.ready.length > 0 && lane.underWay < lane.pace.limit) turns.add(lane)
  }

  return {
    offer: lane => void turns.add(lane),
    turn(nowMs, begin) {
      while (release()) {
        // A lane that begins is added again, behind the others, and is met there. Those that are not reached keep their place.
        for (const lane of turns) {
          if (isFull()) return
          turns.delete(lane)
          give(lane, nowMs, begin)
        }
      }
    },
    began(lane) {
      lane.underWay++
      underWay[lane.standing]++
    },
    ended(lane) {
      lane.underWay--
      underWay[lane.standing]--
      setStanding(lane, standingOf(lane))
      turns.add(lane)
    },
    drags(lane) {
      setStanding(lane, lane.hasAnswered ? 'slow' : 'hanging')
    },
    underWay: total,
  }
}
