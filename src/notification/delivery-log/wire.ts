// An entry of the delivery log as its owner reads it: what was sent, and what the receiver made of it.
import { type Static, Type } from 'typebox'
import { publicHeadersOf } from '../delivery/headers.ts'
import type { LoggedDelivery } from './delivery-store.ts'
import type { LogEntry } from './entry-store.ts'
import type { MissedAnswer } from './resend.ts'
import type { Redelivery } from './resend-store.ts'
import { AboutSchema, aboutOf } from './subject.ts'

const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()
export const Status = Type.Enum(['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'], {
  description: 'PENDING: an attempt is still to come. SKIPPED: closed without a send',
})

const fields = {
  id: Type.Integer(),
  webhookId: Type.Integer(),
  eventId: Type.Union([Type.String(), Null], {
    description: 'Of the fact: the same for every attempt and resend; null when the fact is not kept any more',
  }),
  event: Type.Union([Type.String(), Null]),
  about: Type.Union([AboutSchema, Null]),
  payload: Type.Unknown({ description: 'The body that was sent' }),
  httpStatus: Type.Union([Type.Integer(), Null]),
  attempts: Type.Integer(),
  status: Status,
  error: Type.Union([Type.String(), Null]),
  createdAt: Time,
  deliveredAt: Type.Union([Time, Null]),
  nextAttemptAt: Type.Union([Time, Null]),
}

export const LogEntrySchema = Type.Object(fields, { title: 'Delivery' })

export function logEntryForm(entry: LogEntry, hidesBuyers = false): Static<typeof LogEntrySchema> {
  const sent: unknown = entry.body === null ? null : JSON.parse(entry.body.toString('utf8'))
  const payload = hidesBuyers ? withoutBuyer(sent) : sent
  return {
    id: Number(entry.id),
    webhookId: Number(entry.webhookId),
    eventId: entry.eventUid,
    event: entry.eventType,
    about: aboutOf(payload),
    payload,
    httpStatus: entry.httpStatus,
    attempts: entry.attempts,
    status: entry.outcome ?? 'PENDING',
    error: errorOf(entry),
    createdAt: entry.createdAt.toISOString(),
    deliveredAt: entry.outcome === 'DELIVERED' ? (entry.closedAt?.toISOString() ?? null) : null,
    nextAttemptAt: entry.dueAt?.toISOString() ?? null,
  }
}

const BUYER_FIELDS = ['customerName', 'customerEmail', 'customerPhone', 'customerDocument', 'recoveryUrl']

/** Events of carts name people who have bought nothing, and carry their way back to the cart. */
function withoutBuyer(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || !('type' in sent) || sent.type !== 'CART') return sent
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, BUYER_FIELDS.includes(name) && value ? HIDDEN : value]),
  )
}

const HIDDEN = '•••'

/** Of what came back the status says enough, except where a person would expect that it was followed. */
const errorOf = ({ httpStatus, error }: Pick<LogEntry, 'httpStatus' | 'error'>): string | null =>
  error === null && httpStatus !== null && httpStatus >= 300 && httpStatus < 400 ? 'redirects are not followed' : error

const AttemptSchema = Type.Object(
  {
    n: Type.Integer(),
    startedAt: Time,
    durationMs: Type.Integer(),
    httpStatus: Type.Union([Type.Integer(), Null]),
    error: Type.Union([Type.String(), Null]),
    responseHead: Type.Union([Type.String(), Null], { description: 'The first 2 KiB of the answer' }),
    outcome: Type.Enum(['DELIVERED', 'RETRY', 'FAILED']),
  },
  { title: 'DeliveryAttempt' },
)

export const LoggedDeliverySchema = Type.Object(
  {
    ...fields,
    attempts: Type.Array(AttemptSchema),
    url: Type.String({ description: 'Where the last attempt went' }),
    redelivery: Type.Boolean({ description: 'A person has asked for it' }),
    headers: Type.Union([Type.Record(Type.String(), Type.Union([Type.String(), Null])), Null], {
      description:
        'What was sent beside the body; null where each attempt made it anew, or the fact is not kept any more',
    }),
  },
  { title: 'DeliveryWithAttempts' },
)

export const loggedDeliveryForm = (
  logged: LoggedDelivery,
  { accountId, brand }: { accountId: number; brand: string },
  hidesBuyers: boolean,
): Static<typeof LoggedDeliverySchema> => ({
  ...logEntryForm(logged, hidesBuyers),
  attempts: logged.tries.map(attempt => ({
    ...attempt,
    error: errorOf(attempt),
    startedAt: attempt.startedAt.toISOString(),
  })),
  url: logged.url,
  redelivery: logged.redelivery,
  headers: shownHeaders(logged, accountId, brand),
})

function shownHeaders(logged: LoggedDelivery, accountId: number, brand: string) {
  const { eventUid, eventType, sequence, redelivery, notificationType, standardHeaders } = logged
  if (eventUid === null || eventType === null || sequence === null) return null
  const isSigned = notificationType === 'TRANSACTION'
  return publicHeadersOf(brand, { accountId, eventUid, eventType, sequence, redelivery, isSigned, standardHeaders })
}

export const RedeliverySchema = Type.Object(
  { id: Type.Integer(), eventId: Type.String(), status: Status },
  { title: 'Redelivery' },
)

export const redeliveryForm = (redelivery: Pick<Redelivery, 'id' | 'eventUid'>): Static<typeof RedeliverySchema> => ({
  id: Number(redelivery.id),
  eventId: redelivery.eventUid,
  status: 'PENDING',
})

export const MissedSchema = Type.Object(
  {
    resent: Type.Integer(),
    more: Type.Boolean(),
    next: Type.Union([Type.Object({ since: Time, until: Time, after: Type.Integer() }), Null], {
      description: 'The body of the next request, while there is more',
    }),
  },
  { title: 'MissedDeliveries' },
)

export const missedForm = ({ resent, next }: MissedAnswer): Static<typeof MissedSchema> => ({
  resent,
  more: next !== null,
  next: next && { since: next.since.toISOString(), until: next.until.toISOString(), after: Number(next.after) },
})
