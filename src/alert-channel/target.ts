// Where a channel leads. It is a secret as a whole: whoever knows the address of a chat's hook, or a routing key, can write there.
import type { Static } from 'typebox'
import { emailIn } from '#http/request/contact-fields.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { type AddressRules, webhookAddress } from '#notification/webhooks/address.ts'
import type { ChannelKind } from './channel.ts'
import type { TargetFields } from './wire.ts'

/** Sealed as JSON. */
export interface Target {
  /** MAIL. */
  recipients?: string[]
  /** The others. */
  url?: string
  /** PAGERDUTY. */
  routingKey?: string
}

export interface ChosenTarget {
  /** null: the operators. */
  target: Target | null
  shown: string
}

const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'

const FIELDS: Record<ChannelKind, (keyof Target)[]> = {
  MAIL: ['recipients'],
  WEBHOOK: ['url'],
  SLACK: ['url'],
  TEAMS: ['url'],
  PAGERDUTY: ['routingKey', 'url'],
}

/** Whether a change speaks of where the channel leads. */
export const namesTarget = ({ recipients, url, routingKey }: Static<typeof TargetFields>): boolean =>
  recipients !== undefined || url !== undefined || routingKey !== undefined

export function targetIn(
  kind: ChannelKind,
  fields: Static<typeof TargetFields>,
  rules: Inside,
): ChosenTarget | Failure {
  for (const name of ['recipients', 'url', 'routingKey'] as const)
    if (fields[name] !== undefined && !FIELDS[kind].includes(name))
      return new Failure('INVALID_DATA', `${name}: is not a field of a channel of the kind ${kind}`)
  if (kind === 'MAIL') return mailTarget(fields.recipients)
  if (kind === 'PAGERDUTY' && fields.routingKey === undefined)
    return invalid('routingKey', 'the integration key of a service, for Events API v2')
  const url = fields.url ?? (kind === 'PAGERDUTY' ? PAGERDUTY_URL : undefined)
  if (url === undefined) return invalid('url', 'where this channel is to be sent')
  const refused = refusedUrl('url', url, rules)
  if (refused !== null) return refused
  const { routingKey } = fields
  if (routingKey === undefined) return { target: { url }, shown: shownUrl(url) }
  return { target: { url, routingKey }, shown: `${new URL(url).host} ••••${routingKey.slice(-SHOWN_OF_KEY)}` }
}

const SHOWN_OF_KEY = 4

function mailTarget(recipients: string[] | null | undefined): ChosenTarget {
  if (recipients === undefined || recipients === null) return { target: null, shown: '' }
  const all = [...new Set(recipients.map((text, n) => emailIn(`recipients.${n}`, text)))]
  return { target: { recipients: all }, shown: all.map(shownMail).join(', ') }
}

const shownMail = (address: string) => address.replace(/^(.)[^@]*/u, '$1•••')

/** The host alone: what comes after it opens the way. */
export const shownUrl = (url: string): string => `${new URL(url).origin}/••••`

/** What a channel may reach beyond the public internet. */
export interface Inside extends AddressRules {
  /** Literal addresses of these are taken in production too. */
  isInternal: (host: string) => boolean
  /** Names are judged when they are resolved: then they may be the internal ones of `isInternal`. */
  hasInternal: boolean
}

/** The rule for webhooks, but for what the settings name as inside. */
export function refusedUrl(field: string, text: string, rules: Inside): Failure | null {
  const { hostname } = URL.parse(text) ?? { hostname: '' }
  const literal = hostname.replace(/^\[|\]$/g, '')
  const isNamed = rules.isInternal(literal) || (rules.hasInternal && !/^[\d.]+$|:/.test(literal))
  const address = webhookAddress(text, isNamed ? { ...rules, production: false } : rules)
  return typeof address === 'string' ? new Failure('INVALID_DATA', `${field}: ${address}`) : null
}
