// What a test gives verbs of disputes that it calls by itself: what it does not name is harmless, and asks no PSP.
import { pino } from 'pino'
import type { DisputeDeps } from '#dispute/deps.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import { SALES_UNDER_DISPUTE } from '#sale/dispute/disputed-sale.ts'
import { NO_ALERTS } from '../alerts.ts'

export const disputeDepsOf = (given: Pick<DisputeDeps, 'db'> & Partial<DisputeDeps>): DisputeDeps => ({
  outbox: openOutbox({ epoch: () => null, take() {} }),
  psps: {} as PspDirectory,
  sales: SALES_UNDER_DISPUTE,
  clock: systemClock,
  random: systemRandom,
  log: pino({ level: 'silent' }),
  alerts: NO_ALERTS,
  pspTimeoutMs: 1_000,
  lookupWaitsMs: [],
  watchEveryMs: 60_000,
  ...given,
})
