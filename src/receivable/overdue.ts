// Acquirers that are late: what they should have paid two business days ago raises an alert, once for each day since which it is so.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { addBusinessDays } from '#kernel/calendar/business-days.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { type Clock, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { findOverdue } from './store.ts'

export interface ReceivableDeps {
  db: Database
  clock: Clock
  alerts: Pick<Alerts, 'raiseOnce'>
  log: Pick<FastifyBaseLogger, 'error'>
}

const LATE_BUSINESS_DAYS = 2
/** By the gateway's clock; how often that is looked at follows the process's own. */
const LOOK_EVERY_MS = HOUR_MS
const EVERY_MS = SECOND_MS

export function startOverdueWork({ db, clock, alerts, log }: ReceivableDeps): DueLoop {
  let nextAt = 0

  async function round(): Promise<boolean> {
    const now = clock()
    // A clock may go back.
    if (now.getTime() < nextAt && now.getTime() > nextAt - LOOK_EVERY_MS) return false
    for (const { pspAccountId, receivables, owed, since } of await findOverdue(db, latestOverdue(now)))
      alerts.raiseOnce(
        'SETTLEMENT_OVERDUE',
        { pspAccountId, receivables, owed: owed.toString(), since },
        aboutPsp(pspAccountId),
        `${pspAccountId} ${since}`,
      )
    nextAt = now.getTime() + LOOK_EVERY_MS
    return false
  }

  return startDueLoop({ name: 'overdue receivables', everyMs: EVERY_MS, log, round })
}

const latestOverdue = (now: Date) => addBusinessDays(dateAt(now), -LATE_BUSINESS_DAYS)
