// What the verbs of sales, of the money that pays them and of refunds are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { CartsOfSales } from './cart/carts-of-sales.ts'
import type { DebitsOfSales } from './cycle/debits-of-sales.ts'

export interface SaleDeps {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  carts: CartsOfSales
  debits: DebitsOfSales
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  pspTimeoutMs: number
  /** How long after each answer that does not end a refund the PSP is asked again. */
  lookupWaitsMs: number[]
}
