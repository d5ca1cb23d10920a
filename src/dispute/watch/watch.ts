// The PSPs' lists of disputes, read as often as their other lists: everything that was opened since the oldest dispute that is
// not closed here, because its further course is in no other list. It only reads; apply-reported.ts decides what an entry means.

import type { Sql } from 'sql-template-tag'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { kindsThat } from '#psp/kinds.ts'
import type { Disputes, Period } from '#psp/port.ts'
import { applyReported } from '../apply-reported.ts'
import type { DisputeDeps } from '../deps.ts'
import { findOldestOpen } from '../store.ts'
import { dueWatches, endWatch, insertMissingWatches, leaseWatches, type Watched } from './store.ts'

/** What the PSP lists a little late. */
const BACK_MS = 2 * DAY_MS
/** A Pix may be disputed for about eighty days; this far back it is looked once an hour. */
const DEEP_BACK_MS = 100 * DAY_MS
/** How often accounts whose disputes are not watched yet are looked for. */
const MISSING_MS = 10 * SECOND_MS
const DEEP_EVERY_MS = HOUR_MS
/** The PSP's clock may be ahead of ours. */
const SKEW_MS = 10 * MINUTE_MS
const LEASE_MS = 5 * MINUTE_MS
const MAX_WAIT_MS = 10 * MINUTE_MS
const ALERT_AT_FAILURE = 5
const MAX_PAGES = 1_000
const MAX_TROUBLE = 500

export function startDisputeWatch(deps: DisputeDeps): DueLoop {
  const { db, clock, log, watchEveryMs: everyMs } = deps

  async function round(): Promise<boolean> {
    const now = clock()
    const due = await leaseWatches(db, now, new Date(now.getTime() + LEASE_MS), latestAt(now))
    await Promise.all(due.map(look))
    return false
  }

  async function begin(): Promise<false> {
    const now = clock()
    await insertMissingWatches(db, kindsThat(deps.psps.kinds, 'listsDisputes'), now, new Date(now.getTime() + everyMs))
    return false
  }

  const latestAt = (now: Date) => new Date(now.getTime() + Math.max(everyMs, MAX_WAIT_MS, LEASE_MS))

  function rows(): Sql {
    const now = clock()
    return dueWatches(now, latestAt(now))
  }

  async function look(watched: Watched): Promise<void> {
    const { pspAccountId, deepAt } = watched
    const now = clock()
    const isDeep = deepAt === null || Math.abs(now.getTime() - deepAt.getTime()) >= DEEP_EVERY_MS
    const trouble = await read(deps, watched, isDeep, now).catch((error: unknown) => {
      log.error({ err: error, pspAccountId }, "a PSP's list of disputes could not be worked on")
      return error instanceof Error ? error.message : 'not read'
    })
    const troubles = trouble === null ? 0 : watched.troubles + 1
    const waitMs = Math.max(everyMs, Math.min(everyMs * 2 ** Math.max(0, troubles - 1), MAX_WAIT_MS))
    await endWatch(db, pspAccountId, {
      dueAt: new Date(now.getTime() + waitMs),
      deepAt: isDeep && trouble === null ? now : deepAt,
      trouble: trouble?.slice(0, MAX_TROUBLE) ?? null,
      troubles,
    })
    if (troubles === ALERT_AT_FAILURE)
      deps.alerts.raise('DISPUTE_LIST_UNREADABLE', { pspAccountId, trouble }, aboutPsp(pspAccountId))
  }

  const beginning = startDueLoop({ name: 'new disputes', everyMs: Math.min(MISSING_MS, everyMs), round: begin, log })
  const loop = startDueLoop({ name: 'disputes', everyMs: Math.min(SECOND_MS, everyMs), round, log, owed: { db, rows } })
  return {
    ...loop,
    async stop() {
      await Promise.all([beginning.stop(), loop.stop()])
    },
  }
}

/** null: it was read to its end. */
async function read(deps: DisputeDeps, watched: Watched, isDeep: boolean, now: Date): Promise<string | null> {
  const { pspAccountId, accountSince } = watched
  const { disputes } = await deps.psps.psp(pspAccountId)
  if (disputes === undefined) return null
  const oldest = (await findOldestOpen(deps.db, pspAccountId))?.getTime() ?? Number.POSITIVE_INFINITY
  const back = now.getTime() - (isDeep ? DEEP_BACK_MS : BACK_MS)
  const from = new Date(Math.max(accountSince.getTime(), Math.min(back, oldest - HOUR_MS)))
  const to = new Date(Math.max(now.getTime(), from.getTime()) + SKEW_MS)
  return readPages(deps, pspAccountId, disputes, { from, to })
}

async function readPages(
  deps: DisputeDeps,
  pspAccountId: number,
  disputes: Disputes,
  period: Period,
): Promise<string | null> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await disputes.list(period, page)
    if (listed.kind !== 'done') return listed.reason
    const { items, unread, more } = listed.value
    if (items.length > 0) await applyReported(deps, pspAccountId, items)
    for (const entry of unread) {
      const key = `${pspAccountId}/${entry}`
      deps.alerts.raiseOnce('DISPUTE_ENTRY_UNREADABLE', { pspAccountId, entry }, aboutPsp(pspAccountId), key)
    }
    if (!more) return null
  }
  return `the list has more than ${MAX_PAGES} pages`
}
