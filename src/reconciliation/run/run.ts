// One day of one PSP account: its lists page by page against our books, then our bookings that are missing in the lists. Every
// page counts when it is committed, so that the process that goes on after a crash begins with the next. Nothing is booked here,
// and nothing is judged that may still be on its way.
import pLimit from 'p-limit'
import type { Database } from '#db/postgres.ts'
import { boundsOf } from '#kernel/calendar/local-time.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Period, Psp } from '#psp/port.ts'
import {
  type Difference,
  differenceOf,
  type Entry,
  GRACE_MS,
  type List,
  type OurWord,
  type Word,
} from '../case/difference.ts'
import type { ReconciliationDeps } from '../worker.ts'
import { readBoletos } from './boletos.ts'
import { findUnseenBoletos } from './boletos-store.ts'
import { lookUpReturn, readCards } from './cards.ts'
import { findUnseenCards, findUnseenReturnedCards } from './cards-store.ts'
import { type Listed, withCorrections } from './compare.ts'
import { listsNoDebits, readDebits } from './debits.ts'
import { MAX_CALLS, PspSilence, readReceived, readSent } from './listed.ts'
import { lookUp } from './look-up.ts'
import { readMovements } from './movements.ts'
import { findUnseenMovements } from './movements-store.ts'
import {
  findUnseenIncomingPayments,
  findUnseenPayouts,
  findUnseenRefunds,
  findUnseenRefundsToKeys,
  findUnseenReturns,
  type Stretch,
  type Unseen,
} from './ours-store.ts'
import {
  findAccountSince,
  finish,
  forgetMetAgain,
  isAmong,
  keepCases,
  type Met,
  meet,
  type Run,
  type Stage,
  stepOn,
} from './store.ts'

/** What the PSP's clock has on the other side of midnight is read too. */
const OVERLAP_MS = HOUR_MS
const LEASE_MS = 3 * MINUTE_MS
const BATCH = 200
/** A PSP that always has more does not send a list. */
const MAX_PAGES = 100_000

export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

interface Scope {
  /** What is judged, by the PSP's own time; its end is no longer part of it. */
  from: Date
  to: Date
  /** What is older than this has been booked, or should have been. */
  settled: Date
  /** When the account was connected to this gateway: what was before is not ours. */
  since: Date
  /** What is read. */
  period: Period
}

/** Of today what is older than the grace. */
function scopeOf({ day, startedAt }: Run, since: Date): Scope {
  const { from, to } = boundsOf(day)
  const settled = new Date(startedAt.getTime() - GRACE_MS)
  const end = settled < to ? settled : to
  return {
    from,
    to: end < from ? from : end,
    settled,
    since,
    period: {
      from: new Date(from.getTime() - OVERLAP_MS),
      to: new Date(Math.max(from.getTime(), Math.min(to.getTime() + OVERLAP_MS, startedAt.getTime() + GRACE_MS))),
    },
  }
}

/** What went back or came back is listed with its payment, whenever that was; what has just happened may not be booked yet. */
const isJudged = ({ list, at, of }: Listed, { from, to, settled, since }: Scope): boolean => {
  if (of !== null && of < since) return false
  if (at === null) return true
  return list === 'refund' || list === 'return' ? at < settled : at >= from && at < to
}

/** Goes on with the run, to its end or until it is to stop. Throws where the PSP does not answer. */
export async function workOn(
  deps: Pick<ReconciliationDeps, 'db' | 'psps' | 'clock'>,
  leased: Run,
  stopped: () => boolean,
): Promise<'done' | 'left'> {
  const psp = await deps.psps.psp(leased.pspAccountId)
  const scope = scopeOf(leased, await findAccountSince(deps.db, leased.pspAccountId))
  let run = leased
  while (!stopped()) {
    const next = run.stage === 'ours' ? await lookForOurs(deps, psp, run, scope) : await readPage(deps, psp, run, scope)
    if (next === null) return 'left'
    if (next.stage === 'done') return 'done'
    run = next
  }
  return 'left'
}

async function readPage(
  deps: Pick<ReconciliationDeps, 'db' | 'clock'>,
  psp: Psp,
  run: Run,
  scope: Scope,
): Promise<Run | null> {
  if (run.page >= MAX_PAGES) throw new PspSilence(`the list has more than ${MAX_PAGES} pages`)
  const { entries, unread, more } = await READERS[run.stage as keyof typeof READERS](deps.db, psp, run, scope.period)
  const now = deps.clock()
  const judged = entries.filter(entry => isJudged(entry, scope))
  const judgedEntries: JudgedEntry[] = judged.map(entry => ({
    met: entry,
    difference: differenceOf(entry, run.day, now),
  }))
  const around = entries.filter(entry => !judged.includes(entry))
  const strange = unread.map(name => unreadCase(run, name))
  const stage = more ? run.stage : stageAfter(run.stage, psp)
  return keep(deps, run, { stage, page: more ? run.page + 1 : 0 }, [...judgedEntries, ...strange], around)
}

const READERS = {
  received: readReceived,
  debits: readDebits,
  boletos: readBoletos,
  cards: readCards,
  movements: readMovements,
  sent: readSent,
}

/** In this order; not every PSP has all of them. */
const LISTS_IN_ORDER: readonly (readonly [Stage, (psp: Psp) => boolean])[] = [
  ['received', () => true],
  ['debits', listsNoDebits],
  ['boletos', ({ collect }) => collect !== undefined],
  ['cards', ({ collect }) => collect !== undefined],
  ['movements', () => true],
  ['sent', () => true],
]

/** Of an entry that cannot be read; the others are named as their stage. */
const LIST_OF: Partial<Record<Stage, List>> = { boletos: 'boleto', cards: 'card', movements: 'movement' }

function stageAfter(stage: Stage, psp: Psp): Stage {
  const at = LISTS_IN_ORDER.findIndex(([name]) => name === stage)
  return LISTS_IN_ORDER.slice(at + 1).find(([, has]) => has(psp))?.[0] ?? 'ours'
}

interface JudgedEntry {
  met: Met
  difference: Difference | null
}

/** What the PSP lists and nobody here can read is a difference that a person looks at. */
function unreadCase({ stage, day }: Run, name: string): JudgedEntry {
  const met = { list: LIST_OF[stage] ?? (stage as List), entryId: name }
  const events = { accountId: null, difference: 0n as Difference['difference'], ours: null, theirs: UNREAD, day }
  return { met, difference: { ...met, kind: 'MISSING_HERE', ...events } }
}

const UNREAD: Difference['theirs'] = { amount: 0, state: 'open' }

/** What moved that day by our books, and is missing in the PSP's lists: as much as one batch. */
async function lookForOurs(
  deps: Pick<ReconciliationDeps, 'db' | 'clock'>,
  psp: Psp,
  run: Run,
  scope: Scope,
): Promise<Run | null> {
  const { db, clock } = deps
  const stretch: Stretch = { reconciliationId: run.id, pspAccountId: run.pspAccountId, from: scope.from, to: scope.to }
  for (const [list, find, lookUpOne = lookUp] of OURS) {
    const unseen = await find(db, stretch, BATCH)
    if (unseen.length === 0) continue
    const calls = pLimit(MAX_CALLS)
    const asked = await Promise.all(
      unseen.map(async one => entryOf(list, one, await calls(() => lookUpOne(psp, one, list, scope.period)))),
    )
    const entries = await withCorrections(db, run.pspAccountId, asked)
    const now = clock()
    const judgedEntries = entries.map(entry => ({ met: entry, difference: differenceOf(entry, run.day, now) }))
    return keep(deps, run, { stage: 'ours', page: run.page + 1 }, judgedEntries, [])
  }
  const isDone = await db.transaction(tx => finish(tx, run, clock()))
  return isDone ? { ...run, stage: 'done' } : null
}

type Finder = (db: Database, stretch: Stretch, max: number) => Promise<Unseen[]>
type LookUp = (psp: Psp, one: Unseen, list: List, read: Period) => Promise<Word | null>

/** Each with how the PSP is asked about it, where that is not by the list alone. */
const OURS: readonly (readonly [List, Finder, LookUp?])[] = [
  ['received', findUnseenIncomingPayments],
  ['refund', findUnseenRefunds],
  ['sent', findUnseenPayouts],
  ['sent', findUnseenRefundsToKeys],
  ['boleto', findUnseenBoletos],
  ['card', findUnseenCards],
  ['refund', findUnseenReturnedCards, lookUpReturn],
  ['movement', findUnseenMovements],
  ['return', findUnseenReturns],
]

const entryOf = (list: List, { entryId, accountId, amount, state, since }: Unseen, theirs: Word | null): Entry => {
  const ours: OurWord = { accountId, amount, state, since }
  return { list, entryId, ours, theirs }
}

/**
 * The page, in one commit: what was met, what differs, and that the run has come so far. null where another process goes on with
 * it.
 */
async function keep(
  { db, clock }: Pick<ReconciliationDeps, 'db' | 'clock'>,
  run: Run,
  next: Pick<Run, 'stage' | 'page'>,
  judgedEntries: JudgedEntry[],
  around: Met[],
): Promise<Run | null> {
  const now = clock()
  return db
    .transaction(async tx => {
      const fresh = await meet(
        tx,
        run.id,
        [...judgedEntries.map(({ met }) => met), ...around].map(({ list, entryId }) => ({ list, entryId })),
      )
      const found = judgedEntries.flatMap(({ difference }) => difference ?? [])
      const counted = judgedEntries.filter(({ met }) => isAmong(fresh, met))
      const matched = counted.filter(({ difference }) => difference === null).length
      const step = { ...next, matched, differences: counted.length - matched, dueAt: leaseEnd(now) }
      if (!(await stepOn(tx, run, step))) throw new RunTaken()
      // The list was read on while it changed: its last word counts.
      await forgetMetAgain(
        tx,
        run,
        judgedEntries.flatMap(({ met }) => (isAmong(fresh, met) ? [] : [met])),
      )
      await keepCases(tx, run, found, now)
      return { ...run, ...next }
    })
    .catch(error => {
      if (error instanceof RunTaken) return null
      throw error
    })
}

/** Not a failure: nobody here goes on with this run. What was written of the page is undone. */
class RunTaken extends Error {}
