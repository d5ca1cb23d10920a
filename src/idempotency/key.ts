// The key that a caller sends along with a request, so that the same request sent again is the same and never a second one.
// Two requests are the same when their parsed fields are: blanks, the order of keys and unknown fields do not count.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { accountOf } from '#http/route.ts'
import { invalid } from '#kernel/failure.ts'

export const KEY_HEADER = 'Idempotency-Key'

/** A request that was sent under a key. */
export interface KeyRequest {
  accountId: number
  /** Method and route, such as "POST /api/transactions": the same key elsewhere is another one. */
  route: string
  key: string
  askHash: Buffer
}

/** For the documentation of routes that take a key. What it may look like is said by `keyOf`, in words of its own. */
export const KeyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: '1 to 255 printable ASCII characters; kept for 48 hours' }),
  ),
})

const KEY = /^[\x20-\x7e]{1,255}$/

/**
 * null where the caller sent no key. `fields` are those of the body, after parsing, and what stands in the path of the request. A
 * person who acts for no account has the operator's.
 */
export function keyOf(request: FastifyRequest, fields: object, accountId = accountOf(request)): KeyRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) throw invalid(KEY_HEADER, '1 to 255 printable ASCII characters')
  const route = `${request.method} ${request.routeOptions.url}`
  return { accountId, route, key, askHash: hashOf(fields) }
}

/**
 * Plain data only: texts, numbers, bigints, lists and objects. A field that is absent counts like one that is null, so that a
 * field which a later version adds does not make another request of one that was sent before. Below the fields themselves
 * every difference counts.
 */
export function hashOf(fields: object): Buffer {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return hash('sha256', canonical(Object.fromEntries(given)), 'buffer')
}

type Part = string | { value: unknown }

/** One text for one meaning. It does not recurse: a body can be nested more deeply than the stack goes. */
function canonical(root: unknown): string {
  let text = ''
  const left: Part[] = [{ value: root }]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part === 'string') text += part
    else for (const inner of partsOf(part.value).toReversed()) left.push(inner)
  }
  return text
}

function partsOf(value: unknown): Part[] {
  if (Array.isArray(value)) return ['[', ...value.flatMap(inner => [{ value: inner }, ',']), ']']
  // Apart from a text of the same digits, which stands in quotes.
  if (typeof value === 'bigint') return [`${value}n`]
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value) ?? 'null']
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return ['{', ...entries.flatMap(([name, inner]) => [`${JSON.stringify(name)}:`, { value: inner }, ',']), '}']
}
