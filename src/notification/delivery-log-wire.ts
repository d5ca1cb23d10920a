// An entry of the delivery log as its owner reads it: what was sent, and what the receiver made of it.
import { type Static, Type } from 'typebox'
import type { LogEntry, Redelivery } from './delivery-log-store.ts'

const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()
const Status = Type.Enum(['PENDING', 'DELIVERED', 'FAILED'], { description: 'PENDING: an attempt is still to come' })

export const LogEntrySchema = Type.Object({
  id: Type.Integer(),
  webhookId: Type.Integer(),
  eventId: Type.String({ description: 'Of the fact: the same for every attempt and resend' }),
  event: Type.Union([Type.String(), Null]),
  payload: Type.Unknown({ description: 'The body that was sent' }),
  httpStatus: Type.Union([Type.Integer(), Null]),
  attempts: Type.Integer(),
  status: Status,
  error: Type.Union([Type.String(), Null]),
  createdAt: Time,
  deliveredAt: Type.Union([Time, Null]),
  nextAttemptAt: Type.Union([Time, Null]),
})

export const logEntryForm = (entry: LogEntry): Static<typeof LogEntrySchema> => ({
  id: Number(entry.id),
  webhookId: Number(entry.webhookId),
  eventId: entry.eventUid,
  event: entry.eventType,
  payload: entry.body === null ? null : JSON.parse(entry.body.toString('utf8')),
  httpStatus: entry.httpStatus,
  attempts: entry.attempts,
  status: entry.outcome ?? 'PENDING',
  error: entry.error,
  createdAt: entry.createdAt.toISOString(),
  deliveredAt: entry.outcome === 'DELIVERED' ? (entry.closedAt?.toISOString() ?? null) : null,
  nextAttemptAt: entry.dueAt?.toISOString() ?? null,
})

export const RedeliverySchema = Type.Object({ id: Type.Integer(), eventId: Type.String(), status: Status })

export const redeliveryForm = (redelivery: Redelivery): Static<typeof RedeliverySchema> => ({
  id: Number(redelivery.id),
  eventId: redelivery.eventUid,
  status: 'PENDING',
})
