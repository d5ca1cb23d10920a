// What is removed because its time is over, or computed for later: nobody waits for it. It begins some time after the start, which has enough to do,
// and soon enough for a gateway that is started anew every few minutes.
import { MINUTE_MS } from '#kernel/time.ts'
import { type DueLoop, type DueWork, startDueLoop } from './due.ts'
import { nextPhaseMs } from './ticks.ts'

const FIRST_IN_MS = MINUTE_MS

export const startHousekeeping = (work: Omit<DueWork, 'firstInMs' | 'owed'>): DueLoop =>
  startDueLoop({ ...work, firstInMs: FIRST_IN_MS + nextPhaseMs() })
