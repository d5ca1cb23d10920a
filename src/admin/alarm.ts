// Alarms: what a person of the house has to look at. Whoever rings goes on at once; the alarm is logged in any case, and
// kept for the operator's desk as soon as the database takes it.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '#db/postgres.ts'
import { limited } from '#kernel/limited.ts'
import type { Clock } from '#kernel/time.ts'
import { keepAlarm } from './alarm-store.ts'

export interface Alarms {
  ring(said: string, known: object): void
  /** The alarm is kept in the commit of what it is about, so that nobody can die between the two. */
  ringIn(tx: Transaction, said: string, known: object): Promise<void>
  /** Resolves when everything that has been rung is kept. */
  stop(): Promise<void>
}

/** Writes under way at once; a storm of alarms must not take the pool from the money. */
const MOST_WRITES = 2
const MOST_KNOWN_CHARACTERS = 8_192

export function openAlarms(needs: { db: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'error'> }): Alarms {
  const { db, clock, log } = needs
  const writes = limited(MOST_WRITES)

  function logged(said: string, known: object) {
    log.error({ known }, said)
    const json = jsonOf(known)
    return { said, known: json, hash: createHash('sha256').update(json).digest(), now: clock() }
  }

  return {
    ring(said, known) {
      const alarm = logged(said, known)
      writes
        .run(() => keepAlarm(db, alarm))
        .catch(error => log.error({ err: error, alarm: said }, 'an alarm could not be kept'))
    },
    async ringIn(tx, said, known) {
      await keepAlarm(tx, logged(said, known))
    },
    stop: () => writes.idle(),
  }
}

/** Whole numbers beyond JSON's own become text, and so does what is too large to be kept whole. */
function jsonOf(known: object): string {
  const json = JSON.stringify(known, (_key, value) => keepable(value))
  return json.length <= MOST_KNOWN_CHARACTERS ? json : JSON.stringify({ cut: firstCharacters(json) })
}

function keepable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return keepableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [keepableText(key), inner]))
}

/** The database takes neither a NUL nor half of a character. */
const keepableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A character beyond the basic plane counts as two and is not cut in half. */
function firstCharacters(text: string): string {
  const splits = (text.codePointAt(MOST_KNOWN_CHARACTERS - 1) ?? 0) > 0xffff
  return text.slice(0, splits ? MOST_KNOWN_CHARACTERS - 1 : MOST_KNOWN_CHARACTERS)
}
