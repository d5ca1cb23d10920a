// The PSPs' lists of disputes, read as often as their other lists: everything that was opened since the oldest dispute that is not
// closed here, because what becomes of it is told nowhere else. It only reads; what an entry means is told.ts's to say.
import type { FastifyBaseLogger } from 'fastify'
import { type DueLoop, startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Disputes, DisputeTold, Period } from '#psp/port.ts'
import { findOldestOpen } from './store.ts'
import { claimWatches, endWatch, insertMissingWatches, type Watched } from './watch-store.ts'

export interface WatchNeeds {
  db: Database
  psps: Pick<PspDirectory, 'psp'>
  clock: Clock
  log: FastifyBaseLogger
  /** Rings when a list cannot be read for long, or holds what cannot be read. */
  alarmOnce: (key: string, said: string, known: object) => void
  everyMs: number
  apply: (pspAccountId: number, told: DisputeTold[]) => Promise<void>
}

/** What the PSP lists a little late. */
const BACK_MS = 2 * DAY_MS
/** A Pix may be disputed for about eighty days; this far back it is looked once an hour. */
const DEEP_BACK_MS = 100 * DAY_MS
const DEEP_EVERY_MS = HOUR_MS
/** The PSP's clock may be ahead of ours. */
const SKEW_MS = 10 * MINUTE_MS
const CLAIM_MS = 5 * MINUTE_MS
const LONGEST_WAIT_MS = 10 * MINUTE_MS
const ALARM_AT_FAILURE = 5
const MOST_PAGES = 1_000
const MOST_TROUBLE = 500

export function startDisputeWatch(needs: WatchNeeds): DueLoop {
  const { db, clock, log, everyMs } = needs

  async function round(): Promise<boolean> {
    const now = clock()
    await insertMissingWatches(db, now, new Date(now.getTime() + everyMs))
    const latest = new Date(now.getTime() + Math.max(everyMs, LONGEST_WAIT_MS, CLAIM_MS))
    const due = await claimWatches(db, now, new Date(now.getTime() + CLAIM_MS), latest)
    await Promise.all(due.map(look))
    return false
  }

  async function look(watched: Watched): Promise<void> {
    const { pspAccountId, deepAt } = watched
    const now = clock()
    const isDeep = deepAt === null || Math.abs(now.getTime() - deepAt.getTime()) >= DEEP_EVERY_MS
    const trouble = await read(needs, watched, isDeep, now).catch((error: unknown) => {
      log.error({ err: error, pspAccountId }, "a PSP's list of disputes could not be worked on")
      return error instanceof Error ? error.message : 'not read'
    })
    const troubles = trouble === null ? 0 : watched.troubles + 1
    const waitMs = Math.max(everyMs, Math.min(everyMs * 2 ** Math.max(0, troubles - 1), LONGEST_WAIT_MS))
    await endWatch(db, pspAccountId, {
      dueAt: new Date(now.getTime() + waitMs),
      deepAt: isDeep && trouble === null ? now : deepAt,
      trouble: trouble?.slice(0, MOST_TROUBLE) ?? null,
      troubles,
    })
    if (troubles === ALARM_AT_FAILURE)
      needs.alarmOnce(`${pspAccountId} ${now.toISOString()}`, "a PSP's list of disputes cannot be read", {
        ...{ pspAccountId, trouble },
      })
  }

  return startDueLoop({ name: 'disputes', everyMs: Math.min(SECOND_MS, everyMs), round, log })
}

/** null: it was read to its end. */
async function read(needs: WatchNeeds, watched: Watched, isDeep: boolean, now: Date): Promise<string | null> {
  const { pspAccountId, accountSince } = watched
  const { disputes } = await needs.psps.psp(pspAccountId)
  if (disputes === undefined) return null
  const oldest = (await findOldestOpen(needs.db, pspAccountId))?.getTime() ?? Number.POSITIVE_INFINITY
  const back = now.getTime() - (isDeep ? DEEP_BACK_MS : BACK_MS)
  const from = new Date(Math.max(accountSince.getTime(), Math.min(back, oldest - HOUR_MS)))
  const to = new Date(Math.max(now.getTime(), from.getTime()) + SKEW_MS)
  return readPages(needs, pspAccountId, disputes, { from, to })
}

async function readPages(
  needs: WatchNeeds,
  pspAccountId: number,
  disputes: Disputes,
  period: Period,
): Promise<string | null> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await disputes.list(period, page)
    if (listed.kind !== 'done') return listed.reason
    const { items, unread, more } = listed.value
    if (items.length > 0) await needs.apply(pspAccountId, items)
    for (const name of unread)
      needs.alarmOnce(`${pspAccountId}/${name}`, "a PSP's list of disputes holds what cannot be read", {
        ...{ pspAccountId, entry: name },
      })
    if (!more) return null
  }
  return `the list has more than ${MOST_PAGES} pages`
}
