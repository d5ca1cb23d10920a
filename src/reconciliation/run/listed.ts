// A page of a PSP's list as it is judged. A list may change while its pages are read, so that an entry stands on two of them or
// slips through between two: an entry that is listed twice, or not at all, is looked for again in a list of its own few moments.
import pLimit from 'p-limit'
import type { Database } from '#db/postgres.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Outcome, Listed as Page, PayOut, Payout, Period, Psp, Received } from '#psp/port.ts'
import { apart, compareReceived, compareSent, type Listed, payoutWord, withCorrections } from './compare.ts'
import { findSeen, type Run } from './store.ts'

/** The PSP did not answer. */
export class PspSilence extends Error {}

export const MAX_CALLS = 8
/** So far around its own moment an entry is looked for again. */
const MOMENT_MS = 2 * SECOND_MS
/** A list of so few moments that goes on for ever is none. */
const MAX_PAGES = 100

export interface Read {
  entries: Listed[]
  unread: string[]
  more: boolean
}

export async function readReceived(db: Database, psp: Psp, run: Run, period: Period): Promise<Read> {
  const { items, unread, more } = doneOf(await psp.payIn.listReceived(period, run.page))
  const lines = await linesOf(items, {
    known: await findSeen(
      db,
      run,
      'received',
      items.map(({ endToEndId }) => endToEndId),
    ),
    idOf: ({ endToEndId }) => endToEndId,
    again: one => listedAgain(one.paidAt, (moments, page) => psp.payIn.listReceived(moments, page)),
    bare: one => ({ ...one, refunds: [] }),
  })
  const entries = apart(await compareReceived(db, lines))
  return { entries: await withCorrections(db, run.pspAccountId, entries), unread, more }
}

export async function readSent(db: Database, psp: Psp, run: Run, period: Period): Promise<Read> {
  const { payOut } = psp
  if (payOut === null) return { entries: [], unread: [], more: false }
  const { items, unread, more } = doneOf(await payOut.list(period, run.page))
  const lines = await linesOf(items, {
    known: await findSeen(
      db,
      run,
      'sent',
      items.map(({ payoutId }) => payoutId),
    ),
    idOf: ({ payoutId }) => payoutId,
    again: one => listedAgain(one.requestedAt, (moments, page) => payOut.list(moments, page)),
    bare: one => ({ ...one, returns: [] }),
  })
  const entries = await certain(payOut, apart(await compareSent(db, lines)))
  return { entries: await withCorrections(db, run.pspAccountId, entries), unread, more }
}

/** The Pix as the list has it, if it does. */
export const findListed = async (psp: Psp, { endToEndId, paidAt }: Received): Promise<Received | undefined> =>
  (await listedAgain(paidAt, (moments, page) => psp.payIn.listReceived(moments, page))).find(
    one => one.endToEndId === endToEndId,
  )

export const findListedPayout = async (
  payOut: PayOut,
  { payoutId, requestedAt }: Payout,
): Promise<Payout | undefined> =>
  (await listedAgain(requestedAt, (moments, page) => payOut.list(moments, page))).find(one => one.payoutId === payoutId)

type Lister<T> = (moments: Period, page: number) => Promise<Outcome<Page<T>>>

/** Everything of a few moments; nothing where the PSP does not say when it was. */
async function listedAgain<T>(at: Date | null, list: Lister<T>): Promise<T[]> {
  if (at === null) return []
  const moments = { from: new Date(at.getTime() - MOMENT_MS), to: new Date(at.getTime() + MOMENT_MS) }
  const found: T[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, more } = doneOf(await list(moments, page))
    found.push(...items)
    if (!more) break
  }
  return found
}

interface Lines<T> {
  /** Those of the page that this run has met before. */
  known: Set<string>
  idOf: (item: T) => string
  again: (item: T) => Promise<T[]>
  /** What belongs to it stands with its first line. */
  bare: (item: T) => T
}

async function linesOf<T>(items: T[], { known, idOf, again, bare }: Lines<T>): Promise<T[]> {
  const calls = pLimit(MAX_CALLS)
  const lines = [...Map.groupBy(items, idOf)].map(async ([id, lines]) => {
    const [first] = lines
    if (first === undefined || (lines.length === 1 && !known.has(id))) return lines
    const [one = first, ...more] = (await calls(() => again(first))).filter(line => idOf(line) === id)
    return [one, ...more.map(bare)]
  })
  return (await Promise.all(lines)).flat()
}

/** A list may say less of a payment than a look-up does: where it is still under way there, and is not here, the PSP is asked. */
async function certain(payOut: PayOut, entries: Listed[]): Promise<Listed[]> {
  const calls = pLimit(MAX_CALLS)
  return Promise.all(
    entries.map(async entry => {
      const { list, ours, theirs, line } = entry
      if (list !== 'sent' || ours?.state !== 'moved' || theirs?.state !== 'open') return entry
      const found = doneOf(await calls(() => payOut.find(line)))
      return found === null ? entry : { ...entry, theirs: payoutWord(found) }
    }),
  )
}

export function doneOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new PspSilence(outcome.reason)
  return outcome.value
}
