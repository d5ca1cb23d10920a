// Reads the JSON of bodies, strictly: what the parser would accept and the database could not store as it was sent is refused
// here, with its place in the body. It never changes a body.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'

export function readJsonBodies(
  server: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    readJson(body),
  )
}

const malformed = (message: string) => new Failure('MALFORMED_REQUEST', message)

/** For bodies that are JSON under another name, too. An empty text is no body; the schema of the route decides whether one is required. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw malformed('body: expected UTF-8')
  const text = bytes.toString('utf8')
  const value = parse(text)
  if (SUSPECT.test(text)) refuseStrange(value)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('body: expected JSON')
  }
}

// Only a text with one of these can hold a forbidden key or half a character, so most bodies are never walked.
const SUSPECT = /__proto__|constructor|\\u/

/** Walks without recursion: a body can be nested more deeply than the stack goes. */
function refuseStrange(body: unknown): void {
  const left: Place[] = [['body', body]]
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const [at, value] = place
    if (typeof value === 'string') refuseHalves(at, value)
    // One by one: as arguments of a single call there could be too many.
    for (const inner of placesIn(at, value)) left.push(inner)
  }
}

type Place = [at: string, value: unknown]

function placesIn(at: string, value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([key, inner]) => {
    if (key === '__proto__' || key === 'constructor') throw malformed(`${at}: ${key} cannot be a key`)
    refuseHalves(at, key)
    return [(at === 'body' ? key : `${at}.${key}`).slice(0, MAX_SHOWN), inner]
  })
}

const MAX_SHOWN = 100

// Half of a surrogate pair is no character: PostgreSQL refuses it in JSON, and elsewhere it would come back as another one.
function refuseHalves(at: string, text: string): void {
  if (!text.isWellFormed()) throw malformed(`${at}: expected Unicode text`)
}
