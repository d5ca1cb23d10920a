// Alarms: what a person of the house has to look at. Whoever rings goes on at once; the alarm is logged in any case, and
// kept for the operator's desk as soon as the database takes it.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '#db/postgres.ts'
import type { AlertSubject } from '#kernel/alert-subject.ts'
import type { Clock } from '#kernel/time.ts'
import { openAlertQueue } from './alert-queue.ts'
import { keepAlert, type RaisedAlert } from './alert-store.ts'

export interface Alerts {
  raise(message: string, context: object): void
  /**
   * For what is told again and again: rings once for each key with these words, whatever is known of it by then. Not again
   * either where somebody has acknowledged it, or by another process.
   */
  raiseOnce(key: string, message: string, context: object): void
  /** The alarm is kept in the commit of what it is about, so that nobody can die between the two. */
  raiseInTx(tx: Transaction, message: string, context: object): Promise<void>
  /** Resolves when everything that has been rung is kept, or cannot be kept any more. */
  stop(): Promise<void>
}

const MAX_KNOWN_CHARACTERS = 8_192
/** Keys that need not be looked up again. */
const MAX_REMEMBERED = 10_000

export function openAlerts(deps: { db: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'error'> }): Alerts {
  const { db, clock, log } = deps
  const queue = openAlertQueue({ keep, log })
  const remembered = new Set<string>()

  /** What rings once is logged when it is known not to have rung before. */
  async function keep(alert: RaisedAlert): Promise<void> {
    const wasRaised = await keepAlert(db, alert)
    if (alert.once && wasRaised) log.error({ known: JSON.parse(alert.context) }, alert.message)
  }

  function logged(message: string, context: object): RaisedAlert {
    log.error({ known: context }, message)
    return alertOf(message, context, clock())
  }

  return {
    raise: (message, context) => queue.add(logged(message, context)),
    raiseOnce(key, message, context) {
      const name = `${message} ${key}`
      if (remembered.has(name)) return
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.add(name)
      queue.add({ ...alertOf(message, context, clock()), hash: hashOf(key), once: true })
    },
    async raiseInTx(tx, message, context) {
      await keepAlert(tx, logged(message, context))
    },
    stop: () => queue.stop(),
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

function alertOf(message: string, { subject = null, ...context }: Context, now: Date): RaisedAlert {
  const json = jsonOf(context)
  return { message, subject, context: json, hash: hashOf(json), rung: 1, firstAt: now, lastAt: now, once: false }
}

/** What an alarm is about is kept beside what is known of it. */
type Context = object & { subject?: AlertSubject | null }

/** Whole numbers beyond JSON's own become text, and so does what is too large to be kept whole. */
function jsonOf(context: object): string {
  const json = JSON.stringify(context, (_key, value) => keepable(value))
  return json.length <= MAX_KNOWN_CHARACTERS ? json : JSON.stringify({ cut: firstCharacters(json) })
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
  const splits = (text.codePointAt(MAX_KNOWN_CHARACTERS - 1) ?? 0) > 0xffff
  return text.slice(0, splits ? MAX_KNOWN_CHARACTERS - 1 : MAX_KNOWN_CHARACTERS)
}
