// The entries of a callback's body: received Pix, recurrences, debits. An entry that seems to be about one of these and cannot be
// read is counted: it must not be ignored.
import { fields, oneOrMore, text } from '../adapters/reply.ts'
import type { CallbackContent, Hint } from '../port.ts'

/** Reads one entry: nothing comes out where it cannot be read. */
type ReadEntry = (entry: unknown) => Hint[]

/**
 * `{"pix": [Pix, ...]}`, the brackets left out by some, or the list alone; `recs` and `cobsr` likewise, by their names. Lists under
 * other names are about subjects that this gateway has not subscribed to. A body without any entry, such as a PSP's test call,
 * reports nothing.
 */
export function hintsIn(body: unknown, readPix: (entry: unknown) => Hint | null): CallbackContent {
  const pixHints = (entry: unknown): Hint[] => {
    const hint = readPix(entry)
    return hint === null ? [] : [hint]
  }
  if (Array.isArray(body)) return contentOf(body, pixHints)
  const { pix, recs, cobsr } = fields(body)
  const parts = [
    contentOf(pix, pixHints),
    contentOf(recs, recurrenceHints),
    contentOf(cobsr, debitHints),
    // A payment of a debit is reported with it alone.
    contentOf(
      oneOrMore(cobsr).flatMap(entry => oneOrMore(fields(entry).pix)),
      pixHints,
    ),
  ]
  return {
    hints: parts.flatMap(part => part.hints),
    unread: parts.reduce((sum, part) => sum + part.unread, unknownIn(body)),
  }
}

function contentOf(list: unknown, read: ReadEntry): CallbackContent {
  const byEntry = oneOrMore(list).map(read)
  const isNoList = list !== undefined && list !== null && typeof list !== 'object'
  const unread = byEntry.filter(hints => hints.length === 0).length
  return { hints: byEntry.flat(), unread: unread + (isNoList ? 1 : 0) }
}

function recurrenceHints(entry: unknown): Hint[] {
  const idRec = text(fields(entry).idRec)
  return idRec === null ? [] : [{ about: 'recurrence', idRec }]
}

function debitHints(entry: unknown): Hint[] {
  const { txid, idRec } = fields(entry)
  const name = text(txid)
  return name === null ? [] : [{ about: 'debit', txid: name, idRec: text(idRec) }]
}

function unknownIn(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 1
  const { pix, recs, cobsr, ...others } = body as Record<string, unknown>
  const isKnown = pix !== undefined || recs !== undefined || cobsr !== undefined
  // Beside a known list, new fields break nothing; alone, an object may be the whole message.
  return Object.values(others).flatMap(value => (Array.isArray(value) || !isKnown ? oneOrMore(value) : [])).length
}
