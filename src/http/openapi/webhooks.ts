// The notifications that the gateway sends: each event of a signed webhook with its body and its headers, the webhook of withdrawals, and
// the postback of one sale.
import type { Components } from './components.ts'
import type { Json } from './route-schema.ts'
import { publishedSchema } from './schema.ts'

export interface DescribedEvent {
  /** The event, or the name of a channel of its own. */
  name: string
  summary: string
  description?: string
  body: object
  example: object
  /** With the values that they have at all times, or null. */
  headers: Readonly<Record<string, string | null>>
  tag: string
}

export function webhooksOf(events: readonly DescribedEvent[], components: Components): Json {
  return Object.fromEntries(events.map(event => [event.name, { post: notificationOf(event, components) }]))
}

const ANSWERS = {
  '2XX': { description: 'Delivered. Anything else is tried again, or not, as the guide on notifications says.' },
}

const notificationOf = (event: DescribedEvent, components: Components): Json => ({
  operationId: operationIdOf(event.name),
  summary: event.summary,
  ...(event.description !== undefined && { description: event.description }),
  tags: [event.tag],
  security: [],
  parameters: Object.entries(event.headers).map(parameterOf),
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: components.refer(publishedSchema(event.body)), example: event.example },
    },
  },
  responses: ANSWERS,
})

const operationIdOf = (name: string): string =>
  `on${name
    .split(/[._-]/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`

const parameterOf = ([name, value]: [string, string | null]): Json => ({
  name,
  in: 'header',
  schema: value === null ? { type: 'string' } : { type: 'string', const: value },
})
