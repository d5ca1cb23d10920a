// Events as the description of the API has them: with the sentence of the catalogue, and the body that they all have.
import type { DescribedNotification } from '#http/openapi/webhooks.ts'
import { EVENTS, type EventName } from './catalogue.ts'

export const describedEvents = (names: readonly EventName[], body: object): DescribedNotification[] =>
  names.map(name => ({ name, channel: 'signed', summary: EVENTS[name], body }))
