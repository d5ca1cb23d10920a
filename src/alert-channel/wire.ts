// A channel of alerts as operators write and read it. Where it leads is never read again, and its secret is in one answer only.
import { type Static, Type } from 'typebox'
import { ALERT_CODES } from '#alert/catalogue/catalogue.ts'
import { ALERT_SEVERITIES } from '#alert/catalogue/definition.ts'
import { OWN_FIELDS_ONLY, orNull, PrintableName, PrintableText, WebAddress } from '#http/schema.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { CHANNEL_KINDS, type Channel } from './channel.ts'

const Severity = Type.Enum([...ALERT_SEVERITIES])
const TimeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'HH:MM in São Paulo',
  examples: ['22:00'],
})
const Moment = Type.String({ format: 'date-time' })

const QuietHours = Type.Object(
  { from: TimeOfDay, to: TimeOfDay, except: Type.Array(Severity, { maxItems: 3, description: 'Told all the same' }) },
  OWN_FIELDS_ONLY,
)
const Repeat = Type.Object(
  {
    everyMinutes: Type.Integer({ minimum: 5, maximum: 1440 }),
    max: Type.Integer({ minimum: 1, maximum: 100, description: 'How often at most' }),
  },
  OWN_FIELDS_ONLY,
)

const choice = {
  name: PrintableName(60),
  language: Type.Enum([...LANGUAGES]),
  enabled: Type.Boolean(),
  minSeverity: Severity,
  codes: Type.Array(Type.Enum([...ALERT_CODES]), {
    maxItems: ALERT_CODES.length,
    description: 'These alone; empty: all of its severities',
  }),
  quietHours: orNull(QuietHours),
  repeat: orNull(Repeat, { description: 'Until the alert is acknowledged or over' }),
  reportsEnd: Type.Boolean({ description: 'Whether it is told that an alert was acknowledged or has ended' }),
}

const MAX_RECIPIENTS = 20

const target = {
  recipients: orNull(
    Type.Array(PrintableText({ minLength: 3, maxLength: 254 }), { minItems: 1, maxItems: MAX_RECIPIENTS }),
    { description: 'MAIL: addresses; null: every operator' },
  ),
  url: { ...WebAddress, description: 'WEBHOOK, SLACK, TEAMS. PAGERDUTY: where it is not PagerDuty’s own' },
  routingKey: Type.String({
    pattern: '^[A-Za-z0-9]{20,64}$',
    description: 'PAGERDUTY: the integration key',
    examples: ['R0UT1NGKEY0000000000000000000000'],
  }),
}
export const TargetFields = Type.Partial(Type.Object(target))

export const NewChannelBody = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...choice, ...target })).properties,
    kind: Type.Enum([...CHANNEL_KINDS]),
    name: choice.name,
  },
  OWN_FIELDS_ONLY,
)
export const ChannelChangeBody = Type.Partial(Type.Object({ ...choice, ...target }), OWN_FIELDS_ONLY)

const fields = {
  id: Type.String(),
  kind: Type.Enum([...CHANNEL_KINDS]),
  ...choice,
  name: Type.String(),
  shown: Type.String({ description: 'Where it leads, as far as that is shown' }),
  toOperators: Type.Boolean({ description: 'Mail to every operator' }),
  state: Type.Enum(['OK', 'FAILING', 'OFF', 'NO_MAIL'], { description: 'NO_MAIL: this gateway sends no mail' }),
  waiting: Type.Integer({ description: 'Alerts that it has not been told of yet' }),
  tries: Type.Integer({ description: 'In vain, of the message that waits' }),
  lastSentAt: orNull(Moment),
  lastError: orNull(Type.String()),
  failingSince: orNull(Moment),
  nextSecretFrom: orNull(Moment, {
    description: 'WEBHOOK: when a new secret takes the place of the old one; until then both sign',
  }),
  createdAt: Moment,
  updatedAt: Moment,
}
export const ChannelSchema = Type.Object(fields, { title: 'AlertChannel' })
export const NewChannelSchema = Type.Object(
  {
    ...fields,
    secret: orNull(Type.String(), { description: 'WEBHOOK: signs what is sent. Shown here and never again' }),
  },
  { title: 'AlertChannelWithSecret' },
)

export const TestedSchema = Type.Object(
  {
    delivered: Type.Boolean(),
    status: orNull(Type.Integer(), { description: 'Of the answer; null: by mail, or there was none' }),
    answer: orNull(Type.String(), { description: 'How the receiver’s answer begins' }),
    error: orNull(Type.String()),
    durationMs: Type.Integer(),
  },
  { title: 'AlertChannelTest' },
)

export function channelForm(channel: Channel, sendsMail: boolean, now: Date): Static<typeof ChannelSchema> {
  const { id, uuid: _, lastSentAt, failingSince, nextSecretFrom, createdAt, updatedAt, ...others } = channel
  // Once its time has come, the new secret is the secret.
  const waits = nextSecretFrom !== null && nextSecretFrom > now
  return {
    ...others,
    id: id.toString(),
    state: stateOf(channel, sendsMail),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    nextSecretFrom: waits ? nextSecretFrom.toISOString() : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function stateOf({ enabled, kind, failingSince }: Channel, sendsMail: boolean) {
  if (!enabled) return 'OFF'
  if (kind === 'MAIL' && !sendsMail) return 'NO_MAIL'
  return failingSince === null ? 'OK' : 'FAILING'
}
