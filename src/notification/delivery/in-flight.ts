// What this process has in its hands: every delivery that it will send, is sending, or has sent and not logged yet. The room is
// bounded, and the last of it is for lanes that hold little, so that nobody is kept out by those who hold much. Pure.
import type { Delivery } from './delivery.ts'
import { type Lane, roomIn } from './lane.ts'

/** How deliveries came into the hands; one for all that came together. */
export interface Hold {
  /** The mark of this process at that time. */
  readonly epoch: bigint
  /** Since when nobody has asked whether they, or their receivers, have changed. */
  readonly sinceMs: number
  /** Written by this process, under its mark: no other one reads them for a while. */
  readonly isNew: boolean
}

export interface InFlight {
  has(id: bigint): boolean
  of(id: bigint): Hold | undefined
  take(delivery: Delivery, hold: Hold): void
  release(delivery: Delivery): void
  /** Whether the lane may have one more. */
  hasRoomFor(lane: Lane): boolean
  /** How many more there is room for, beside what is kept for those that hold little. */
  room(): number
}

const MAX = 20_000
/** Of bodies. Most are some hundred bytes, and one that a seller has filled up is a quarter of a mebibyte. */
const MAX_BYTES = 256 * 1024 * 1024
/** The room that is kept for lanes of which so few wait, beyond what all may have. */
const LITTLE = 4
const KEPT_FOR_LITTLE = 1 / 4

export function openInFlight(): InFlight {
  const held = new Map<bigint, Hold>()
  let bytes = 0
  return {
    has: id => held.has(id),
    of: id => held.get(id),
    take(delivery, hold) {
      held.set(delivery.id, hold)
      bytes += delivery.body.length
    },
    release(delivery) {
      if (held.delete(delivery.id)) bytes -= delivery.body.length
    },
    hasRoomFor(lane) {
      const share = lane.ready.length < LITTLE ? 1 + KEPT_FOR_LITTLE : 1
      return lane.ready.length < roomIn(lane) && held.size < MAX * share && bytes < MAX_BYTES * share
    },
    room: () => (bytes < MAX_BYTES ? Math.max(0, MAX - held.size) : 0),
  }
}
