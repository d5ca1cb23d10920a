// An event as its account pulls it: what a webhook would have got, and its place in the order.
import { type Static, Type } from 'typebox'
import { encodeCursor } from '#http/request/paging.ts'
import type { ResentEvent } from '../resend/resent-store.ts'
import type { EventPage, PulledEvent } from './pull-store.ts'

export const EventSchema = Type.Object(
  {
    id: Type.Integer(),
    eventId: Type.String({ description: 'The same as in the headers of a notification' }),
    type: Type.String({ description: 'The name of the event' }),
    subject: Type.String({ description: 'sale, withdrawal, refund, ...' }),
    subjectId: Type.Integer(),
    sequence: Type.Integer({ description: 'The version of the subject that this tells of' }),
    createdAt: Type.String({ format: 'date-time' }),
    payload: Type.Unknown({ description: 'The body that a webhook gets' }),
  },
  { title: 'Event' },
)

export const ResentEventSchema = Type.Object(
  {
    id: Type.Integer(),
    eventId: Type.String({ description: 'Stays what it was' }),
    type: Type.String(),
  },
  { title: 'ResentEvent' },
)

export const resentEventForm = ({ id, uid: eventId, type }: ResentEvent): Static<typeof ResentEventSchema> => ({
  id: Number(id),
  eventId,
  type,
})

export const EventPageSchema = Type.Object(
  {
    data: Type.Array(EventSchema),
    nextCursor: Type.String({ description: 'To come back with: `after` of the next request, always' }),
    more: Type.Boolean({ description: 'Whether there may be more at once' }),
  },
  { title: 'EventPage' },
)

export const eventForm = (event: PulledEvent): Static<typeof EventSchema> => ({
  id: Number(event.id),
  eventId: event.uid,
  type: event.type,
  subject: event.subject,
  subjectId: Number(event.subjectId),
  sequence: event.version,
  createdAt: event.createdAt.toISOString(),
  payload: JSON.parse(event.body.toString('utf8')),
})

export const eventPageForm = ({ events, reached, more }: EventPage): Static<typeof EventPageSchema> => ({
  data: events.map(eventForm),
  nextCursor: encodeCursor(reached),
  more,
})
