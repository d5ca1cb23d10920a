// The entries of a callback's body. An entry that seems to be about a payment and cannot be read is counted: it must not be
// ignored.

import { fields, oneOrMore } from '../adapters/reply.ts'
import type { CallbackContent, Hint } from '../port.ts'

/**
 * `{"pix": [Pix, ...]}`, the brackets left out by some, or the list alone. Lists under other names are about subjects that this
 * gateway has not subscribed to. A body without any entry, such as a PSP's test call, reports nothing.
 */
export function hintsIn(body: unknown, read: (entry: unknown) => Hint | null): CallbackContent {
  const pix = Array.isArray(body) ? body : fields(body).pix
  const entries = oneOrMore(pix)
  const hints = entries.flatMap(entry => read(entry) ?? [])
  const isNoList = entries.length === 0 && pix !== undefined && pix !== null && !Array.isArray(pix)
  return { hints, unread: entries.length - hints.length + (isNoList ? 1 : 0) + unknownIn(body) }
}

function unknownIn(body: unknown): number {
  if (Array.isArray(body)) return 0
  if (typeof body !== 'object' || body === null) return 1
  const { pix, ...others } = body as Record<string, unknown>
  // Beside a known list, new fields break nothing; alone, an object may be the whole message.
  return Object.values(others).flatMap(value => (Array.isArray(value) || pix === undefined ? oneOrMore(value) : []))
    .length
}
