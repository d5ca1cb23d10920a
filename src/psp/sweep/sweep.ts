// Reads the PSP's own lists of incoming and sent payments, recurrences and debits once a minute, those of paid boletos and cards every ten, and compares them with our books:
// every payment whose callback was lost is found here. It only reads; the comparers decide what an entry means. Everything up to `swept_to` has
// been compared, and a page that fails leaves `swept_to` where it was.
import { startDueLoop } from '#db/queue/due.ts'
import { owedIn } from '#db/queue/owed.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { openLanes } from '#kernel/concurrency/lanes.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { text } from '../adapters/reply.ts'
import type { Collect, CollectCharge } from '../collect/port.ts'
import type { PspsDeps } from '../deps.ts'
import type { PspDirectory } from '../directory.ts'
import { kindsThat } from '../kinds.ts'
import type { Listed, Outcome, Payout, Period, Received } from '../port.ts'
import type { Recurrences, ReportedDebit, ReportedRecurrence } from '../recurrence/port.ts'
import {
  advanceSweep,
  finishSweep,
  insertMissingSweeps,
  keepSweep,
  leaseSweeps,
  prioritiseSweeps,
  recordSweepTrouble,
  type Sweep,
} from './store.ts'
import { isDeep, nextReadMs, reachedBy, slicesOf } from './window.ts'

/** They decide what an entry of a list means, and are told how far a list was read. */
export interface Comparers {
  /** Compares the PSP's list of incoming payments with our books; answers how many were new. */
  received: (pspAccountId: number, items: Received[]) => Promise<{ fresh: number }>
  /** The same for sent payments; answers how many of them our books did not know. */
  sent: (pspAccountId: number, items: Payout[]) => Promise<{ orphans: number }>
  /** Looks for recurrences that our books do not know. */
  recurrences: (pspAccountId: number, items: ReportedRecurrence[]) => Promise<void>
  /** Adopts debits of ours that our books do not know. */
  debits: (pspAccountId: number, items: ReportedDebit[]) => Promise<void>
  /** Looks for charges that were paid and are not booked; answers how many of ours our books did not know. */
  boletos: (pspAccountId: number, items: CollectCharge[]) => Promise<{ orphans: number }>
  /** All that was paid up to then has been compared. */
  boletosRead: (pspAccountId: number, upTo: Date) => Promise<void>
  /** Once a day, when the long way back has been read. */
  boletosReadBack: (pspAccountId: number) => Promise<void>
  /** The same of cards. */
  cards: (pspAccountId: number, items: CollectCharge[]) => Promise<{ orphans: number }>
  /** Once a day, as of boletos. */
  cardsReadBack: (pspAccountId: number) => Promise<void>
  /** `from`: where the stretch of the list begins in which they were found. There may be more before it. */
  onOrphans: (pspAccountId: number, orphans: number, from: Date) => Promise<void> | void
}

export interface Sweeps {
  /** Looks at once for lists that are due. */
  wake(): void
  /** The circuit of this PSP has closed: its lists are read at once. */
  recovered(pspAccountId: number): void
  /** A sweep under way ends after its page; the rest is due for the next process. */
  stop(): Promise<void>
}

const LOOK_MS = SECOND_MS
/** How often accounts whose lists are not swept yet are looked for. */
const MISSING_MS = 10 * SECOND_MS
/** Of one PSP account. Lists of other accounts are read independently of these. */
const MAX_AT_ONCE = 2
/** Longer than one page can take; it begins anew with each page. */
const LEASE_MS = 3 * MINUTE_MS
const MAX_WAIT_MS = 10 * MINUTE_MS
/** After this many failures in a row an alert is raised. */
const ALERT_AT_FAILURE = 5
/** Unread entries that an alert names, and those that are remembered so that each is reported once. */
const MAX_NAMED = 20
const MAX_REMEMBERED = 1_000
/** A PSP that always has another page does not return a real list. */
const MAX_PAGES = 10_000

/** Characters of a failure that are stored. */
const MAX_TROUBLE = 500
export const UNREAD = 'the list holds entries that cannot be read'

export function startSweeps(
  deps: Pick<PspsDeps, 'alerts' | 'clock' | 'db' | 'log'> &
    Comparers & { psps: Pick<PspDirectory, 'psp' | 'kinds'>; everyMs: number },
): Sweeps {
  const { db, clock, log, everyMs } = deps
  const sweeping = openLanes<number>({ max: MAX_AT_ONCE })
  const held = new Set<string>()
  /** Leased while this process was still at the same list: an operator has rewound it. */
  const next = new Map<string, Sweep>()
  const failures = new Map<string, number>()
  /** Unread entries that were already reported, by list. */
  const named = new Map<string, Set<string>>()
  let stopped = false

  const loop = startDueLoop({
    name: 'psp sweeps',
    everyMs: Math.min(LOOK_MS, everyMs),
    owed: owedIn('psp_sweep', deps),
    round,
    log,
  })
  const beginning = startDueLoop({ name: 'new sweeps', everyMs: Math.min(MISSING_MS, everyMs), round: begin, log })

  async function begin(): Promise<false> {
    const begun = await insertMissingSweeps(db, kindsThat(deps.psps.kinds, 'paysOut'), clock())
    if (begun.length > 0) loop.wake()
    return false
  }

  async function round(): Promise<boolean> {
    for (const sweep of await leaseSweeps(db, clock(), leaseEnd())) take(sweep)
    return false
  }

  function take(sweep: Sweep): void {
    const key = keyOf(sweep)
    if (held.has(key)) {
      next.set(key, sweep)
      return
    }
    held.add(key)
    sweeping
      .run(sweep.pspAccountId, () => work(sweep))
      .catch(error => log.error({ err: error, ...nameOf(sweep) }, 'a list of the PSP could not be swept'))
      .finally(() => {
        held.delete(key)
        const leased = next.get(key)
        next.delete(key)
        if (leased !== undefined && !stopped) take(leased)
      })
  }

  async function work(sweep: Sweep): Promise<void> {
    const progress = { ...sweep }
    try {
      await sweepList(progress)
      failures.delete(keyOf(sweep))
    } catch (error) {
      if (error instanceof SweepEnded) await leave(progress)
      else await putOff(progress, error)
    }
  }

  /** Moves `sweep.sweptTo` along with its row, slice by slice. */
  async function sweepList(sweep: Sweep): Promise<void> {
    const startedAt = clock()
    const isLong = isDeep(sweep, startedAt)
    const deepSweptAt = isLong ? startedAt : sweep.deepSweptAt
    const unread = new Set<string>()
    let pages = 0
    let sweptTo: Date | null = null
    for (const slice of slicesOf(sweep, startedAt)) {
      if (sweptTo !== null) await moveTo(sweep, sweptTo, advanceSweep(db, sweep, { sweptTo, dueAt: leaseEnd() }))
      pages += await readSlice(sweep, slice, unread)
      sweptTo = reachedBy(sweep, slice, startedAt)
    }
    const names = [...unread].toSorted()
    const trouble = names.length === 0 ? null : `${UNREAD}: ${names.join(', ')}`.slice(0, MAX_TROUBLE)
    const dueAt = new Date(startedAt.getTime() + nextReadMs(sweep, pages, everyMs))
    sweptTo ??= sweep.sweptTo
    await moveTo(sweep, sweptTo, finishSweep(db, sweep, { sweptTo, dueAt, deepSweptAt, trouble }))
    raiseUnread(sweep, names)
    if (sweep.list === 'boletos') await deps.boletosRead(sweep.pspAccountId, startedAt)
    if (isLong) await readBack(sweep)
  }

  async function readBack({ pspAccountId, list }: Sweep): Promise<void> {
    if (list === 'boletos') await deps.boletosReadBack(pspAccountId)
    if (list === 'cards') await deps.cardsReadBack(pspAccountId)
  }

  /** Ends where another process has the row. */
  async function moveTo(sweep: Sweep, sweptTo: Date, isMoved: Promise<boolean>): Promise<void> {
    if (!(await isMoved)) throw new SweepEnded()
    sweep.sweptTo = sweptTo
  }

  /** Raises an alert for entries that were not reported yet. */
  function raiseUnread(sweep: Sweep, names: string[]): void {
    const known = named.get(keyOf(sweep)) ?? new Set()
    const unseen = names.filter(name => !known.has(name))
    if (unseen.length === 0) return
    named.set(keyOf(sweep), new Set([...(known.size > MAX_REMEMBERED ? [] : known), ...unseen]))
    const params = { ...nameOf(sweep), count: unseen.length, entries: unseen.slice(0, MAX_NAMED) }
    deps.alerts.raise('PSP_LIST_ENTRIES_UNREADABLE', params, aboutPsp(sweep.pspAccountId))
  }

  /** Adds the names of the unreadable entries. Answers how many pages it had. */
  async function readSlice(sweep: Sweep, slice: Period, unread: Set<string>): Promise<number> {
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await workOffPage(sweep, slice, page)
      for (const name of listed.unread.slice(0, MAX_REMEMBERED - unread.size)) unread.add(name)
      if (!listed.more) return page + 1
      if (stopped || !(await keepSweep(db, sweep, leaseEnd()))) throw new SweepEnded()
    }
    throw new PspTrouble(`the list has more than ${MAX_PAGES} pages`)
  }

  async function workOffPage({ pspAccountId, list }: Sweep, slice: Period, page: number): Promise<Listed<unknown>> {
    const psp = await deps.psps.psp(pspAccountId)
    if (list === 'received')
      return compared(await psp.payIn.listReceived(slice, page), items => compareReceived(pspAccountId, items))
    if (list === 'boletos' || list === 'cards') return workOffCharges(pspAccountId, psp.collect, list, slice, page)
    if (list === 'recurrences' || list === 'debits')
      return workOffRecurring(pspAccountId, psp.recurrences, list, slice, page)
    if (psp.payOut === null) throw new PspTrouble('this PSP does not pay out')
    return compared(await psp.payOut.list(slice, page), items => compareSent(pspAccountId, items, slice))
  }

  /** By when they were created: what has become of a known one is found by asking about it. */
  async function workOffRecurring(
    pspAccountId: number,
    recurrences: Recurrences | undefined,
    list: 'recurrences' | 'debits',
    slice: Period,
    page: number,
  ): Promise<Listed<unknown>> {
    if (recurrences === undefined) throw new PspTrouble('this PSP does no recurring PIX')
    return list === 'recurrences'
      ? compared(await recurrences.list(slice, page), items => deps.recurrences(pspAccountId, items))
      : compared(await recurrences.listDebits(slice, page), items => deps.debits(pspAccountId, items))
  }

  /** Lists of charges are by whole days. */
  async function workOffCharges(
    pspAccountId: number,
    collect: Collect | undefined,
    list: 'boletos' | 'cards',
    slice: Period,
    page: number,
  ): Promise<Listed<unknown>> {
    if (collect === undefined) throw new PspTrouble('this PSP has no API of charges')
    const method = list === 'boletos' ? 'boleto' : 'card'
    const query = { from: dateAt(slice.from), to: dateAt(slice.to), by: 'paid', method } as const
    return compared(await collect.list(query, page), async items => {
      const { orphans } = await deps[list](pspAccountId, items)
      if (orphans > 0) await deps.onOrphans(pspAccountId, orphans, slice.from)
    })
  }

  async function compareReceived(pspAccountId: number, items: Received[]): Promise<void> {
    const { fresh } = await deps.received(pspAccountId, items)
    if (fresh > 0) log.info({ pspAccountId, fresh }, 'the list of the PSP told of money before a callback did')
  }

  async function compareSent(pspAccountId: number, items: Payout[], { from }: Period): Promise<void> {
    const { orphans } = await deps.sent(pspAccountId, items)
    if (orphans > 0) await deps.onOrphans(pspAccountId, orphans, from)
  }

  async function putOff(sweep: Sweep, error: unknown): Promise<void> {
    const inARow = (failures.get(keyOf(sweep)) ?? 0) + 1
    failures.set(keyOf(sweep), inARow)
    const trouble = text(error instanceof Error ? error.message : null)?.slice(0, MAX_TROUBLE) ?? 'not swept'
    const level = error instanceof PspTrouble ? 'warn' : 'error'
    log[level]({ err: error, ...nameOf(sweep) }, 'a list of the PSP could not be swept')
    const waitMs = Math.max(everyMs, Math.min(everyMs * 2 ** (inARow - 1), MAX_WAIT_MS))
    await recordSweepTrouble(db, sweep, trouble, new Date(clock().getTime() + waitMs))
    if (inARow === ALERT_AT_FAILURE)
      deps.alerts.raise('PSP_LIST_UNREADABLE', nameOf(sweep), aboutPsp(sweep.pspAccountId))
  }

  /** Stopped on the way, or another process has the row now, in which case this changes nothing. */
  const leave = (sweep: Sweep) => keepSweep(db, sweep, clock())

  const leaseEnd = () => new Date(clock().getTime() + LEASE_MS)

  return {
    wake: loop.wake,
    recovered(pspAccountId) {
      if (stopped) return
      prioritiseSweeps(db, pspAccountId, clock()).then(loop.wake, error =>
        log.error({ err: error, pspAccountId }, 'the next sweep of a PSP’s lists could not be brought forward'),
      )
    },
    async stop() {
      stopped = true
      await beginning.stop()
      await loop.stop()
      await sweeping.idle()
    },
  }
}

const keyOf = ({ pspAccountId, list }: Sweep) => `${pspAccountId}/${list}`
const nameOf = ({ pspAccountId, list }: Sweep) => ({ pspAccountId, list })

/** The PSP gave no usable answer. */
class PspTrouble extends Error {}

/** Not a failure: this process does not go on with this sweep. */
class SweepEnded extends Error {}

async function compared<T>(outcome: Outcome<Listed<T>>, compare: (items: T[]) => Promise<unknown>): Promise<Listed<T>> {
  if (outcome.kind !== 'done') throw new PspTrouble(outcome.reason)
  if (outcome.value.items.length > 0) await compare(outcome.value.items)
  return outcome.value
}
