// Work in lanes: each lane runs so much at a time and holds so much more in order of arrival, so that a slow one keeps no
// other waiting.
import { type Limited, limited } from './limited.ts'

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
  const lanes = new Map<Name, { works: Limited; held: number }>()
  const held = (name: Name) => lanes.get(name)?.held ?? 0

  return {
    async run(name, work) {
      const lane = lanes.get(name) ?? { works: limited(max), held: 0 }
      lanes.set(name, lane)
      lane.held++
      try {
        return await lane.works.run(work)
      } finally {
        lane.held--
        // A name that nobody uses any more leaves nothing behind.
        if (lane.held === 0) lanes.delete(name)
      }
    },
    hasRoom: name => held(name) < maxHeld,
    full: () => [...lanes.keys()].filter(name => held(name) >= maxHeld),
    async idle() {
      await Promise.all([...lanes.values()].map(({ works }) => works.idle()))
    },
  }
}
