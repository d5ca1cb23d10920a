// What the routes of the pages are handed.
import type { Carts } from '#cart/feature.ts'
import type { Checkouts } from '#checkout/feature.ts'
import type { Failure } from '#kernel/failure.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { Look } from './page/page.ts'

/** What is counted, and refused where one address or one cart does too much of it. */
export type AttemptKind = 'page' | 'cart' | 'charge' | 'unknown'

export interface PayPageDeps {
  carts: Carts
  checkouts: Checkouts
  random: RandomBytes
  production: boolean
  /** The gateway's own addresses, from which alone forms are taken. */
  origins: () => string[]
  /** Who runs the gateway, towards buyers. */
  operator: string
  /** null: let through. */
  admit: (kind: AttemptKind, of: { address: string; cartId?: bigint }) => Promise<Failure | null>
  /** How a seller looks, by name alone where nothing else is set. */
  lookOf: (seller: { accountId: number; name: string }) => Promise<Look>
}
