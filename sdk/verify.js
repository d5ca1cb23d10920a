// Checks what a Porteira gateway sends: signed webhooks and postbacks. Plain JavaScript without dependencies, to be copied into
// the receiver. It never takes a body that it has not checked, and where it has no secret it takes nothing.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { types } from 'node:util'

/** @import { VerificationReason } from './verify.d.ts' */

const WEBHOOK_SIGNATURE = /^sha256=([0-9a-f]{64})$/
const POSTBACK_SIGNATURE = /^([0-9a-f]{64})$/
const DIGITS = /^[0-9]{1,12}$/
const WORD = /^[!-+\--~]{1,200}$/
// What a gateway takes as its brand.
const BRAND = /^[\w!#$%&'*+.^`|~-]{1,40}$/

/** The receiver itself is at fault. It answers 5xx, so that the gateway tries again; after 4xx it would not. */
const OUR_FAULT = new Set(['OPTION_INVALID', 'SECRET_EMPTY', 'BODY_NOT_BYTES'])

export class VerificationError extends Error {
  /**
   * @param {VerificationReason} reason
   * @param {string} message
   */
  constructor(reason, message) {
    super(message)
    this.name = 'VerificationError'
    this.reason = reason
    this.statusCode = OUR_FAULT.has(reason) ? 500 : 400
  }
}

/** @type {typeof import('./verify.d.ts').verifyWebhook} */
export function verifyWebhook({
  body,
  headers,
  secret,
  secrets,
  brand = 'Service',
  toleranceSeconds = 300,
  now = new Date(),
}) {
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
  assertSigned(keys, signatures, `${timestamp}.`, bytes)
  assertFresh(Number(timestamp), toleranceSeconds, now)
  return {
    eventId,
    type,
    sequence: sequence === null ? null : Number(sequence),
    timestamp: new Date(Number(timestamp) * 1000),
    isRedelivery: redelivery !== null,
    payload: parsed(bytes),
  }
}

/** @type {typeof import('./verify.d.ts').verifyPostback} */
export function verifyPostback({ body, headers, secret, secrets, brand = 'Service' }) {
  const keys = keysOf(secret, secrets)
  const bytes = bytesOf(body)
  const read = headerReader(headers, brand)
  const signature = read.required('X-Signature', POSTBACK_SIGNATURE)
  const eventId = read.optional(`X-${brand}-Event-Id`, WORD)
  const sequence = read.optional(`X-${brand}-Event-Sequence`, DIGITS)
  assertSigned(keys, [signature], '', bytes)
  return { eventId, sequence: sequence === null ? null : Number(sequence), payload: parsed(bytes) }
}

/**
 * @param {unknown} secret
 * @param {unknown} secrets
 * @returns {string[]}
 */
function keysOf(secret, secrets) {
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

/**
 * A text is refused: whoever decoded it may have changed it, and only the bytes are signed.
 * @param {unknown} body
 * @returns {Uint8Array}
 */
function bytesOf(body) {
  if (types.isUint8Array(body)) return body
  if (types.isArrayBuffer(body)) return new Uint8Array(body)
  const given = types.isPromise(body) ? 'a promise: await it' : typeof body
  throw new VerificationError(
    'BODY_NOT_BYTES',
    `body must be the raw bytes of the request, as a Buffer, Uint8Array or ArrayBuffer; it is ${given}`,
  )
}

/**
 * @param {unknown} toleranceSeconds
 * @param {unknown} now
 */
function assertTimes(toleranceSeconds, now) {
  if (typeof toleranceSeconds !== 'number' || !Number.isFinite(toleranceSeconds) || toleranceSeconds < 0) {
    throw new VerificationError('OPTION_INVALID', 'toleranceSeconds must be a number from 0 up')
  }
  if (!types.isDate(now) || Number.isNaN(now.getTime())) {
    throw new VerificationError('OPTION_INVALID', 'now must be a valid Date')
  }
}

/**
 * Reads headers by their names, in whatever case they came. None of them may come twice: two readers would disagree on
 * which one counts.
 * @param {unknown} headers
 * @param {unknown} brand
 */
function headerReader(headers, brand) {
  if (typeof brand !== 'string' || !BRAND.test(brand)) {
    throw new VerificationError('OPTION_INVALID', 'brand must be the word in the names of the headers')
  }
  const values = valuesByName(headers)
  /**
   * @param {string} name
   * @param {RegExp} form
   */
  const optional = (name, form) => {
    const given = values.get(name.toLowerCase()) ?? []
    if (given.length > 1) throw repeated(name)
    const value = given[0] ?? ''
    if (value === '') return null
    if (typeof value !== 'string') throw new VerificationError('HEADER_MALFORMED', `${name} is not a text`)
    const match = form.exec(value)
    if (match === null) {
      // Node and fetch write the values of a repeated header into one, and none of ours holds a comma.
      const isList = value.includes(',') && value.split(',').every(part => form.test(part.trim()))
      throw isList ? repeated(name) : new VerificationError('HEADER_MALFORMED', `${name} does not have its form`)
    }
    return match[1] ?? value
  }
  return {
    optional,
    /**
     * @param {string} name
     * @param {RegExp} form
     */
    required(name, form) {
      const value = optional(name, form)
      if (value === null) throw new VerificationError('HEADER_MISSING', `${name} is missing`)
      return value
    },
  }
}

/** @param {string} name */
const repeated = name => new VerificationError('HEADER_REPEATED', `${name} came more than once`)

/**
 * Of Node's object or of fetch's Headers, under lower-case names.
 * @param {any} headers
 * @returns {Map<string, unknown[]>}
 */
function valuesByName(headers) {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers) || types.isPromise(headers)) {
    throw new VerificationError('OPTION_INVALID', "headers must be the request's headers: an object or a Headers")
  }
  /** @type {Map<string, unknown[]>} */
  const values = new Map()
  /**
   * @param {unknown} value
   * @param {string} name
   */
  const add = (value, name) => {
    const key = name.toLowerCase()
    if (value !== undefined) values.set(key, (values.get(key) ?? []).concat(value))
  }
  if (typeof headers.forEach === 'function') headers.forEach(add)
  else for (const [name, value] of Object.entries(headers)) add(value, name)
  return values
}

/**
 * Every secret is tried against every signature, found or not, so that the time tells nothing.
 * @param {string[]} keys
 * @param {(string | null)[]} signatures Hexadecimal of 32 bytes; null where there is none.
 * @param {string} before What is signed in front of the body.
 * @param {Uint8Array} bytes
 */
function assertSigned(keys, signatures, before, bytes) {
  const given = signatures.flatMap(signature => (signature === null ? [] : [Buffer.from(signature, 'hex')]))
  const fits = keys.flatMap(key => {
    const expected = createHmac('sha256', key).update(before).update(bytes).digest()
    return given.map(signature => timingSafeEqual(signature, expected))
  })
  if (!fits.includes(true)) {
    throw new VerificationError('SIGNATURE_MISMATCH', 'the signature was not made over this body with a known secret')
  }
}

/**
 * After the signature, so that this reason means what it says: a replay, or a clock that is wrong.
 * @param {number} timestamp
 * @param {number} toleranceSeconds
 * @param {Date} now
 */
function assertFresh(timestamp, toleranceSeconds, now) {
  const awaySeconds = Math.abs(now.getTime() / 1000 - timestamp)
  if (awaySeconds <= toleranceSeconds) return
  throw new VerificationError(
    'TIMESTAMP_OUT_OF_TOLERANCE',
    `it was signed ${Math.round(awaySeconds)} s away from now; ${toleranceSeconds} s are allowed`,
  )
}

/**
 * @param {Uint8Array} bytes
 * @returns {any}
 */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new VerificationError('BODY_NOT_JSON', 'the signature is right, but the body is not JSON in UTF-8')
  }
}
