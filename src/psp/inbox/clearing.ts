// Deletes callbacks that were applied or given up long ago. Those that still wait, and every dead letter, stay.
import type { DueLoop } from '#db/queue/due.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { PspsDeps } from '../deps.ts'
import { deleteOldCallbacks } from './store.ts'

const BATCH = 1_000

export function startInboxClearing(
  deps: Pick<PspsDeps, 'log' | 'clock' | 'db'> & {
    /** For so long they are kept. */
    days: number
  },
): DueLoop {
  const { db, clock, log, days } = deps
  return startHousekeeping({
    name: 'psp inbox clearing',
    everyMs: HOUR_MS,
    log,
    round: async () => (await deleteOldCallbacks(db, new Date(clock().getTime() - days * DAY_MS), BATCH)) === BATCH,
  })
}
