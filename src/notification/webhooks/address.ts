// Where notifications may go, judged by the text of the address alone: what a name resolves to is judged again whenever
// something is sent there (http/egress/egress.ts). Permanent webhooks and the postbacks of sales share this judgement.
import { isIP } from 'node:net'
import { Failure } from '#kernel/failure.ts'
import { isPublicAddress } from '#kernel/ip-address.ts'

export interface AddressRules {
  /** Refuses what is not on the public internet. */
  production: boolean
  requireHttps: boolean
}

export interface AddressCheck {
  /** Throws where a notification address is not one that may be called. */
  checkAddress: (field: string, url: string) => void
}

const MAX_CHARACTERS = 2048
// The URL parser would silently drop or trim these.
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u
/** Names that never leave a machine or a local network. */
const INWARD_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/

/** The address, or the reason why nothing is sent there: a phrase that says what was expected. */
export function webhookAddress(text: string, { production, requireHttps }: AddressRules): URL | string {
  if (text.length > MAX_CHARACTERS) return `expected at most ${MAX_CHARACTERS} characters`
  const url = BLANK_OR_CONTROL.test(text) ? null : URL.parse(text)
  if (url === null || !/^https?:\/\//i.test(text)) return 'expected an address such as https://shop.example.com/webhook'
  if (requireHttps && url.protocol !== 'https:') return 'expected an https address'
  if (url.port === '0') return 'expected a port from 1 to 65535'
  if (url.username !== '' || url.password !== '') return 'expected an address without user and password'
  if (production && isInward(url.hostname)) return 'expected an address on the public internet'
  return url
}

/** Null where notifications may go to the address in this field. */
export function refusedAddress(field: string, text: string, rules: AddressRules): Failure | null {
  const address = webhookAddress(text, rules)
  return typeof address === 'string' ? new Failure('INVALID_DATA', `${field}: ${address}`) : null
}

/** The URL parser has already folded decimal, octal, hexadecimal and short forms into the usual one. */
function isInward(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return !host.includes('.') || INWARD_NAMES.test(host)
}
