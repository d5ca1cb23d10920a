// What the routes of the pages are handed.
import type { Alerts } from '#alert/alerts.ts'
import type { Carts } from '#cart/feature.ts'
import type { Checkouts } from '#checkout/feature.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { ChargePage } from '#sale/charge-page/charge-page.ts'
import type { LookUpZipCode } from './zip-code/lookup.ts'

export interface PayPageDeps {
  carts: Carts
  checkouts: Checkouts
  /** Of a charge that was sent to a buyer; null: the address leads nowhere. */
  openCharge: (token: string) => Promise<ChargePage | null>
  /** null: no service of postal codes is set. */
  lookUpZipCode: LookUpZipCode | null
  alerts: Pick<Alerts, 'raiseOnce'>
  clock: Clock
  random: RandomBytes
  production: boolean
  /** The gateway's own addresses, from which alone forms are taken. */
  origins: () => string[]
  /** Who runs the gateway, towards buyers. */
  operator: string
}
