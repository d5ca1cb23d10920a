// What a callback's body is about, entry by entry. Whatever seems to speak of a payment and cannot be read is counted: it must
// not be taken for nothing.

import { fields, oneOrMore } from '../adapters/reply.ts'
import type { CallbackContent, Hint } from '../port.ts'

/**
 * `{"pix": [Pix, ...]}`, the brackets left out by some, or the list alone. Lists under other names tell of what this house
 * has not asked for. A body without any entry, such as a PSP's test call, tells of nothing.
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
  // Beside a list that is known, new fields break nothing; alone, an object may be the whole message.
  return Object.values(others).flatMap(value => (Array.isArray(value) || pix === undefined ? oneOrMore(value) : []))
    .length
}
