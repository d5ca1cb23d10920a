// What the verbs of sales, of the money that pays them and of refunds are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { CartsOfSales } from './cart/carts-of-sales.ts'
import type { BoletosOfSales } from './collect/boletos-of-sales.ts'
import type { ChargesOfSales } from './collect/charges-of-sales.ts'
import type { DebitsOfSales } from './cycle/debits-of-sales.ts'

/** What may leave an account by itself, as the operator limits it. */
export interface VelocityLimits {
  /** Under the lock of its wallet. Counts the amount, and answers true, where no limit holds it back. */
  count(tx: Transaction, leaving: { accountId: number; amount: Centavos }, now: Date): Promise<boolean>
}

/** The addresses of charges' pages follow from the secrets. */
export interface SaleDeps extends AuthSecrets {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  carts: CartsOfSales
  debits: DebitsOfSales
  charges: ChargesOfSales
  velocity: VelocityLimits
  boletos: BoletosOfSales
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  pspTimeoutMs: number
  /** How long after each answer that does not end a refund the PSP is asked again. */
  lookupWaitsMs: number[]
  /** From one look at the statements of PSPs to the next. */
  everyMs: number
  /** Where buyers reach the gateway, without a slash at the end. */
  baseUrl: () => string
}
