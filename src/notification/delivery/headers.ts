// What goes out beside the body: the contract's headers under the operator's brand, signed over the stored bytes with a
// fresh timestamp for every attempt. Where there is no secret to sign with it fails closed: nothing goes out unsigned.
import { isTestAccount } from '#kernel/account/test-account.ts'
import { keyOf, type SigningKey, signPostback, signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import type { NotificationsDeps } from '../feature.ts'
import type { Delivery, Secrets } from './delivery.ts'

export interface Courier {
  /** With the operator's brand in them, "Service" where none is set. Made once: there are many letters. */
  names: HeaderNames
  userAgent: string
  /** Makes a key of a sealed secret; the same text is opened once in a while and not for each attempt. */
  keyOf: (sealed: string) => SigningKey
  /** For postbacks of accounts that have no secret of their own; null where the operator has set none. */
  fallbackKey: SigningKey | null
}

/** What the owner of a webhook may know of a letter: all but its body, where it goes, and what signs it. */
export interface Letter {
  accountId: number
  eventUid: string
  eventType: string
  sequence: number
  redelivery: boolean
  isSigned: boolean
  standardHeaders: boolean
}

type HeaderNames = ReturnType<typeof namesUnder>

const namesUnder = (brand: string) => ({
  eventId: `X-${brand}-Event-Id`,
  sequence: `X-${brand}-Event-Sequence`,
  type: `X-${brand}-Event-Type`,
  redelivery: `X-${brand}-Redelivery`,
  test: `X-${brand}-Test`,
  timestamp: `X-${brand}-Timestamp`,
  signature: `X-${brand}-Signature`,
  nextSignature: `X-${brand}-Signature-Next`,
})

const userAgentOf = (brand: string) => `${brand}-Notifications/1`

const MAX_KEYS = 10_000

export function openCourier(
  deps: Pick<NotificationsDeps, 'brand'> & {
    /** Opens a sealed secret. */
    open: (sealed: string) => string
    fallbackPostbackSecret: string | null
  },
): Courier {
  const { brand, open, fallbackPostbackSecret } = deps
  const keys = new Map<string, SigningKey>()
  return {
    names: namesUnder(brand),
    userAgent: userAgentOf(brand),
    fallbackKey: fallbackPostbackSecret ? keyOf(fallbackPostbackSecret) : null,
    keyOf(sealed) {
      const known = keys.get(sealed)
      if (known !== undefined) return known
      const key = keyOf(open(sealed))
      if (keys.size >= MAX_KEYS) keys.clear()
      keys.set(sealed, key)
      return key
    },
  }
}

/** The headers of a letter that was sent, by name; null is what each attempt makes anew, of which nothing is kept. */
export function publicHeadersOf(brand: string, letter: Letter): Record<string, string | null> {
  const names = namesUnder(brand)
  return {
    'Content-Type': 'application/json',
    'User-Agent': userAgentOf(brand),
    [names.eventId]: letter.eventUid,
    [names.sequence]: String(letter.sequence),
    ...(letter.redelivery && { [names.redelivery]: 'true' }),
    ...(isTestAccount(letter.accountId) && { [names.test]: 'true' }),
    ...(letter.isSigned && { [names.type]: letter.eventType, [names.timestamp]: null, [names.signature]: null }),
    ...(letter.standardHeaders && {
      'webhook-id': letter.eventUid,
      'webhook-timestamp': null,
      'webhook-signature': null,
    }),
  }
}

export function headersOf(courier: Courier, delivery: Delivery, at: Date): Record<string, string> {
  const { names, userAgent } = courier
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    [names.eventId]: delivery.eventUid,
    [names.sequence]: String(delivery.sequence),
  }
  if (delivery.redelivery) headers[names.redelivery] = 'true'
  if (isTestAccount(delivery.accountId)) headers[names.test] = 'true'
  if (delivery.channel === 'POSTBACK')
    headers['X-Signature'] = signPostback(postbackKey(courier, delivery), delivery.body)
  if (delivery.channel === 'SIGNED') signSigned(headers, courier, delivery, at)
  if (delivery.signing.standardHeaders) signAsStandard(headers, courier, delivery, at)
  return headers
}

/** While two secrets hold, the one that is about to go signs where receivers look, and the coming one beside it. */
function signSigned(headers: Record<string, string>, courier: Courier, delivery: Delivery, at: Date): void {
  const { body } = delivery
  const { names } = courier
  const timestamp = secondsOf(at)
  const [now, next] = keysAt(courier, delivery.signing, at)
  headers[names.type] = delivery.eventType
  headers[names.timestamp] = String(timestamp)
  headers[names.signature] = signWebhook(now, timestamp, body)
  if (next !== undefined) headers[names.nextSignature] = signWebhook(next, timestamp, body)
}

/** On a webhook of the type WITHDRAWAL too, which carries no signature unless its owner asks for this one. */
function signAsStandard(headers: Record<string, string>, courier: Courier, delivery: Delivery, at: Date): void {
  const { body, eventUid } = delivery
  const timestamp = secondsOf(at)
  headers['webhook-id'] = eventUid
  headers['webhook-timestamp'] = String(timestamp)
  // Its receivers take any of several.
  const signatures = keysAt(courier, delivery.signing, at).map(key => signStandard(key, eventUid, timestamp, body))
  headers['webhook-signature'] = signatures.join(' ')
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** What signs where receivers look, and what signs beside it while a new secret waits. */
export function keysAt(courier: Courier, secrets: Secrets, at: Date): [SigningKey, ...SigningKey[]] {
  const [first, second] = secretsAt(secrets, at)
  if (first === null) throw new NoSecret()
  const key = courier.keyOf(first)
  return second === null ? [key] : [key, courier.keyOf(second)]
}

/** The one that signs where receivers look, and the one beside it. */
function secretsAt({ secretSealed, nextSealed, nextFrom }: Secrets, at: Date): [string | null, string | null] {
  const isOver = secretSealed === null || (nextFrom !== null && nextFrom <= at)
  return isOver ? [nextSealed, null] : [secretSealed, nextSealed]
}

function postbackKey(courier: Courier, { signing }: Delivery): SigningKey {
  const key = signing.secretSealed === null ? courier.fallbackKey : courier.keyOf(signing.secretSealed)
  if (key === null) throw new NoSecret()
  return key
}

class NoSecret extends Error {
  constructor() {
    super('there is no secret to sign with')
  }
}
