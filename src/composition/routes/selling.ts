// The routes of the hosted checkout get what they need.
import type { Carts } from '#cart/feature.ts'
import { cartRoutes } from '#cart/routes.ts'
import type { Checkouts } from '#checkout/feature.ts'
import { checkoutRoutes } from '#checkout/routes.ts'
import type { Server } from '#http/server.ts'

export interface SellingRouteDeps {
  checkouts: Checkouts
  carts: Carts
  checkAddress: (field: string, url: string) => void
}

export function sellingRoutes(server: Server, { checkouts, carts, checkAddress }: SellingRouteDeps): void {
  const toBuyers = (field: string, url: string) => {
    const refusal = checkouts.refusedReturnAddress(field, url)
    if (refusal !== null) throw refusal
  }
  const checks = { notification: checkAddress, buyer: toBuyers }
  checkoutRoutes(server, { checkouts, checks })
  cartRoutes(server, { carts, checkRecoveryUrl: toBuyers })
}
