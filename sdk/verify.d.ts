// The types of verify.js.

/** Node's `request.headers`, a `Headers`, or any object of names and values. The case of the names does not matter. */
export type RequestHeaders =
  | { forEach(each: (value: string, name: string) => void): void }
  | { readonly [name: string]: string | readonly string[] | undefined }

export type VerificationReason =
  /** A header that must be there is not, or is empty. Where all are missing, look at `brand`. */
  | 'HEADER_MISSING'
  /** A header came twice. */
  | 'HEADER_REPEATED'
  /** A header does not have its form: a signature that is cut off or in upper case, a timestamp that is no number. */
  | 'HEADER_MALFORMED'
  /** No signature was made over this body with one of your secrets. */
  | 'SIGNATURE_MISMATCH'
  /** Genuine, but signed too long ago or ahead of your clock: a replay, or a clock that is wrong. */
  | 'TIMESTAMP_OUT_OF_TOLERANCE'
  /** Genuine, but not JSON in UTF-8. */
  | 'BODY_NOT_JSON'
  /** A secret is empty, blank or undefined, or there is none. */
  | 'SECRET_EMPTY'
  /** `body` is not bytes: something has parsed or decoded it before. */
  | 'BODY_NOT_BYTES'
  /** Another option cannot be used; the message names it. */
  | 'OPTION_INVALID'

/** Thrown for everything that is not verified. */
export class VerificationError extends Error {
  constructor(reason: VerificationReason, message: string)
  readonly name: 'VerificationError'
  readonly reason: VerificationReason
  /**
   * What to answer. 400 where the request is at fault: the gateway does not try again. 500 where the receiver is (the last
   * three reasons): it does.
   */
  readonly statusCode: 400 | 500
}

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

/**
 * `payload`, `timestamp` and nothing else is covered by the signature: the other fields come from headers beside it, which
 * TLS protects on the way.
 */
export interface WebhookEvent<Payload = unknown> {
  /** Stable for the fact, on every attempt and every resend. Store it under a unique constraint. */
  eventId: string
  /** For example "sale.paid". */
  type: string
  /** The version of the sale or cashout that the payload tells. It grows; it has gaps. Null where the gateway tells none. */
  sequence: number | null
  /** When this attempt was signed, in whole seconds. */
  timestamp: Date
  /** Somebody asked for it to be sent again. */
  isRedelivery: boolean
  payload: Payload
}

export interface Postback<Payload = unknown> {
  /** As of a webhook; null where the header is not there. Not covered by the signature. */
  eventId: string | null
  /** As of a webhook. Not covered by the signature. */
  sequence: number | null
  payload: Payload
}

/**
 * The event of a signed webhook, once its signature, its age and its headers have been checked.
 *
 * @throws {VerificationError} in every other case
 */
export function verifyWebhook<Payload = unknown>(input: WebhookInput): WebhookEvent<Payload>

/**
 * The body of a postback, once its signature has been checked. A postback is not dated: one that was recorded can be sent
 * again by whoever recorded it, so look the sale up, or do what is done only once.
 *
 * @throws {VerificationError} in every other case
 */
export function verifyPostback<Payload = unknown>(input: PostbackInput): Postback<Payload>
