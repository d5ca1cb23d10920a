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
export type RecordAction = (tx: Transaction, action: Action, now: Date) => Promise<void>

/** For what this caller does. */
export type RecorderOf = (request: Pick<FastifyRequest, 'caller' | 'ip'>) => RecordAction

/** With the words of the person. */
export const withReason =
  (recordAction: RecordAction, reason: string | null): RecordAction =>
  (tx, action, now) =>
    recordAction(tx, { ...action, reason }, now)
