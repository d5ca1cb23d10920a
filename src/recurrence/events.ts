// What is published of recurrences: only to webhooks that chose it. The contract's own events are those of the sales of cycles.
import type { EventName } from '#notification/events/catalogue.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { Recurrence, RecurrenceStatus } from './recurrence.ts'
import { recurrenceBody } from './wire.ts'

const EVENT_OF_STATUS: Partial<Record<RecurrenceStatus, EventName>> = {
  APROVADA: 'recurrence.authorized',
  REJEITADA: 'recurrence.refused',
  CANCELADA: 'recurrence.canceled',
  EXPIRADA: 'recurrence.expired',
}

export function eventOfStatus(recurrence: Recurrence): DomainEvent[] {
  const name = EVENT_OF_STATUS[recurrence.status]
  return name === undefined ? [] : [eventOf(recurrence, name)]
}

export const unauthorizedPaymentEvent = (recurrence: Recurrence): DomainEvent =>
  eventOf(recurrence, 'recurrence.unauthorized_payment')

const eventOf = (recurrence: Recurrence, name: EventName): DomainEvent => ({
  accountId: recurrence.accountId,
  subject: 'recurrence',
  subjectId: recurrence.id,
  version: recurrence.version,
  form: 'RECURRENCE',
  type: name,
  signedEvent: name,
  unsigned: false,
  postbackUrl: null,
  body: bodyBytes(recurrenceBody(recurrence)),
})
