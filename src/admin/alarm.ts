// Alarms: what a person of the house has to look at. Whoever rings goes on at once; the alarm is logged in any case, and
// kept for the operator's desk as soon as the database takes it.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '#db/postgres.ts'
import type { AlarmSubject } from '#kernel/alarm-subject.ts'
import type { Clock } from '#kernel/time.ts'
import { openAlarmQueue } from './alarm-queue.ts'
import { keepAlarm, type RungAlarm } from './alarm-store.ts'

export interface Alarms {
  ring(said: string, known: object): void
  /**
   * For what is told again and again: rings once for each key with these words, whatever is known of it by then. Not again
   * either where somebody has acknowledged it, or by another process.
   */
  ringOnce(key: string, said: string, known: object): void
  /** The alarm is kept in the commit of what it is about, so that nobody can die between the two. */
  ringIn(tx: Transaction, said: string, known: object): Promise<void>
  /** Resolves when everything that has been rung is kept, or cannot be kept any more. */
  stop(): Promise<void>
}

const MOST_KNOWN_CHARACTERS = 8_192
/** Keys that need not be looked up again. */
const MOST_REMEMBERED = 10_000

export function openAlarms(needs: { db: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'error'> }): Alarms {
  const { db, clock, log } = needs
  const queue = openAlarmQueue({ keep, log })
  const remembered = new Set<string>()

  /** What rings once is logged when it is known not to have rung before. */
  async function keep(alarm: RungAlarm): Promise<void> {
    const hasRung = await keepAlarm(db, alarm)
    if (alarm.once && hasRung) log.error({ known: JSON.parse(alarm.known) }, alarm.said)
  }

  function logged(said: string, known: object): RungAlarm {
    log.error({ known }, said)
    return alarmOf(said, known, clock())
  }

  return {
    ring: (said, known) => queue.add(logged(said, known)),
    ringOnce(key, said, known) {
      const name = `${said} ${key}`
      if (remembered.has(name)) return
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.add(name)
      queue.add({ ...alarmOf(said, known, clock()), hash: hashOf(key), once: true })
    },
    async ringIn(tx, said, known) {
      await keepAlarm(tx, logged(said, known))
    },
    stop: () => queue.stop(),
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

function alarmOf(said: string, { subject = null, ...known }: Context, now: Date): RungAlarm {
  const json = jsonOf(known)
  return { said, subject, known: json, hash: hashOf(json), rung: 1, firstAt: now, lastAt: now, once: false }
}

/** What an alarm is about is kept beside what is known of it. */
type Context = object & { subject?: AlarmSubject | null }

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
