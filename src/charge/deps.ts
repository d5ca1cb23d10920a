// What the verbs of charges are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { ReportedChargeback } from '#dispute/chargeback/report.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Clock } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { CartsOfSales } from '#sale/cart/carts-of-sales.ts'
import type { SalesOfCharges } from '#sale/collect/collect-sale.ts'

/** What disputes do where a cardholder contests a payment. */
export interface Chargebacks {
  apply(reported: ReportedChargeback): Promise<void>
}

export interface ChargeDeps {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  sales: SalesOfCharges
  carts: CartsOfSales
  chargebacks: Chargebacks
  clock: Clock
  log: FastifyBaseLogger
  alerts: Alerts
  /** Of the tokens of cards. */
  secretBox: SecretBox
  pspTimeoutMs: number
  /** Where PSPs reach the gateway, without a slash at the end. */
  callbackUrl: () => string
}
