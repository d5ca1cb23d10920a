// Who is next: the lanes take turns, one delivery each, under one limit for all. Lanes that are slow share a quarter of the
// places, so that receivers which hang can never hold them all. Pure.
import { canStart, isSlowNow, type Lane } from './lane.ts'

export interface Rota {
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

export function openRota(mostUnderWay: number): Rota {
  const mostSlow = Math.max(1, Math.floor(mostUnderWay / SLOW_SHARE))
  const turns = new Set<Lane>()
  /** They have something to start, and wait for a place among the slow ones. */
  const heldBack = new Set<Lane>()
  let total = 0
  let slow = 0

  function setSlow(lane: Lane, isSlow: boolean): void {
    if (lane.isSlow === isSlow) return
    slow += isSlow ? lane.underWay : -lane.underWay
    lane.isSlow = isSlow
  }

  function release(): void {
    if (heldBack.size === 0 || slow >= mostSlow) return
    for (const lane of heldBack) turns.add(lane)
    heldBack.clear()
  }

  /** One delivery of the lane, if it may have a place; then it is the others' turn. */
  function give(lane: Lane, nowMs: number, begin: (lane: Lane) => void): void {
    if (lane.isSlow && slow >= mostSlow) heldBack.add(lane)
    else if (canStart(lane, nowMs)) {
      begin(lane)
      if (lane.ready.length > 0 && lane.underWay < lane.pace.limit) turns.add(lane)
    }
  }

  return {
    offer: lane => void turns.add(lane),
    turn(nowMs, begin) {
      // Whoever begins is added again, behind the others, and is met there. Those that are not reached keep their place.
      for (const lane of turns) {
        if (total >= mostUnderWay) return
        turns.delete(lane)
        give(lane, nowMs, begin)
      }
    },
    began(lane) {
      lane.underWay++
      total++
      if (lane.isSlow) slow++
    },
    ended(lane) {
      lane.underWay--
      total--
      if (lane.isSlow) slow--
      setSlow(lane, isSlowNow(lane))
      turns.add(lane)
      release()
    },
    drags: lane => setSlow(lane, true),
    underWay: () => total,
  }
}
