// What this process holds in memory, in the lanes of its receivers: taken on when it is created here or found in the database,
// and released when it is over, when its receiver has other settings, when another process has it, or when it has waited for
// long.
import { SECOND_MS } from '#kernel/time.ts'
import type { Sender } from '../backlog/sender.ts'
import { HAND_OVER_MS } from '../backlog/store.ts'
import type { NotificationsDeps } from '../feature.ts'
import { laneBreaker } from './circuit-breaker.ts'
import type { Delivery, NewDelivery } from './delivery.ts'
import { type Hold, openInFlight } from './in-flight.ts'
import { isEmpty, isIdle, type Lane, newLane } from './lane.ts'
import { openAnswered } from './recently-answered.ts'

export interface Waiting {
  laneOf(key: bigint): Lane
  /** Their receivers are known to answer. */
  known(keys: bigint[]): void
  lanes(): Iterable<Lane>
  /** Whether the lane's receiver may be sent anything now, and there is room to hold it. */
  isOpen(lane: Lane): boolean
  /** For how many there is room in all. */
  room(): number
  take(pendingDeliveries: NewDelivery[]): void
  /** A reading begins; what is over from now on may still be in what it finds. */
  reading(): void
  found(deliveries: Delivery[]): void
  /** The mark under which it was taken on. */
  epochOf(delivery: Delivery): bigint | undefined
  /** It is in the log, or never will be. */
  over(delivery: Delivery): void
  /** Other senders are there, or this one has another mark. */
  changed(): void
  /** The lane's receiver has other settings. */
  renew(key: bigint): void
  drop(key: bigint, upTo: Date): void
  /** What no event brings about. */
  tend(nowMs: number): void
}

/** Beyond so many, what a receiver did lately is forgotten as soon as nothing is under way there. */
const MAX_LANES = 20_000
/** What waits for longer is read anew: another process may have changed its receiver. */
const FRESH_MS = 5 * SECOND_MS
/**
 * What was created here in a lane that another process reads is released sooner, so that both have ended before that one looks at
 * it.
 */
const FRESH_FOR_OTHERS_MS = 2 * SECOND_MS

interface Reading extends Hold {
  /** Over since it began: it may still have seen them. */
  readonly done: Set<bigint>
  /** Lanes that were let go since: what it finds of them may be out of date. */
  readonly release: Set<bigint>
}

export function openWaiting(
  deps: Pick<NotificationsDeps, 'clock'> & {
    sender: Pick<Sender, 'epoch' | 'reads'>
    /** Whether anything is taken on at all. */
    takes: () => boolean
    /** The lane has something to start. */
    offer: (lane: Lane) => void
  },
): Waiting {
  const { clock, sender, takes, offer } = deps
  const lanes = new Map<bigint, Lane>()
  const inFlight = openInFlight()
  const answered = openAnswered()
  /** Null while there is none, or while what it finds counts for nothing. */
  let underRead: Reading | null = null
  /** Receivers with new settings, and when they got them: what is handed over from before then has the old ones. */
  const renewed = new Map<bigint, number>()

  function laneOf(key: bigint): Lane {
    const known = lanes.get(key)
    if (known !== undefined) return known
    const lane = newLane(key, answered.has(key))
    lanes.set(key, lane)
    return lane
  }

  function hold(deliveries: Delivery[], how: Hold): void {
    if (!takes()) return
    for (const delivery of deliveries) if (!inFlight.has(delivery.id)) holdOne(delivery, how)
  }

  function holdOne(delivery: Delivery, how: Hold): void {
    const lane = laneOf(delivery.lane)
    if (inFlight.hasRoomFor(lane)) {
      inFlight.take(delivery, how)
      lane.ready.push(delivery)
      offer(lane)
      return
    }
    lane.hasBacklog = sender.reads(lane.key)
    // What was read lies behind the cursor, and is looked for from the beginning.
    if (!how.isNew) lane.cursor = null
  }

  function releaseWhere(lane: Lane, which: (hold: Hold, delivery: Delivery) => boolean): void {
    const kept: Delivery[] = []
    for (const delivery of lane.ready) {
      if (which(inFlight.of(delivery.id) as Hold, delivery)) inFlight.release(delivery)
      else kept.push(delivery)
    }
    if (kept.length === lane.ready.length) return
    lane.ready.splice(0, lane.ready.length, ...kept)
    lane.cursor = null
    lane.hasBacklog = sender.reads(lane.key)
  }

  /** All but whether its receiver answers: it would count as unknown at its next event. */
  function forget(lane: Lane): void {
    if (lane.hasAnswered) answered.record([lane.key])
    else answered.forget(lane.key)
    lanes.delete(lane.key)
  }

  function tendLane(lane: Lane, nowMs: number): void {
    if (isIdle(lane, nowMs) || (lanes.size > MAX_LANES && isEmpty(lane))) forget(lane)
    const [first] = lane.ready
    if (first === undefined) return
    const freshMs = sender.reads(lane.key) ? FRESH_MS : FRESH_FOR_OTHERS_MS
    const isOld = ({ sinceMs }: Hold) => nowMs - sinceMs > freshMs
    if (isOld(inFlight.of(first.id) as Hold)) releaseWhere(lane, isOld)
    if (lane.breaker.pausedSince() !== null && lane.ready.length > 0) offer(lane)
  }

  return {
    laneOf,
    known(keys) {
      answered.record(keys)
      for (const key of keys) {
        const lane = lanes.get(key)
        if (lane !== undefined) lane.hasAnswered = true
      }
    },
    lanes: () => lanes.values(),
    isOpen: lane => inFlight.hasRoomFor(lane) && lane.breaker.admits(performance.now(), 0),
    room: inFlight.room,
    // Late ones are left to the backlog, which may have found, sent and forgotten them; so are those of another mark.
    take(pendingDeliveries) {
      const epoch = sender.epoch()
      if (epoch === null) return
      const oldest = clock().getTime() - HAND_OVER_MS
      const isOurs = ({ owner, lane, createdAt }: NewDelivery) =>
        owner === epoch && createdAt.getTime() >= oldest && createdAt.getTime() > (renewed.get(lane) ?? 0)
      hold(pendingDeliveries.filter(isOurs), { epoch, sinceMs: performance.now(), isNew: true })
    },
    reading() {
      const epoch = sender.epoch()
      const sinceMs = performance.now()
      underRead = epoch === null ? null : { epoch, sinceMs, isNew: false, done: new Set(), release: new Set() }
    },
    found(deliveries) {
      const since = underRead
      underRead = null
      const isCurrent = ({ lane }: Delivery) => since !== null && !since.release.has(lane)
      for (const delivery of deliveries) if (!isCurrent(delivery)) laneOf(delivery.lane).cursor = null
      if (since === null) return
      hold(
        deliveries.filter(delivery => isCurrent(delivery) && !since.done.has(delivery.id)),
        since,
      )
    },
    epochOf: ({ id }) => inFlight.of(id)?.epoch,
    over(delivery) {
      inFlight.release(delivery)
      underRead?.done.add(delivery.id)
    },
    // What was only read is read by the process that has the lane now; what was created here no other process looks at for a
    // while.
    changed() {
      const epoch = sender.epoch()
      underRead = null
      for (const lane of lanes.values()) {
        const isRead = sender.reads(lane.key)
        releaseWhere(lane, hold => hold.epoch !== epoch || !(hold.isNew || isRead))
        if (!isRead) lane.hasBacklog = false
        // What others have left behind may be older than what was read.
        lane.cursor = null
      }
    },
    renew(key) {
      underRead?.release.add(key)
      answered.forget(key)
      renewed.set(key, clock().getTime())
      const lane = lanes.get(key)
      if (lane === undefined) return
      releaseWhere(lane, () => true)
      lane.hasBacklog = false
      lane.breaker = laneBreaker()
      lane.hasAnswered = false
      // While attempts are under way there it stays the same lane: its places are not given out twice.
      if (lane.underWay === 0) lanes.delete(key)
    },
    drop(key, upTo) {
      underRead?.release.add(key)
      const lane = lanes.get(key)
      if (lane !== undefined) releaseWhere(lane, (_hold, { createdAt }) => createdAt <= upTo)
    },
    tend(nowMs) {
      for (const lane of lanes.values()) tendLane(lane, nowMs)
      const late = clock().getTime() - HAND_OVER_MS
      for (const [key, at] of renewed) if (at < late) renewed.delete(key)
    },
  }
}
