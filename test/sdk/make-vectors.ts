// Makes sdk/vectors.json. Every signature and digest comes from openssl, which knows nothing of us: so the file can judge
// our own code. Run it with `npm exec node test/sdk/make-vectors.ts`; the suite compares the file with what openssl says.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import {
  type Answer,
  type Body,
  bytesOf,
  type Form,
  type Standard,
  type Timed,
  VECTORS_FILE,
  type Vectors,
} from './vectors.ts'

const ABOUT = {
  bodies:
    'What is signed, as bytes: "utf8" is text in UTF-8, "hex" is hexadecimal, and a rule is "before", then "repeated" so many "times", then "after", in UTF-8. "bytes" and "sha256" tell whether you have built the same.',
  webhook:
    'X-{Brand}-Signature: "sha256=" and the lower-case hexadecimal HMAC-SHA256 of <timestamp>.<body>, keyed with the whole text of the secret in UTF-8.',
  postback:
    'X-Signature: the lower-case hexadecimal HMAC-SHA256 of <body>, keyed with the text of the secret in UTF-8.',
  standardWebhooks:
    'webhook-signature: "v1," and the base64 HMAC-SHA256 of <id>.<timestamp>.<body>, keyed with the bytes that stand in base64 behind "whsec_".',
  madeBy: 'openssl dgst -sha256 -mac HMAC',
}

const FORMS: Record<string, Form> = {
  small: { utf8: '{"id":1}' },
  unicode: { utf8: '{"id":1,"title":"Café ☕","customerName":"João da Conceição","note":"𝄞 e\u0301 \u200f\u2028"}' },
  escapes: { utf8: String.raw`{"title":"Caf\u00e9 \/ \ud83d\ude00","tab":"\t"}` },
  'empty arrays': { utf8: '{"saleItems":[],"shipping":{},"events":[[],[{}]],"note":""}' },
  'key order': { utf8: '{"b":1,"a":2,"10":3,"2":4,"__proto__":5,"A":6}' },
  'key twice': { utf8: '{"amount":"15000","amount":"1"}' },
  blanks: { utf8: '{ "id" : 1 ,\r\n\t"amount" : "15000" }\n' },
  numbers: { utf8: '{"amount":100.10,"exponent":1E2,"minus":-0,"long":12345678901234567890}' },
  nested: {
    utf8: '{"user":{"id":1001,"account":{"bank":{"keys":[{"pix":{"type":"EMAIL"}},[[["deep"]]]]}}},"fee":null}',
  },
  empty: { utf8: '' },
  'not UTF-8': { hex: '7b226964223a22fffe00c3280a0d227d' },
  '1 MiB': { before: '{"note":"', repeated: 'ção', times: 209_713, after: '"}' },
}

const WHSEC = [
  'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  'whsec_+/v7+/v7/////7+/v7+/v7+/v7+/v7+/v7+/v7+/vw8=',
]
// The last is longer than a block of SHA-256, so HMAC keys with its digest.
const POSTBACK_SECRETS = ['segredo da loja: ção ☕', 'a'.repeat(100)]
const TIMESTAMP = 1_790_000_000
const ID = '0e37df36-f698-81e3-8b1c-3a8c2c9b8d4e'

export const hasOpenssl = () => spawnSync('openssl', ['version']).status === 0

function openssl(input: Buffer, ...options: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('openssl', ['dgst', '-sha256', '-binary', ...options], { input })
  if (status !== 0) throw new Error(`openssl: ${stderr}`)
  return stdout
}

const hmac = (key: Buffer, before: string, body: Buffer): Buffer =>
  openssl(Buffer.concat([Buffer.from(before), body]), '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`)

export function vectorsByOpenssl(): Vectors {
  const made = Object.entries(FORMS).map(([name, form]) => ({ name, form, body: bytesOf(form) }))
  const each = <T>(secrets: string[], answer: (secret: string, name: string, body: Buffer) => T): T[] =>
    made.flatMap(({ name, body }) => secrets.map(secret => answer(secret, name, body)))
  return {
    about: ABOUT,
    bodies: Object.fromEntries(made.map(({ name, form, body }) => [name, described(form, body)])),
    webhook: each(WHSEC, (secret, body, bytes): Timed => {
      const signature = `sha256=${hmac(Buffer.from(secret), `${TIMESTAMP}.`, bytes).toString('hex')}`
      return { body, secret, timestamp: TIMESTAMP, signature }
    }),
    postback: each(POSTBACK_SECRETS, (secret, body, bytes): Answer => {
      return { body, secret, signature: hmac(Buffer.from(secret), '', bytes).toString('hex') }
    }),
    standardWebhooks: each(WHSEC, (secret, body, bytes): Standard => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      const signature = `v1,${hmac(key, `${ID}.${TIMESTAMP}.`, bytes).toString('base64')}`
      return { body, secret, id: ID, timestamp: TIMESTAMP, signature }
    }),
  }
}

function described(form: Form, body: Buffer): Body {
  return { form, bytes: body.length, sha256: openssl(body).toString('hex'), json: isJson(body) }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return true
  } catch {
    return false
  }
}

/** In ASCII alone, so that no editor and no checkout changes a body. */
const written = (vectors: Vectors): string =>
  `${JSON.stringify(vectors, null, 2).replace(/[^\n -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

if (import.meta.main) writeFileSync(VECTORS_FILE, written(vectorsByOpenssl()))
