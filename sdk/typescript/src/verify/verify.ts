// Checks what a Porteira gateway sends: signed webhooks and postbacks. It never takes a body that it has not checked, and where it has no
// secret it takes nothing.
import type { Postback, WebhookEvent } from '../events.ts'
import { VerificationError } from './error.ts'
import { headerReader, type RequestHeaders } from './headers.ts'
import { assertSigned } from './signature.ts'

export type Secrets =
  /** As it was shown when the webhook was made, "whsec_" included. */
  | { secret: string | undefined; secrets?: undefined }
  /** Any of these, during a rotation. None may be empty. */
  | { secrets: readonly (string | undefined)[]; secret?: undefined }

export type PostbackInput = Secrets & {
  /** The bytes of the request's body as they came, before any JSON parser. */
  body: Uint8Array | ArrayBuffer
  headers: RequestHeaders
  /** The word in the names of the headers. Default: "Service". */
  brand?: string | undefined
}

export type WebhookInput = PostbackInput & {
  /** How far the timestamp may be away from now, in either direction. Default: 300. */
  toleranceSeconds?: number | undefined
  /** For tests. Default: the present. */
  now?: Date | undefined
}

const WEBHOOK_SIGNATURE = /^sha256=([0-9a-f]{64})$/
const POSTBACK_SIGNATURE = /^([0-9a-f]{64})$/
const DIGITS = /^[0-9]{1,12}$/
const WORD = /^[!-+\--~]{1,200}$/

/**
 * The event of a signed webhook, once its signature, its age and its headers have been checked.
 *
 * @throws {VerificationError} in every other case
 */
export async function verifyWebhook(input: WebhookInput): Promise<WebhookEvent> {
  const { body, headers, secret, secrets, brand = 'Service', toleranceSeconds = 300, now = new Date() } = input
  const keys = keysOf(secret, secrets)
  const bytes = bytesOf(body)
  const read = headerReader(headers, brand)
  assertTimes(toleranceSeconds, now)

  const timestamp = read.required(`X-${brand}-Timestamp`, DIGITS)
  const eventId = read.required(`X-${brand}-Event-Id`, WORD)
  const type = read.required(`X-${brand}-Event-Type`, WORD)
  const sequence = read.optional(`X-${brand}-Event-Sequence`, DIGITS)
  const redelivery = read.optional(`X-${brand}-Redelivery`, /^true$/)
  const signatures = [
    read.required(`X-${brand}-Signature`, WEBHOOK_SIGNATURE),
    read.optional(`X-${brand}-Signature-Next`, WEBHOOK_SIGNATURE),
  ]
  await assertSigned(keys, signatures, `${timestamp}.`, bytes)
  assertFresh(Number(timestamp), toleranceSeconds, now)
  return {
    eventId,
    type,
    sequence: sequence === null ? null : Number(sequence),
    timestamp: new Date(Number(timestamp) * 1000),
    isRedelivery: redelivery !== null,
    payload: parsed(bytes),
  } as WebhookEvent
}

/**
 * The body of a postback, once its signature has been checked. A postback is not dated: one that was recorded can be sent
 * again by whoever recorded it, so look the sale up, or do what is done only once.
 *
 * @throws {VerificationError} in every other case
 */
export async function verifyPostback(input: PostbackInput): Promise<Postback> {
  const { body, headers, secret, secrets, brand = 'Service' } = input
  const keys = keysOf(secret, secrets)
  const bytes = bytesOf(body)
  const read = headerReader(headers, brand)
  const signature = read.required('X-Signature', POSTBACK_SIGNATURE)
  const eventId = read.optional(`X-${brand}-Event-Id`, WORD)
  const sequence = read.optional(`X-${brand}-Event-Sequence`, DIGITS)
  await assertSigned(keys, [signature], '', bytes)
  return {
    eventId,
    sequence: sequence === null ? null : Number(sequence),
    payload: parsed(bytes) as Postback['payload'],
  }
}

function keysOf(secret: unknown, secrets: unknown): string[] {
  if (secret !== undefined && secrets !== undefined) {
    throw new VerificationError('OPTION_INVALID', 'give either secret or secrets')
  }
  const keys = secrets === undefined ? [secret] : secrets
  if (!Array.isArray(keys)) throw new VerificationError('OPTION_INVALID', 'secrets must be an array of texts')
  if (keys.length === 0) throw new VerificationError('SECRET_EMPTY', 'there is no secret to check with')
  for (const key of keys) {
    // Anybody can sign with nothing.
    if (key === undefined || key === null || (typeof key === 'string' && key.trim() === '')) {
      throw new VerificationError('SECRET_EMPTY', 'a secret is empty')
    }
    if (typeof key !== 'string') throw new VerificationError('OPTION_INVALID', 'a secret must be a text')
  }
  return keys
}

const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** A text is refused: whoever decoded it may have changed it, and only the bytes are signed. Also of another realm, so by kind. */
function bytesOf(body: unknown): Uint8Array {
  const kind = kindOf(body)
  if (kind === 'Uint8Array') return body as Uint8Array
  if (kind === 'ArrayBuffer') return new Uint8Array(body as ArrayBuffer)
  const given = kind === 'Promise' ? 'a promise: await it' : typeof body
  throw new VerificationError(
    'BODY_NOT_BYTES',
    `body must be the raw bytes of the request, as a Buffer, Uint8Array or ArrayBuffer; it is ${given}`,
  )
}

function assertTimes(toleranceSeconds: unknown, now: unknown): void {
  if (typeof toleranceSeconds !== 'number' || !Number.isFinite(toleranceSeconds) || toleranceSeconds < 0) {
    throw new VerificationError('OPTION_INVALID', 'toleranceSeconds must be a number from 0 up')
  }
  if (kindOf(now) !== 'Date' || Number.isNaN((now as Date).getTime())) {
    throw new VerificationError('OPTION_INVALID', 'now must be a valid Date')
  }
}

/** After the signature, so that this reason means what it says: a replay, or a clock that is wrong. */
function assertFresh(timestamp: number, toleranceSeconds: number, now: Date): void {
  const awaySeconds = Math.abs(now.getTime() / 1000 - timestamp)
  if (awaySeconds <= toleranceSeconds) return
  throw new VerificationError(
    'TIMESTAMP_OUT_OF_TOLERANCE',
    `it was signed ${Math.round(awaySeconds)} s away from now; ${toleranceSeconds} s are allowed`,
  )
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new VerificationError('BODY_NOT_JSON', 'the signature is right, but the body is not JSON in UTF-8')
  }
}
