// The notifications that the gateway sends: each event of a signed webhook with its body and its headers, the webhook of withdrawals, the
// postbacks of one sale or cashout, and what it asks a server of the account. The routes of a feature declare those of its subject.
import type { Components } from './components.ts'
import { exampleOf } from './example.ts'
import type { DescribedRoute, Json } from './route-schema.ts'
import { publishedSchema } from './schema.ts'

export interface DescribedNotification {
  /** The event, or the name of a channel of its own. */
  name: string
  channel: keyof typeof HEADERS
  summary: string
  body: object
  /** What is answered with 200; absent: only the status counts. */
  answer?: object
}

/** `brand`: the word in the names of the headers. */
export function webhooksOf(routes: readonly DescribedRoute[], brand: string, components: Components): Json {
  const found = routes.flatMap(({ schema }) =>
    (schema.notifies ?? []).map(one => [one.name, { post: notificationOf(one, brand, tagOf(schema), components) }]),
  )
  return Object.fromEntries(found.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
}

export const tagOf = ({ tags }: { tags?: readonly string[] }): string => tags?.[0] ?? 'Other'

const TEXT = { type: 'string' }
const COMMON: Json[] = [
  {
    name: 'X-{brand}-Event-Id',
    required: true,
    description: 'Of the event: the same for every attempt and resend.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'X-{brand}-Event-Sequence',
    required: true,
    description: 'The version of its subject, which only grows.',
    schema: TEXT,
  },
  {
    name: 'X-{brand}-Redelivery',
    description: 'A person or a server has asked for it again.',
    schema: { type: 'string', enum: ['true'] },
  },
  {
    name: 'X-{brand}-Test',
    description: 'It is about a test account: no money has moved. Absent: it is live.',
    schema: { type: 'string', enum: ['true'] },
  },
]
const ABOUT: Json = {
  name: 'X-{brand}-Event-Id',
  required: true,
  description: 'The uuid of the cashout: the same where it is asked twice.',
  schema: { type: 'string', format: 'uuid' },
}
const STANDARD: Json[] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => ({
  name,
  description: 'Of Standard Webhooks, where the webhook asks for it.',
  schema: TEXT,
}))
const SIGNATURE: Json[] = [
  { name: 'X-{brand}-Event-Type', required: true, description: 'The name of the event.', schema: TEXT },
  {
    name: 'X-{brand}-Timestamp',
    required: true,
    description: 'When it was sent, in seconds since 1970. It is signed too.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'X-{brand}-Signature',
    required: true,
    description:
      'sha256= and the HMAC-SHA256, in hexadecimal digits, of the timestamp, a full stop and the bytes of the body, keyed with the secret of the webhook.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  },
]
const SIGNED: Json[] = [
  ...SIGNATURE,
  { name: 'X-{brand}-Signature-Next', description: 'The same with the new secret, while both hold.', schema: TEXT },
]
const POSTBACK: Json[] = [
  {
    name: 'X-Signature',
    required: true,
    description:
      'The HMAC-SHA256, in hexadecimal digits, of the bytes of the body, keyed with the secret of postbacks.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
]

const HEADERS = {
  signed: [...COMMON, ...SIGNED, ...STANDARD],
  unsigned: [...COMMON, ...STANDARD],
  postback: [...COMMON, ...POSTBACK],
  asking: [ABOUT, ...SIGNATURE],
}

const ANSWERS: Json = {
  '2XX': { description: 'Delivered.' },
  '4XX': { description: 'Refused: it is not sent again, unless the status asks to come back later.' },
  default: { description: 'Anything else, and no answer within ten seconds: it is tried again.' },
}

function notificationOf(
  { name, channel, summary, body, answer }: DescribedNotification,
  brand: string,
  tag: string,
  components: Components,
): Json {
  const schema = publishedSchema(body)
  return {
    operationId: operationIdOf(name),
    summary,
    description: WORDS[channel],
    tags: [tag],
    security: [],
    parameters: HEADERS[channel].map(({ name: header, ...rest }) => ({
      name: String(header).replace('{brand}', brand),
      in: 'header',
      ...rest,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.refer(schema), example: exampleOf(schema) } },
    },
    responses: answer === undefined ? ANSWERS : decisionOf(publishedSchema(answer), components),
  }
}

function decisionOf(schema: Json, components: Components): Json {
  const content = { 'application/json': { schema: components.refer(schema), example: exampleOf(schema) } }
  return {
    200: { description: 'Decided.', content },
    default: { description: 'Anything else, and no answer within five seconds: a person decides.' },
  }
}

const WORDS = {
  signed: 'Sent to the webhooks of the account that have chosen this event.',
  unsigned: 'Sent to the webhooks of type WITHDRAWAL. It carries no signature of ours.',
  asking:
    'Sent to the approvalUrl of the account about each cashout above its checkAboveCents, signed with the approvalSecret.',
  postback:
    'Sent to the postbackUrl of the sale or cashout: of a sale when its status is final, of a cashout when it is sent and when it has ended.',
}

const operationIdOf = (name: string): string =>
  `on${name
    .split(/[._-]/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`
