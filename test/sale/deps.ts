// The deps of the verbs of sales where a test calls them without a gateway: no events are sent, and alerts go nowhere.
import { pino } from 'pino'
import { CARTS_OF_SALES } from '#cart/carts-of-sales.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { SaleDeps } from '#sale/deps.ts'
import { NO_ALERTS } from '../alerts.ts'
import { NO_BOLETOS } from '../charge/no-boletos.ts'
import { NO_CHARGES, NO_LIMITS } from '../charge/no-charges.ts'
import { NO_DEBITS } from '../recurrence/no-debits.ts'

/** `given` takes precedence. Where it has no PSPs, using one throws. */
export const saleDepsOf = (given: Pick<SaleDeps, 'db'> & Partial<SaleDeps>): SaleDeps => ({
  psps: {} as PspDirectory,
  carts: CARTS_OF_SALES,
  debits: NO_DEBITS,
  charges: NO_CHARGES,
  velocity: NO_LIMITS,
  boletos: NO_BOLETOS,
  outbox: openOutbox({ epoch: () => null, take() {} }),
  clock: systemClock,
  random: systemRandom,
  log: pino({ level: 'silent' }),
  alerts: NO_ALERTS,
  pspTimeoutMs: 300,
  lookupWaitsMs: [],
  everyMs: 60_000,
  baseUrl: () => 'http://127.0.0.1:1',
  secret: 'a secret of tests',
  otherSecret: null,
  ...given,
})
