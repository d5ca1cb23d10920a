// One day of one PSP account: its lists page by page against our books, then what of ours it has not told of. Every page counts when
// it is committed, so that whoever goes on after a crash begins with the next. Nothing is booked here, and nothing is judged that
// may still be on its way.
import type { Database } from '#db/postgres.ts'
import { limited } from '#kernel/limited.ts'
import { boundsOf } from '#kernel/local-time.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome, Listed as Page, PayOut, Period, Psp } from '#psp/port.ts'
import { compareReceived, compareSent, type Listed, payoutWord, refundWord } from './compare.ts'
import {
  type Difference,
  differenceOf,
  type Entry,
  GRACE_MS,
  type List,
  type OurWord,
  type Word,
} from './difference.ts'
import {
  findUnseenPayouts,
  findUnseenReceipts,
  findUnseenRefunds,
  findUnseenReturns,
  type Stretch,
  type Unseen,
} from './ours-store.ts'
import { finish, isAmong, keepCases, type Met, meet, type Run, type Stage, stepOn } from './run-store.ts'

export interface RunNeeds {
  db: Database
  psps: Pick<PspDirectory, 'psp'>
  clock: Clock
}

/** What the PSP's clock has on the other side of midnight is read too. */
const OVERLAP_MS = HOUR_MS
const CLAIM_MS = 3 * MINUTE_MS
const BATCH = 200
const MOST_CALLS = 8
/** A PSP that always has more is not telling a list. */
const MOST_PAGES = 100_000

/** The PSP did not tell. */
export class PspSilence extends Error {}

export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

interface Scope {
  /** What is judged, by the PSP's own time; its end is no longer part of it. */
  from: Date
  to: Date
  /** What is older than this has been booked, or should have been. */
  settled: Date
  /** What is read. */
  period: Period
}

/** Of today what is older than the grace. */
function scopeOf({ day, startedAt }: Run): Scope {
  const { from, to } = boundsOf(day)
  const settled = new Date(startedAt.getTime() - GRACE_MS)
  const end = settled < to ? settled : to
  return {
    from,
    to: end < from ? from : end,
    settled,
    period: {
      from: new Date(from.getTime() - OVERLAP_MS),
      to: new Date(Math.max(from.getTime(), Math.min(to.getTime() + OVERLAP_MS, startedAt.getTime() + GRACE_MS))),
    },
  }
}

/** What went back or came back is told with what it belongs to, whenever that was; what has just happened may not be booked yet. */
const isJudged = ({ list, at }: Listed, { from, to, settled }: Scope): boolean => {
  if (at === null) return true
  return list === 'refund' || list === 'return' ? at < settled : at >= from && at < to
}

/** Goes on with the run, to its end or until it is to stop. Throws where the PSP does not tell. */
export async function workOn(needs: RunNeeds, claimed: Run, stopped: () => boolean): Promise<'done' | 'left'> {
  const psp = await needs.psps.psp(claimed.pspAccountId)
  const scope = scopeOf(claimed)
  let run = claimed
  while (!stopped()) {
    const next =
      run.stage === 'ours' ? await lookForOurs(needs, psp, run, scope) : await readPage(needs, psp, run, scope)
    if (next === null) return 'left'
    if (next.stage === 'done') return 'done'
    run = next
  }
  return 'left'
}

async function readPage(needs: RunNeeds, psp: Psp, run: Run, scope: Scope): Promise<Run | null> {
  if (run.page >= MOST_PAGES) throw new PspSilence(`the list has more than ${MOST_PAGES} pages`)
  const { entries, unread, more } = await (run.stage === 'received'
    ? readReceived(needs, psp, run, scope)
    : readSent(needs, psp, run, scope))
  const now = needs.clock()
  const judged = entries.filter(entry => isJudged(entry, scope))
  const told: Told[] = judged.map(entry => ({ met: entry, difference: differenceOf(entry, run.day, now) }))
  const around = entries.filter(entry => !judged.includes(entry))
  const strange = unread.map(name => unreadCase(run, name))
  const stage = more ? run.stage : (AFTER[run.stage] as Stage)
  return keep(needs, run, { stage, page: more ? run.page + 1 : 0 }, [...told, ...strange], around)
}

const AFTER: Partial<Record<Stage, Stage>> = { received: 'sent', sent: 'ours' }

interface Told {
  met: Met
  difference: Difference | null
}

/** What the PSP lists and nobody here can read is a difference that a person looks at. */
function unreadCase({ stage, day }: Run, name: string): Told {
  const met = { list: stage as List, entryId: name }
  const facts = { accountId: null, difference: 0n as Difference['difference'], ours: null, theirs: UNREAD, day }
  return { met, difference: { ...met, kind: 'MISSING_HERE', ...facts } }
}

const UNREAD: Difference['theirs'] = { amount: 0, state: 'open' }

interface Read {
  entries: Listed[]
  unread: string[]
  more: boolean
}

async function readReceived({ db }: RunNeeds, psp: Psp, run: Run, { period }: Scope): Promise<Read> {
  const { items, unread, more } = listedIn(await psp.payIn.listReceived(period, run.page))
  return { entries: await compareReceived(db, items), unread, more }
}

async function readSent({ db }: RunNeeds, psp: Psp, run: Run, { period }: Scope): Promise<Read> {
  const { payOut } = psp
  if (payOut === null) return { entries: [], unread: [], more: false }
  const { items, unread, more } = listedIn(await payOut.list(period, run.page))
  return { entries: await certain(payOut, await compareSent(db, run.pspAccountId, items)), unread, more }
}

/** A list may say less of a payment than a look-up does: where it is still under way there, and is not here, the PSP is asked. */
async function certain(payOut: PayOut, entries: Listed[]): Promise<Listed[]> {
  const calls = limited(MOST_CALLS)
  return Promise.all(
    entries.map(async entry => {
      const { list, ours, theirs, entryId } = entry
      if (list !== 'sent' || ours?.state !== 'moved' || theirs?.state !== 'open') return entry
      const found = doneOf(await calls.run(() => payOut.find(entryId)))
      return found === null ? entry : { ...entry, theirs: payoutWord(found) }
    }),
  )
}

/** What we say has moved on that day, and the PSP has not told of: as much as one batch. */
async function lookForOurs(needs: RunNeeds, psp: Psp, run: Run, scope: Scope): Promise<Run | null> {
  const { db, clock } = needs
  const stretch: Stretch = { reconciliationId: run.id, pspAccountId: run.pspAccountId, from: scope.from, to: scope.to }
  for (const [list, find] of OURS) {
    const unseen = await find(db, stretch, BATCH)
    if (unseen.length === 0) continue
    const calls = limited(MOST_CALLS)
    const entries = await Promise.all(
      unseen.map(async one => entryOf(list, one, await calls.run(() => askAbout(psp, list, one, scope)))),
    )
    const now = clock()
    const told = entries.map(entry => ({ met: entry, difference: differenceOf(entry, run.day, now) }))
    return keep(needs, run, { stage: 'ours', page: run.page + 1 }, told, [])
  }
  const isDone = await db.transaction(tx => finish(tx, run, clock()))
  return isDone ? { ...run, stage: 'done' } : null
}

const OURS = [
  ['received', findUnseenReceipts],
  ['refund', findUnseenRefunds],
  ['sent', findUnseenPayouts],
  ['return', findUnseenReturns],
] as const

const entryOf = (list: List, { entryId, accountId, amount, state, since }: Unseen, theirs: Word | null): Entry => {
  const ours: OurWord = { accountId, amount, state, since }
  return { list, entryId, ours, theirs }
}

/**
 * What the PSP says of it outside of the list that was read: a payment that was asked for before midnight and made after it stands
 * in another one. What should have stood in this one is missing there, whatever a look-up says. null: it is not there.
 */
async function askAbout(psp: Psp, list: List, unseen: Unseen, scope: Scope): Promise<Word | null> {
  if (unseen.parentSeen) return null
  return list === 'received' || list === 'refund'
    ? askReceived(psp, list, unseen, scope)
    : askSent(psp, list, unseen, scope)
}

async function askReceived(psp: Psp, list: List, { askedBy, refundId }: Unseen, scope: Scope): Promise<Word | null> {
  const received = doneOf(await psp.payIn.findReceived(askedBy))
  if (received === null || isWithin(received.paidAt, scope.period)) return null
  if (list === 'received') return { amount: received.amount, state: 'moved' }
  const refund = received.refunds.find(one => one.refundId === refundId || one.rtrId === refundId)
  if (refund !== undefined) return refundWord(refund)
  const asked = doneOf(await psp.payIn.findRefund(askedBy, refundId ?? ''))
  return asked === null ? null : refundWord(asked)
}

async function askSent(psp: Psp, list: List, { askedBy, entryId }: Unseen, scope: Scope): Promise<Word | null> {
  const payout = psp.payOut === null ? null : doneOf(await psp.payOut.find(askedBy))
  if (payout === null || (payout.requestedAt !== null && isWithin(payout.requestedAt, scope.period))) return null
  if (list === 'sent') return payoutWord(payout)
  const back = payout.returns.find(({ rtrId }) => rtrId === entryId)
  return back === undefined ? null : { amount: back.amount, state: 'moved' }
}

const isWithin = (at: Date, { from, to }: Period) => at >= from && at <= to

/** The page, in one commit: what was met, what differs, and that the run has come so far. null where somebody else goes on with it. */
async function keep(
  { db, clock }: RunNeeds,
  run: Run,
  next: Pick<Run, 'stage' | 'page'>,
  told: Told[],
  around: Met[],
): Promise<Run | null> {
  const now = clock()
  return db
    .transaction(async tx => {
      const fresh = await meet(
        tx,
        run.id,
        [...told.map(({ met }) => met), ...around].map(({ list, entryId }) => ({ list, entryId })),
      )
      const found = told.flatMap(({ difference }) => difference ?? [])
      const counted = told.filter(({ met }) => isAmong(fresh, met))
      const matched = counted.filter(({ difference }) => difference === null).length
      const step = { ...next, matched, differences: counted.length - matched, dueAt: claimEnd(now) }
      if (!(await stepOn(tx, run, step))) throw new RunTaken()
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

function listedIn<T>(outcome: Outcome<Page<T>>): Page<T> {
  return doneOf(outcome)
}

function doneOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new PspSilence(outcome.reason)
  return outcome.value
}
