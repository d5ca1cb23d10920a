// The heartbeat: raised in the database while the gateway is open, and then recorded on this machine. A database whose heartbeat
// is behind the recorded one is an older copy; a gateway also finds this while it is running.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import type { Clock } from '#kernel/time.ts'
import type { InstallationFile } from './installation.ts'
import type { Fingerprint } from './place.ts'
import { raiseHeartbeat } from './store.ts'
import { olderThan, readFrom, type Seen, type Suspicion } from './suspicion.ts'

export interface HeartbeatDeps {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Null: nothing is remembered. */
  file: InstallationFile | null
  here: Fingerprint
  everyMs: number
  /** The database has become an older one while we were at work. */
  onOlder: (suspicion: Suspicion, seen: bigint) => Promise<unknown>
}

export interface Heartbeat {
  /** Raises it a last time. */
  stop(): Promise<void>
}

export function startHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { db, clock, log, file, here, everyMs } = deps
  let last: Seen | null = null
  let isNoted = true

  async function beat(): Promise<false> {
    const now = clock()
    const { installationId, pulse: heartbeat, pulseAtBefore } = await raiseHeartbeat(db, now)
    if (last !== null && heartbeat <= last.pulse) {
      const suspicion = {
        reason: olderThan(heartbeat, last.pulse),
        from: readFrom({ pulseAt: pulseAtBefore }, last, now),
      }
      await deps.onOlder(suspicion, last.pulse)
    }
    last = { installationId, fingerprint: here, pulse: heartbeat, pulseAt: now }
    await note(last)
    return false
  }

  // A gateway without a writable data folder works; only one of the two ways to recognise a copy is missing.
  async function note(seen: Seen): Promise<void> {
    try {
      await file?.write(seen)
      isNoted = true
    } catch (error) {
      if (isNoted)
        log.warn({ err: error }, 'the pulse cannot be noted: an older copy of the database would go unnoticed')
      isNoted = false
    }
  }

  const loop: DueLoop = startDueLoop({ name: 'pulse', everyMs, round: beat, log })

  return {
    async stop() {
      await loop.stop()
      await beat().catch(error => log.error({ err: error }, 'the last pulse could not be raised'))
    },
  }
}
