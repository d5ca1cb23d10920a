// The heartbeat: recorded in the database while the gateway is open, and then on this machine. A database whose heartbeat
// is behind that one is an older copy, and one on another history is a promoted standby, which may be; a gateway also finds this
// while it is running.
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import type { RecoveryDeps } from './feature.ts'
import type { Fingerprint } from './place.ts'
import { acceptHistory, type RecordedHeartbeat, recordHeartbeat } from './store.ts'
import { isPromoted, lossOf, olderThan, readFrom, type Seen, type Suspicion } from './suspicion.ts'

export interface Heartbeat {
  /** A standby was promoted: until the next heartbeat nobody knows what it lacks. */
  doubt(): void
  isInDoubt(): boolean
  /** Records it a last time. */
  stop(): Promise<void>
}

export function startHeartbeat(
  deps: Pick<RecoveryDeps, 'db' | 'clock' | 'log' | 'file'> & {
    here: Fingerprint
    /** Whether the server reports on which history it is. */
    reportsHistory: boolean
    everyMs: number
    /** The database has become an older one while we were at work, or may have. */
    onOlder: (suspicion: Suspicion, seen: bigint) => Promise<unknown>
    /** A promotion is judged, by this process or by another: whether the gateway is in recovery is to be read anew. */
    learn: () => Promise<unknown>
    /** No doubt is left. */
    onJudged: () => void
  },
): Heartbeat {
  const { db, clock, log, file, here, reportsHistory, everyMs } = deps
  let last: Seen | null = null
  let isRecorded = true
  let doubts = 0
  let judged = 0

  async function heartbeat(): Promise<false> {
    const asked = doubts
    const now = clock()
    const recorded = await recordHeartbeat(db, now, reportsHistory)
    await judge(recorded, now)
    last = { installationId: recorded.installationId, fingerprint: here, pulse: recorded.pulse, pulseAt: now }
    await recordHere(last)
    if (judged === asked) return false
    await deps.learn()
    judged = asked
    if (judged === doubts) deps.onJudged()
    return false
  }

  async function judge({ pulse, pulseAtBefore, history }: RecordedHeartbeat, now: Date): Promise<void> {
    const reason = last !== null && pulse <= last.pulse ? olderThan(pulse, last.pulse) : lossOf(history)
    if (reason !== null)
      await deps.onOlder({ reason, from: readFrom({ pulseAt: pulseAtBefore }, last, now) }, last?.pulse ?? 0n)
    if (!isPromoted(history)) return
    if (reason === null) log.warn(history, 'a standby was promoted, for which every commit had waited: nothing is lost')
    await acceptHistory(db, history)
  }

  // A gateway without a writable data folder works; only one of the two ways to recognise a copy is missing.
  async function recordHere(seen: Seen): Promise<void> {
    try {
      await file?.write(seen)
      isRecorded = true
    } catch (error) {
      if (isRecorded)
        log.warn({ err: error }, 'the heartbeat cannot be noted: an older copy of the database would go unnoticed')
      isRecorded = false
    }
  }

  const loop: DueLoop = startDueLoop({ name: 'pulse', everyMs, round: heartbeat, log })

  return {
    doubt() {
      doubts++
      loop.wake()
    },
    isInDoubt: () => judged !== doubts,
    async stop() {
      await loop.stop()
      await heartbeat().catch(error => log.error({ err: error }, 'the last heartbeat could not be recorded'))
    },
  }
}
