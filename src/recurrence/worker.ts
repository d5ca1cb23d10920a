// The recurrences that owe work. In lanes by PSP account, so that a slow PSP delays no recurrence of another.
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { RecurrenceDeps } from './deps.ts'
import { type Recurrence, recurrenceKeyText } from './recurrence.ts'
import { leaseDue } from './store.ts'
import { doDueWork } from './watch/due-work.ts'

const LEASE_MS = 2 * MINUTE_MS

export function startRecurrenceWork(deps: RecurrenceDeps): DueLanes<Recurrence> {
  const { db, clock, log } = deps
  return startDueLanes<Recurrence>({
    name: 'recurrences',
    everyMs: SECOND_MS,
    batch: 20,
    max: 8,
    maxHeld: 40,
    log,
    owed: owedIn('recurrence', deps),
    lease(limit, except) {
      const now = clock()
      return leaseDue(db, { now, until: later(now, LEASE_MS), limit, except })
    },
    keyOf: recurrenceKeyText,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: recurrence => doDueWork(deps, recurrence),
    failed: (error, { uuid }) => log.error({ err: error, recurrence: uuid }, 'the due work of a recurrence failed'),
  })
}
