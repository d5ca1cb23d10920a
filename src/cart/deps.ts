// What the verbs of carts are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Charges } from '#charge/feature.ts'
import type { Checkouts } from '#checkout/feature.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { Sales } from '#sale/feature.ts'

export interface CartDeps {
  db: Database
  outbox: Outbox
  sales: Sales
  /** Boletos and cards. */
  charges: Pick<Charges, 'create' | 'createByCard' | 'publish' | 'find' | 'findCard' | 'lookSoon' | 'leavePage'>
  checkouts: Checkouts
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  secretBox: { seal(text: string): string; open(sealed: string): string }
  /** Where buyers reach the gateway, without a slash at the end. */
  baseUrl: () => string
  /** How long after its end a cart knows who its buyer was. */
  keepDays: number
}
