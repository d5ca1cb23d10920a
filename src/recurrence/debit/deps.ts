// What the verbs of debits are handed.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { SalesOfCycles } from '#sale/cycle/cycle-sale.ts'

export interface DebitDeps {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  sales: SalesOfCycles
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  /** The PSP has orders of ours that this database does not know: it has lost commits, and perhaps more of them. */
  forgotten: (pspAccountId: number, orders: number) => Promise<void>
  /** In recovery nothing is ordered. */
  paused: () => boolean
  /** Applies what the PSP says of the recurrence. */
  applyRecurrence: (pspAccountId: number, idRec: string) => Promise<Applied>
}
