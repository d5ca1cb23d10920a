// Work in lanes: each lane runs so much at a time and holds so much more in order of arrival, so that a slow one keeps no
// other waiting.
import pLimit, { type LimitFunction } from 'p-limit'

export interface Lanes<Name> {
  /** Runs the work when its lane has come to it. */
  run<T>(lane: Name, work: () => Promise<T>): Promise<T>
  hasRoom(lane: Name): boolean
  /** The lanes that are to be given no more for now. */
  full(): Name[]
  /** Resolves when nothing runs or waits any more. */
  idle(): Promise<void>
}

export interface LaneSettings {
  /** At a time, in each lane. */
  max: number
  /** Running and waiting, in each lane. */
  maxHeld?: number
}

export function openLanes<Name>({ max, maxHeld = Number.POSITIVE_INFINITY }: LaneSettings): Lanes<Name> {
  const lanes = new Map<Name, { limit: LimitFunction; held: number }>()
  const watchers: (() => void)[] = []
  const held = (name: Name) => lanes.get(name)?.held ?? 0

  return {
    async run(name, work) {
      const lane = lanes.get(name) ?? { limit: pLimit(max), held: 0 }
      lanes.set(name, lane)
      lane.held++
      try {
        return await lane.limit(work)
      } finally {
        lane.held--
        // A name that nobody uses any more leaves nothing behind.
        if (lane.held === 0) lanes.delete(name)
        if (lanes.size === 0) for (const resolve of watchers.splice(0)) resolve()
      }
    },
    hasRoom: name => held(name) < maxHeld,
    full: () => [...lanes.keys()].filter(name => held(name) >= maxHeld),
    idle: () => (lanes.size === 0 ? Promise.resolve() : new Promise(resolve => watchers.push(resolve))),
  }
}
