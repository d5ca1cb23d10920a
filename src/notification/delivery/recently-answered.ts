// Which receivers have answered lately. A lane is forgotten as soon as it is empty; this is what is kept of it, so that a receiver
// that answers once a day is not taken for a new one each time. Bounded: those that were noted first are forgotten first. Pure.

export interface Answered {
  record(lanes: bigint[]): void
  has(lane: bigint): boolean
  forget(lane: bigint): void
}

export const MAX_REMEMBERED = 50_000

export function openAnswered(max = MAX_REMEMBERED): Answered {
  const lanes = new Set<bigint>()
  return {
    record(keys) {
      for (const key of keys) {
        lanes.delete(key)
        lanes.add(key)
      }
      for (const oldest of lanes) {
        if (lanes.size <= max) return
        lanes.delete(oldest)
      }
    },
    has: lane => lanes.has(lane),
    forget: lane => void lanes.delete(lane),
  }
}
