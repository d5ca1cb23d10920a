// What the verbs of recurrences are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { SalesOfCycles } from '#sale/cycle/cycle-sale.ts'
import type { FirstPayments } from '#sale/first-payment/first-payment.ts'
import type { DebitsOfRecurrences } from './debit/of-recurrences.ts'

export interface RecurrenceDeps {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  firstPayments: FirstPayments
  sales: SalesOfCycles
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  pspTimeoutMs: number
  /** The PSP has orders of ours that this database does not know: it has lost commits, and perhaps more of them. */
  forgotten: (pspAccountId: number, orders: number) => Promise<void>
  /** In recovery nothing is ordered. */
  paused: () => boolean
  /** The feature's own: what becomes of the debits of a recurrence. */
  debits: DebitsOfRecurrences
  /** The feature's own: applies what the PSP says of the recurrence of a debit. */
  applyRecurrence: (pspAccountId: number, idRec: string) => Promise<Applied>
}
