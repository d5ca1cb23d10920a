// What the verbs of recurrences are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { FirstPayments } from '#sale/first-payment/first-payment.ts'
import type { DebitsOfRecurrences } from './debit/of-recurrences.ts'

export interface RecurrenceDeps {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  debits: DebitsOfRecurrences
  firstPayments: FirstPayments
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  pspTimeoutMs: number
}
