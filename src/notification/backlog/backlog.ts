// Brings into the lanes what lies in the database: what came due again, what others left behind, and what found no room in
// memory. Reads only for lanes that have room, and goes on in each lane where it stopped.
import { startDueLoop } from '#db/queue/due.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { type Lane, roomIn } from '../delivery/lane.ts'
import type { Waiting } from '../delivery/queue.ts'
import type { NotificationsDeps } from '../feature.ts'
import type { Sender } from './sender.ts'
import { type Found, lanesInBacklog, readBacklog, type Want } from './store.ts'

export interface Backlog {
  /** Something became due outside of this process's hands. */
  wake(): void
  wakeIn(ms: number): void
  /** The lane has begun some of what it held. */
  needsRefill(lane: Lane): void
  stop(): Promise<void>
}

const MAX_LANES = 500
/** Of one lane in one reading, and of all lanes together: while bodies are small, and until that is known. */
const PAGE = 500
const MAX_ROWS = 5_000
const FIRST_ROWS = 200
const FEWEST_ROWS = 25
/** Of bodies, in one reading. With more than that the next one brings less. */
const MAX_BYTES = 16 * 1024 * 1024
const BACKSTOP_MS = SECOND_MS
const BACKSTOP_AMONG_OTHERS_MS = SECOND_MS / 4
/** Ids are given before the commit: what was committed late lies behind the cursor and is found from the beginning. */
const CURSOR_HOLDS_MS = 3 * SECOND_MS
/** While there is much to read, what this process holds would be read over and over. */
const CURSOR_HOLDS_IN_BACKLOG_MS = 15 * SECOND_MS

export function openBacklog(
  deps: Pick<NotificationsDeps, 'db' | 'clock' | 'log' | 'paused'> & {
    sender: Sender
    waiting: Pick<Waiting, 'laneOf' | 'isOpen' | 'room' | 'reading'>
    /** What the reading has found. */
    found: (deliveries: Delivery[]) => void
  },
): Backlog {
  const { db, clock, log, sender, paused, waiting } = deps
  const { laneOf, isOpen } = waiting
  const wanting = new Set<Lane>()
  let lookedUpTo: bigint | null = null
  let lookAll = true
  let maxRows = FIRST_ROWS

  const loop = startDueLoop({ name: 'deliveries', everyMs: BACKSTOP_MS, round, log })
  const backstop = setInterval(() => {
    lookAll = true
    if (sender.count() > 1) loop.wake()
  }, BACKSTOP_AMONG_OTHERS_MS)

  async function round(): Promise<boolean> {
    const epoch = sender.epoch()
    if (epoch === null || !sender.isSure() || paused()) return false
    if (lookAll) await look()
    const lanes = [...wanting].filter(isToBeRead)
    wanting.clear()
    if (lanes.length === 0) return false
    await read(lanes, epoch)
    return wanting.size > 0
  }

  function isToBeRead(lane: Lane): boolean {
    if (sender.reads(lane.key)) return isOpen(lane)
    // Another's to read; or the lane would be kept for it for ever.
    lane.hasBacklog = false
    return false
  }

  /** Which lanes have anything at all. Where there are very many they are looked at in turns. */
  async function look(): Promise<void> {
    lookAll = false
    const found = await lanesInBacklog(db, lookedUpTo, MAX_LANES)
    lookedUpTo = found.length === MAX_LANES ? (found.at(-1) ?? null) : null
    for (const key of found) if (sender.reads(key)) want(laneOf(key))
  }

  async function read(lanes: Lane[], epoch: bigint): Promise<void> {
    const share = Math.max(1, Math.floor(Math.min(maxRows, waiting.room()) / lanes.length))
    const wants = lanes.map(lane => wantOf(lane, share)).filter(({ room }) => room > 0)
    if (wants.length === 0) return
    waiting.reading()
    const rows = await readBacklog(db, wants, epoch, clock())
    recordSize(rows)
    const ofLane = Map.groupBy(rows, ({ delivery }) => delivery.lane)
    for (const want of wants) recordReading(laneOf(want.lane), want.room, ofLane.get(want.lane) ?? [])
    deps.found(rows.map(({ delivery }) => delivery))
    for (const { lane } of wants) needsRefill(laneOf(lane))
  }

  /** So that a backlog of large bodies is read a few at a time. */
  function recordSize(found: Found[]): void {
    const bytes = found.reduce((sum, { delivery }) => sum + delivery.body.length, 0)
    maxRows = bytes > MAX_BYTES ? Math.max(FEWEST_ROWS, maxRows >> 1) : Math.min(MAX_ROWS, maxRows * 2)
  }

  const isHalfFull = (lane: Lane) => lane.ready.length * 2 > roomIn(lane)

  function want(lane: Lane): void {
    if (!isHalfFull(lane)) wanting.add(lane)
  }

  function recordReading(lane: Lane, room: number, found: Found[]): void {
    lane.hasBacklog = found.length === room
    lane.cursor = found.at(-1)?.cursor ?? lane.cursor
  }

  function needsRefill(lane: Lane): void {
    if (!lane.hasBacklog || isHalfFull(lane) || wanting.has(lane)) return
    wanting.add(lane)
    loop.wake()
  }

  /** What this process holds lies behind the cursor, and is not read again and again while it waits to be sent and logged. */
  function wantOf(lane: Lane, share: number): Want {
    const now = performance.now()
    if (now - lane.readSinceMs > (lane.hasBacklog ? CURSOR_HOLDS_IN_BACKLOG_MS : CURSOR_HOLDS_MS)) {
      lane.readSinceMs = now
      lane.cursor = null
    }
    return { lane: lane.key, after: lane.cursor, room: Math.min(PAGE, share, roomIn(lane) - lane.ready.length) }
  }

  return {
    wake() {
      lookAll = true
      loop.wake()
    },
    wakeIn(ms) {
      // A later one is found in its time, and there may be very many.
      if (ms >= BACKSTOP_MS) return
      setTimeout(() => {
        lookAll = true
        loop.wake()
      }, ms).unref()
    },
    needsRefill,
    async stop() {
      clearInterval(backstop)
      await loop.stop()
    },
  }
}
