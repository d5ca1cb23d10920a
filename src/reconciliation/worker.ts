// Every day by itself, some hours after its end: each PSP account's lists against our books, then whether the money lies there
// that should, then the day's books are closed. A day that a PSP did not answer for is asked for again, ever more rarely.

import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'sql-template-tag'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { ANYTHING } from '#db/queue/owed.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import type { Clock } from '#kernel/time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import { countCases } from './case/store.ts'
import { checkCoverage } from './coverage/coverage.ts'
import { insertMissingCoverage, leaseCoverage } from './coverage/store.ts'
import { closeNext, freezeClosing } from './day/close.ts'
import { findClosedTo } from './day/close-store.ts'
import { PspSilence } from './run/listed.ts'
import { leaseEnd, workOn } from './run/run.ts'
import { beginAnew, insertDue, leaseRun, putDown, type Run, recordTrouble, workOwed } from './run/store.ts'

export interface ReconciliationDeps {
  db: Database
  psps: Pick<PspDirectory, 'psp'>
  clock: Clock
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  log: Pick<FastifyBaseLogger, 'error'>
  /** In recovery no PSP is asked anything. */
  paused: () => boolean
  /** Whether days are read and closed without being asked. */
  daily: boolean
}

/** What the PSP lists late is there by then. */
const AFTER_MIDNIGHT_MS = 6 * HOUR_MS
/** After a longer outage a person asks for the days before. */
const MAX_DAYS_BACK = 30
const ALERT_AT_FAILURE = 5
const MAX_WAIT_MS = 30 * MINUTE_MS
const MAX_TROUBLE = 500

const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS)
/** No run is put off for longer. */
const latestFor = (now: Date) => new Date(now.getTime() + DAY_MS)

export function startReconciliation(deps: ReconciliationDeps): DueLoop {
  const { db, clock, log, daily } = deps
  let stopping = false
  let looked = Number.NaN

  async function round(): Promise<boolean> {
    if (deps.paused()) return false
    const now = clock()
    await freezeClosing(db)
    const minute = minuteOf(now)
    const isDue = minute !== looked
    // Also where it fails: what stands in everybody's way is not tried again each second.
    looked = minute
    if (isDue) await tendDays(now)
    const run = await leaseRun(db, now, leaseEnd(now), latestFor(now))
    if (run !== null) await work(run)
    return run !== null && !stopping
  }

  async function tendDays(now: Date): Promise<void> {
    const closedTo = await findClosedTo(db)
    if (closedTo !== null && now < closedTo)
      deps.alerts.raise('CLOCK_IN_CLOSED_DAY', { closedTo: closedTo.toISOString() }, null)
    if (!daily) return
    const last = addDays(dateAt(new Date(now.getTime() - AFTER_MIDNIGHT_MS)), -1)
    await insertDue(db, addDays(last, -MAX_DAYS_BACK), last, now)
    await beginAnew(db, last, now)
    const tomorrow = new Date(boundsOf(dateAt(now)).to.getTime() + AFTER_MIDNIGHT_MS)
    await insertMissingCoverage(db, now, tomorrow)
    for (const pspAccountId of await leaseCoverage(db, now, tomorrow)) await checkCoverage(deps, pspAccountId)
    await closeThrough(now)
  }

  async function closeThrough(now: Date): Promise<void> {
    for (let days = 0; days <= MAX_DAYS_BACK && !stopping; days++) {
      const closed = await closeNext(db, clock, new Date(now.getTime() - AFTER_MIDNIGHT_MS))
      if (!closed) return
    }
  }

  async function work(run: Run): Promise<void> {
    const { pspAccountId, day } = run
    try {
      if ((await workOn(deps, run, () => stopping)) === 'left') return void (await putDown(db, run, clock()))
      looked = Number.NaN
      const cases = await countCases(db, run)
      const open = cases.reduce((sum, { state, count }) => sum + (state === 'OPEN' ? count : 0), 0)
      if (open > 0) deps.alerts.raise('DAY_DIFFERS', { pspAccountId, day, open }, aboutPsp(pspAccountId))
    } catch (error) {
      const failures = run.troubles + 1
      if (!(error instanceof PspSilence)) log.error({ err: error, pspAccountId, day }, 'a day could not be reconciled')
      const trouble = (error instanceof Error ? error.message : 'not read').slice(0, MAX_TROUBLE)
      const waitMs = Math.min(MINUTE_MS * 2 ** Math.min(failures - 1, 10), MAX_WAIT_MS)
      await recordTrouble(db, run, trouble, new Date(clock().getTime() + waitMs))
      if (failures === ALERT_AT_FAILURE)
        deps.alerts.raise('DAY_NOT_RECONCILED', { pspAccountId, day, trouble }, aboutPsp(pspAccountId))
    }
  }

  /** Each minute something, whatever is due. */
  function rows(): Sql {
    const now = clock()
    return minuteOf(now) === looked ? workOwed(now, latestFor(now)) : ANYTHING
  }

  const loop = startDueLoop({ name: 'reconciliation', everyMs: SECOND_MS, owed: { db, rows }, log, round })
  return {
    ...loop,
    async stop() {
      stopping = true
      await loop.stop()
    },
  }
}
