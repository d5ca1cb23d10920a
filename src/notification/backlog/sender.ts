// This process among the senders. Each records a heartbeat; the others remove one whose heartbeat stops, and it may then neither
// begin an attempt nor complete one. The backlog of a lane is read by one sender only, found by highest hash among those alive,
// so that no rows need to be leased one by one.
import { isDead, placeOf } from '#db/queue/process-place.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { NotificationsDeps } from '../feature.ts'
import { insertSender, recordHeartbeat, removeSenders, sendersAt } from './sender-store.ts'

export interface Sender {
  /** The mark of this process on the rows that it writes; null while it has none. */
  epoch(): bigint | null
  /** Whether attempts may begin: it has been heard lately, so that nobody thinks it dead before they end. */
  isSure(): boolean
  /** Whether the backlog of the lane is this process's to read. */
  reads(lane: bigint): boolean
  /** How many senders there are, itself included. */
  count(): number
  /** The database has said that the epoch is over. */
  lost(epoch: bigint): void
  stop(): Promise<void>
}

const HEARTBEAT_INTERVAL_MS = 2 * SECOND_MS
/** Without a heartbeat for so long, nothing new is begun. */
const SURE_MS = 4 * SECOND_MS
const MARGIN_MS = SECOND_MS

export function startSender(
  deps: Pick<NotificationsDeps, 'db' | 'log'> & {
    /** The longest that an attempt takes. */
    attemptMs: number
    /** It has an epoch, or has a new one, or others came or went. What was taken on under an older epoch is not its own any more. */
    changed: () => void
  },
): Sender {
  const { db, log, attemptMs, changed } = deps
  // A sender that was sure at the last moment has ended its last attempt by then.
  const expiryMs = SURE_MS + attemptMs + MARGIN_MS
  let mine: bigint | null = null
  let heardAt = Number.NEGATIVE_INFINITY
  let alive: bigint[] = []
  /** Before that moment others may still be sending out of the lanes that they have lost to this process. */
  let readsFrom = Number.POSITIVE_INFINITY
  let stopped = false
  let running: Promise<void> | null = null

  async function register(): Promise<void> {
    const here = placeOf(process.pid)
    const dead = (await sendersAt(db, here.place)).filter(sender => isDead(sender.process))
    if (dead.length > 0)
      await removeSenders(
        db,
        dead.map(({ epoch }) => epoch),
      )
    mine = await insertSender(db, here)
  }

  async function round(): Promise<void> {
    const at = performance.now()
    const before = mine
    if (mine === null) await register()
    const epoch = mine as bigint | null
    if (epoch === null) return
    const now = await recordHeartbeat(db, epoch, expiryMs)
    if (!now.includes(epoch)) return lost(epoch)
    heardAt = at
    if (before === null) readsFrom = now.length === 1 ? at : at + expiryMs
    const isOther = before === null || now.length !== alive.length || now.some((other, n) => other !== alive[n])
    alive = now
    if (isOther) changed()
  }

  function lost(epoch: bigint): void {
    if (mine !== epoch) return
    log.warn({ epoch: String(epoch) }, 'this process was thought dead; what it had taken on is sent by others')
    mine = null
    heardAt = Number.NEGATIVE_INFINITY
    readsFrom = Number.POSITIVE_INFINITY
    changed()
    tick()
  }

  function tick(): void {
    if (stopped) return
    running ??= round()
      .catch(error => log.error({ err: error }, 'the heartbeat of the notifications failed'))
      .finally(() => {
        running = null
      })
  }

  // Nobody lives on only to say so.
  const timer = setInterval(tick, HEARTBEAT_INTERVAL_MS).unref()
  tick()
  return {
    epoch: () => mine,
    isSure: () => mine !== null && performance.now() - heardAt < SURE_MS,
    reads: lane => performance.now() >= readsFrom && mine !== null && readerOf(lane, alive) === mine,
    count: () => Math.max(1, alive.length),
    lost,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      if (mine !== null) await removeSenders(db, [mine]).catch(() => {})
    },
  }
}

/** Highest hash: when a sender comes or goes, only the lanes that it gains or leaves change hands. */
export function readerOf(lane: bigint, alive: bigint[]): bigint | null {
  let best: bigint | null = null
  let highest = -1
  for (const epoch of alive) {
    const height = mixed(folded(lane), folded(epoch))
    if (height > highest) {
      highest = height
      best = epoch
    }
  }
  return best
}

const folded = (number: bigint) => Number(BigInt.asUintN(32, number ^ (number >> 32n)))

/** The finalizer of MurmurHash3 over both. */
function mixed(lane: number, epoch: number): number {
  let hash = Math.imul(lane ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(epoch + 0x7f4a7c15, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
