// Many ways to alter a notification, or what it is checked with, and the reason for which it is then refused.
import { createHmac } from 'node:crypto'
import { keyOf, signPostback, signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import type { VerificationReason } from '../../sdk/typescript/src/verify.ts'

/** What was sent, with what it was signed with. */
export interface Genuine {
  body: Buffer
  headers: Record<string, string>
  secret: string
}
/** Anything that a caller may hand over. */
type Change = (genuine: Genuine) => Record<string, unknown>
export type Row = [what: string, change: Change, reason: VerificationReason]

const TIMESTAMP = 'x-service-timestamp'
const SIGNATURE = 'x-service-signature'
const NEXT = 'x-service-signature-next'
const EVENT_ID = 'x-service-event-id'

const header = (name: string, value: unknown) => (genuine: Genuine) => ({
  headers: { ...genuine.headers, [name]: value },
})
const headerOf = (name: string, change: (value: string) => unknown) => (genuine: Genuine) =>
  header(name, change(genuine.headers[name] ?? ''))(genuine)
const body = (change: (text: string) => unknown) => (genuine: Genuine) => ({ body: change(genuine.body.toString()) })

/** Signed with the right secret, at another time. */
const signedAt = (awaySeconds: number) => (genuine: Genuine) => {
  const timestamp = Math.floor(Date.now() / 1000) + awaySeconds
  const signature = signWebhook(keyOf(genuine.secret), timestamp, genuine.body)
  return { headers: { ...genuine.headers, [TIMESTAMP]: String(timestamp), [SIGNATURE]: signature } }
}
const bytes = (text: string) => Buffer.from(text)
const reserialised = (text: string) =>
  bytes(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed())))

const COMMON: Row[] = [
  ['another secret', () => ({ secret: 'whsec_another' }), 'SIGNATURE_MISMATCH'],
  ['the secret with a blank behind it', ({ secret }) => ({ secret: `${secret} ` }), 'SIGNATURE_MISMATCH'],
  ['the secret with a line end behind it', ({ secret }) => ({ secret: `${secret}\n` }), 'SIGNATURE_MISMATCH'],
  ['the secret with a blank before it', ({ secret }) => ({ secret: ` ${secret}` }), 'SIGNATURE_MISMATCH'],
  ['an empty secret', () => ({ secret: '' }), 'SECRET_EMPTY'],
  ['a blank secret', () => ({ secret: ' \t\n' }), 'SECRET_EMPTY'],
  ['no secret', () => ({ secret: undefined }), 'SECRET_EMPTY'],
  ['null for a secret', () => ({ secret: null }), 'SECRET_EMPTY'],
  ['no secrets', () => ({ secret: undefined, secrets: [] }), 'SECRET_EMPTY'],
  ['an empty secret among good ones', ({ secret }) => ({ secret: undefined, secrets: [secret, ''] }), 'SECRET_EMPTY'],
  ['a secret that is not set', ({ secret }) => ({ secret: undefined, secrets: [undefined, secret] }), 'SECRET_EMPTY'],
  ['one text for secrets', ({ secret }) => ({ secret: undefined, secrets: secret }), 'OPTION_INVALID'],
  ['a secret and secrets', ({ secret }) => ({ secrets: [secret] }), 'OPTION_INVALID'],
  ['a secret in bytes', ({ secret }) => ({ secret: bytes(secret) }), 'OPTION_INVALID'],
  ['a body with one letter changed', body(text => bytes(text.replace('Camiseta', 'Camisetb'))), 'SIGNATURE_MISMATCH'],
  ['a body with a line end behind it', body(text => bytes(`${text}\n`)), 'SIGNATURE_MISMATCH'],
  ['a body that is cut off', body(text => bytes(text.slice(0, -1))), 'SIGNATURE_MISMATCH'],
  ['an empty body', body(() => bytes('')), 'SIGNATURE_MISMATCH'],
  ['a body with its keys in another order', body(reserialised), 'SIGNATURE_MISMATCH'],
  ['a body with blanks', body(text => bytes(JSON.stringify(JSON.parse(text), null, 2))), 'SIGNATURE_MISMATCH'],
  ['a body in another encoding', body(text => Buffer.from(text, 'utf16le')), 'SIGNATURE_MISMATCH'],
  ['a body that was parsed', body(text => JSON.parse(text)), 'BODY_NOT_BYTES'],
  ['a body that was decoded', body(text => text), 'BODY_NOT_BYTES'],
  ['a body that is not there yet', body(async text => bytes(text)), 'BODY_NOT_BYTES'],
  ['no body', () => ({ body: undefined }), 'BODY_NOT_BYTES'],
  ['a list of numbers for a body', ({ body: raw }) => ({ body: [...raw] }), 'BODY_NOT_BYTES'],
  ['no headers', () => ({ headers: {} }), 'HEADER_MISSING'],
  ['null for headers', () => ({ headers: null }), 'OPTION_INVALID'],
  ['a promise for headers', ({ headers }) => ({ headers: Promise.resolve(headers) }), 'OPTION_INVALID'],
  ['Node’s raw headers', ({ headers }) => ({ headers: Object.entries(headers).flat() }), 'OPTION_INVALID'],
  ['a brand that no header can have', () => ({ brand: 'Our Shop' }), 'OPTION_INVALID'],
  ['an empty brand', () => ({ brand: '' }), 'OPTION_INVALID'],
  ['an event id in two words', header(EVENT_ID, 'a b'), 'HEADER_MALFORMED'],
  ['two event ids', header(EVENT_ID, ['a', 'b']), 'HEADER_REPEATED'],
  ['two event ids in one', header(EVENT_ID, 'a,b'), 'HEADER_REPEATED'],
  ['a sequence that is no number', header('x-service-event-sequence', '-1'), 'HEADER_MALFORMED'],
]

/** Of the header that carries the signature, whose hexadecimal part comes last. */
const ofSignature = (name: string): Row[] => [
  ['no signature', header(name, undefined), 'HEADER_MISSING'],
  ['an empty signature', header(name, ''), 'HEADER_MISSING'],
  ['a signature in upper case', headerOf(name, value => value.toUpperCase()), 'HEADER_MALFORMED'],
  [
    'a signature whose hexadecimal is in upper case',
    headerOf(name, value => value.replace(/[0-9a-f]{64}$/, hex => hex.toUpperCase())),
    'HEADER_MALFORMED',
  ],
  ['a signature that is cut off', headerOf(name, value => value.slice(0, -1)), 'HEADER_MALFORMED'],
  ['a signature cut off by a byte', headerOf(name, value => value.slice(0, -2)), 'HEADER_MALFORMED'],
  ['a signature that goes on', headerOf(name, value => `${value}00`), 'HEADER_MALFORMED'],
  ['a signature with a line end', headerOf(name, value => `${value}\n`), 'HEADER_MALFORMED'],
  ['a signature with a blank before it', headerOf(name, value => ` ${value}`), 'HEADER_MALFORMED'],
  [
    'a signature of zeros',
    headerOf(name, value => value.replace(/[0-9a-f]{64}$/, '0'.repeat(64))),
    'SIGNATURE_MISMATCH',
  ],
  ['the signature twice in one header', headerOf(name, value => `${value}, ${value}`), 'HEADER_REPEATED'],
  ['the signature twice', headerOf(name, value => [value, value]), 'HEADER_REPEATED'],
  [
    'the signature under two cases',
    genuine => header(name.toUpperCase(), genuine.headers[name])(genuine),
    'HEADER_REPEATED',
  ],
  ['a signature that is no text', header(name, 5), 'HEADER_MALFORMED'],
  [
    'a signature in base64',
    headerOf(name, value => Buffer.from(value.slice(-64), 'hex').toString('base64')),
    'HEADER_MALFORMED',
  ],
]

export const OF_WEBHOOKS: Row[] = [
  ...COMMON,
  ...ofSignature(SIGNATURE),
  ['no timestamp', header(TIMESTAMP, undefined), 'HEADER_MISSING'],
  ['no event id', header(EVENT_ID, undefined), 'HEADER_MISSING'],
  ['no event type', header('x-service-event-type', undefined), 'HEADER_MISSING'],
  ['another timestamp', headerOf(TIMESTAMP, value => String(Number(value) + 1)), 'SIGNATURE_MISMATCH'],
  ['the timestamp with a nought before it', headerOf(TIMESTAMP, value => `0${value}`), 'SIGNATURE_MISMATCH'],
  ['a timestamp in milliseconds', headerOf(TIMESTAMP, value => `${value}000`), 'HEADER_MALFORMED'],
  ['a timestamp in words', header(TIMESTAMP, new Date().toISOString()), 'HEADER_MALFORMED'],
  ['a timestamp below nought', headerOf(TIMESTAMP, value => `-${value}`), 'HEADER_MALFORMED'],
  ['a timestamp with a fraction', headerOf(TIMESTAMP, value => `${value}.0`), 'HEADER_MALFORMED'],
  ['two timestamps', headerOf(TIMESTAMP, value => `${value}, ${value}`), 'HEADER_REPEATED'],
  ['signed too long ago', signedAt(-310), 'TIMESTAMP_OUT_OF_TOLERANCE'],
  ['signed in the future', signedAt(310), 'TIMESTAMP_OUT_OF_TOLERANCE'],
  [
    'signed a minute ago, with less allowed',
    genuine => ({ ...signedAt(-60)(genuine), toleranceSeconds: 30 }),
    'TIMESTAMP_OUT_OF_TOLERANCE',
  ],
  ['a tolerance without end', () => ({ toleranceSeconds: Number.POSITIVE_INFINITY }), 'OPTION_INVALID'],
  ['a tolerance that is no number', () => ({ toleranceSeconds: Number.NaN }), 'OPTION_INVALID'],
  ['a tolerance in words', () => ({ toleranceSeconds: '300' }), 'OPTION_INVALID'],
  ['a tolerance below nought', () => ({ toleranceSeconds: -1 }), 'OPTION_INVALID'],
  ['a present that is no date', () => ({ now: new Date('tomorrow') }), 'OPTION_INVALID'],
  ['a present in milliseconds', () => ({ now: Date.now() }), 'OPTION_INVALID'],
  ['a redelivery that says no', header('x-service-redelivery', 'false'), 'HEADER_MALFORMED'],
  ['a second signature that is cut off', header(NEXT, 'sha256=00'), 'HEADER_MALFORMED'],
  [
    'the signature in the place of the second alone',
    ({ headers }) => ({ headers: { ...headers, [SIGNATURE]: undefined, [NEXT]: headers[SIGNATURE] } }),
    'HEADER_MISSING',
  ],
  ['two second signatures', header(NEXT, [`sha256=${'0'.repeat(64)}`, `sha256=${'1'.repeat(64)}`]), 'HEADER_REPEATED'],
  [
    'a second signature by another signer',
    genuine => {
      const wrong = signWebhook(keyOf('whsec_another'), Number(genuine.headers[TIMESTAMP]), genuine.body)
      return { headers: { ...genuine.headers, [SIGNATURE]: wrong, [NEXT]: wrong } }
    },
    'SIGNATURE_MISMATCH',
  ],
  [
    'the signature of a postback',
    genuine => header(SIGNATURE, `sha256=${signPostback(keyOf(genuine.secret), genuine.body)}`)(genuine),
    'SIGNATURE_MISMATCH',
  ],
  [
    'the signature of a postback in its own form',
    genuine => header(SIGNATURE, signPostback(keyOf(genuine.secret), genuine.body))(genuine),
    'HEADER_MALFORMED',
  ],
  [
    'the signature of Standard Webhooks',
    genuine => {
      const { headers, secret, body: raw } = genuine
      return header(
        SIGNATURE,
        signStandard(keyOf(secret), headers[EVENT_ID] ?? '', Number(headers[TIMESTAMP]), raw),
      )(genuine)
    },
    'HEADER_MALFORMED',
  ],
  [
    'a signature with the bytes of the secret',
    genuine => {
      const key = Buffer.from(genuine.secret.slice('whsec_'.length), 'base64')
      const hmac = createHmac('sha256', key).update(`${genuine.headers[TIMESTAMP]}.`).update(genuine.body)
      return header(SIGNATURE, `sha256=${hmac.digest('hex')}`)(genuine)
    },
    'SIGNATURE_MISMATCH',
  ],
  [
    'a signature by SHA-1',
    genuine =>
      header(SIGNATURE, `sha1=${createHmac('sha1', genuine.secret).update(genuine.body).digest('hex')}`)(genuine),
    'HEADER_MALFORMED',
  ],
]

export const OF_POSTBACKS: Row[] = [
  ...COMMON,
  ...ofSignature('x-signature'),
  [
    'the signature of a webhook',
    genuine => header('x-signature', signWebhook(keyOf(genuine.secret), 1, genuine.body))(genuine),
    'HEADER_MALFORMED',
  ],
  [
    'the signature of a webhook without its prefix',
    genuine => {
      const signature = signWebhook(keyOf(genuine.secret), Math.floor(Date.now() / 1000), genuine.body)
      return header('x-signature', signature.slice('sha256='.length))(genuine)
    },
    'SIGNATURE_MISMATCH',
  ],
]
