// A person's action at a route below the audit log, as an entry of that log: composition passes the function that stores it.
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#db/postgres.ts'

export interface Action {
  /** Whose account it concerns; absent: none in particular. */
  accountId?: number
  /** A verb in the past with its noun first: `refund.requested`, `fees.changed`. */
  action: string
  subject: string
  subjectId: string | number | bigint
  /** The person's own text; null where none is required. */
  reason?: string | null
  /** The values before and after, where they add something. Never a secret. JSON. */
  detail?: Record<string, unknown>
}

/** Keeps it, in the transaction of its effect. */
export type Note = (tx: Transaction, action: Action, now: Date) => Promise<void>

/** For what this caller does. */
export type Noting = (request: Pick<FastifyRequest, 'caller' | 'ip'>) => Note

/** With the words of the person. */
export const saying =
  (note: Note, reason: string | null): Note =>
  (tx, action, now) =>
    note(tx, { ...action, reason }, now)
