// What the verbs of charges are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database, Transaction } from '#db/postgres.ts'
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

/** The account takes no card until then. */
export interface CardsOff {
  accountId: number
  declined: number
  approved: number
  until: Date
  now: Date
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
  /** The owners of an account hear that its cards are off, in the transaction that switches them off. */
  mailOwners: (tx: Transaction, off: CardsOff) => Promise<void>
  /** After the commit. */
  wakeMail: () => void
  /** Of the tokens of cards. */
  secretBox: SecretBox
  pspTimeoutMs: number
  /** Where PSPs reach the gateway, without a slash at the end. */
  callbackUrl: () => string
}
