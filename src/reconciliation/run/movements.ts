// What a bank has credited beside Pix, against what is booked of it: the PSP's own statement where it lists one, and the files of the bank
// that were uploaded. A line that waits for a person is money that the bank has and our books have not. All lines of a day are compared
// at once: of equal ones each counts once, whichever statement it stands on.
import type { Database } from '#db/postgres.ts'
import { dateAt, timeOn } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Movement, Period, Psp } from '#psp/port.ts'
import type { OurWord, Word } from '../case/difference.ts'
import { type Listed, withCorrections } from './compare.ts'
import { doneOf, PspSilence, type Read } from './listed.ts'
import { findKeptLines, type KeptLine } from './movements-store.ts'
import type { Run } from './store.ts'

/** A statement that goes on for ever is none. */
const MAX_PAGES = 1_000

export async function readMovements(db: Database, psp: Psp, run: Run, period: Period): Promise<Read> {
  const { items, unread } = await listed(psp, period)
  const ofDay = items.filter(({ paidAt }) => dateAt(paidAt) === run.day)
  // Read after the list: what the list has and our books get meanwhile is there by then.
  const kept = await findKeptLines(db, run.pspAccountId, run.day)
  const entries = entriesOf(ofDay, kept, timeOn(run.day, 12))
  return { entries: await withCorrections(db, run.pspAccountId, entries), unread, more: false }
}

async function listed({ movements }: Psp, period: Period): Promise<{ items: Movement[]; unread: string[] }> {
  const all: { items: Movement[]; unread: string[] } = { items: [], unread: [] }
  if (movements === undefined) return all
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, unread, more } = doneOf(await movements.list(period, page))
    all.items.push(...items)
    all.unread.push(...unread)
    if (!more) return all
  }
  throw new PspSilence(`the statement has more than ${MAX_PAGES} pages`)
}

/** `noon`: a file says no more than the day. Pure. */
export function entriesOf(lines: Movement[], kept: KeptLine[], noon: Date): Listed[] {
  const byLine = new Map(lines.map(line => [keyOf(line), line]))
  const known = new Set(kept.map(keyOf))
  const ofFiles = Map.groupBy(
    kept.filter(one => one.source === 'OFX' && !byLine.has(keyOf(one))),
    ({ amount }) => amount,
  )
  // Under another id the bank's file had it first.
  const unknown = lines.filter(line => !known.has(keyOf(line)) && ofFiles.get(line.amount)?.pop() === undefined)
  return [
    ...kept.flatMap(one => keptEntry(one, byLine.get(keyOf(one)) ?? null, noon)),
    ...unknown.map(({ lineId, amount, paidAt }) => entryOf(lineId, null, { amount, state: 'moved' }, paidAt)),
  ]
}

const keyOf = ({ lineId, amount }: { lineId: string; amount: Centavos }) => `${amount} ${lineId}`

/** None where a person has dismissed it. */
function keptEntry(one: KeptLine, line: Movement | null, noon: Date): Listed[] {
  const { entryId, source, amount, state, booked } = one
  if (state === 'DISMISSED' && booked === null) return []
  const isListed = source === 'OFX' || line !== null
  return [entryOf(entryId, booked, isListed ? { amount, state: 'moved' } : null, line?.paidAt ?? noon)]
}

const entryOf = (entryId: string, booked: KeptLine['booked'], theirs: Word | null, at: Date): Listed => ({
  list: 'movement',
  entryId,
  ours: booked === null ? null : ourWord(booked),
  theirs,
  at,
  of: at,
  line: entryId,
})

const ourWord = ({ accountId, amount, since }: NonNullable<KeptLine['booked']>): OurWord => ({
  accountId,
  amount: centavos(amount),
  state: 'moved',
  since: new Date(since),
})
