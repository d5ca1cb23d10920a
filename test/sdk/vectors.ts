// The published known answers, as they are in sdk/vectors.json, and the bytes of each body.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const VECTORS_FILE = fileURLToPath(new URL('../../sdk/vectors.json', import.meta.url))

/** Text in UTF-8, bytes in hexadecimal, or a rule: what comes before, a text so many times, what comes after. */
export type Form =
  | { utf8: string }
  | { hex: string }
  | { before: string; repeated: string; times: number; after: string }

export interface Body {
  form: Form
  bytes: number
  sha256: string
  /** Whether it is JSON in UTF-8. */
  json: boolean
}

export interface Answer {
  /** The name of a body. */
  body: string
  secret: string
  signature: string
}
export type Timed = Answer & { timestamp: number }
export type Standard = Timed & { id: string }

export interface Vectors {
  about: Record<string, string>
  bodies: Record<string, Body>
  webhook: Timed[]
  postback: Answer[]
  standardWebhooks: Standard[]
}

export const published = (): Vectors => JSON.parse(readFileSync(VECTORS_FILE, 'utf8'))

export function bytesOf(form: Form): Buffer {
  if ('hex' in form) return Buffer.from(form.hex, 'hex')
  if ('utf8' in form) return Buffer.from(form.utf8, 'utf8')
  return Buffer.from(form.before + form.repeated.repeat(form.times) + form.after, 'utf8')
}

export function bodyNamed({ bodies }: Vectors, name: string): Buffer {
  const body = bodies[name]
  if (body === undefined) throw new Error(`there is no body ${name}`)
  return bytesOf(body.form)
}
