// Alarms: what a person of the house has to look at. Whoever rings goes on at once; the alarm is logged in any case, and
// kept for the operator's desk as soon as the database takes it.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { limited } from '#kernel/limited.ts'
import type { Clock } from '#kernel/time.ts'
import { keepAlarm } from './alarm-store.ts'

export interface Alarms {
  ring(said: string, known: object): void
  /** Resolves when everything that has been rung is kept. */
  stop(): Promise<void>
}

/** Writes under way at once; a storm of alarms must not take the pool from the money. */
const MOST_WRITES = 2
const MOST_KNOWN_CHARACTERS = 8_192

export function openAlarms(needs: { db: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'error'> }): Alarms {
  const { db, clock, log } = needs
  const writes = limited(MOST_WRITES)
  return {
    ring(said, known) {
      log.error({ known }, said)
      const json = jsonOf(known)
      const hash = createHash('sha256').update(json).digest()
      writes
        .run(() => keepAlarm(db, { said, known: json, hash, now: clock() }))
        .catch(error => log.error({ err: error, alarm: said }, 'an alarm could not be kept'))
    },
    stop: () => writes.idle(),
  }
}

/** Whole numbers beyond JSON's own become text, and so does what is too large to be kept whole. */
function jsonOf(known: object): string {
  const json = JSON.stringify(known, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  const safe = json.replaceAll('\\u0000', '')
  return safe.length <= MOST_KNOWN_CHARACTERS ? safe : JSON.stringify({ cut: safe.slice(0, MOST_KNOWN_CHARACTERS) })
}
