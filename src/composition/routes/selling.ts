// The routes of the hosted checkout get what they need: those of sellers, and the pages of their buyers.
import type { Carts } from '#cart/feature.ts'
import { cartFiguresRoute } from '#cart/figures/routes.ts'
import { cartRoutes } from '#cart/routes.ts'
import type { Checkouts } from '#checkout/feature.ts'
import { lookRoutes } from '#checkout/look/routes.ts'
import { previewRoute } from '#checkout/preview/routes.ts'
import { checkoutRoutes } from '#checkout/routes.ts'
import type { Server } from '#http/server.ts'
import { shownBrand } from '#kernel/brand.ts'
import { payPageRoutes } from '#pay-page/routes.ts'
import { openZipCodes } from '#pay-page/zip-code/lookup.ts'
import type { Sales } from '#sale/feature.ts'
import type { Infrastructure } from '../infrastructure.ts'

export interface SellingRouteDeps {
  infrastructure: Infrastructure
  sales: Pick<Sales, 'openChargePage'>
  checkouts: Checkouts
  carts: Carts
  checkAddress: (field: string, url: string) => void
  isActive: (accountId: number) => Promise<boolean>
  /** The gateway's own addresses. */
  origins: () => string[]
}

export function sellingRoutes(
  server: Server,
  { infrastructure, sales, checkouts, carts, checkAddress, isActive, origins }: SellingRouteDeps,
): void {
  const { config, random } = infrastructure
  const toBuyers = (field: string, url: string) => {
    const refusal = checkouts.refusedReturnAddress(field, url)
    if (refusal !== null) throw refusal
  }
  const checks = { notification: checkAddress, buyer: toBuyers }
  checkoutRoutes(server, { checkouts, checks })
  lookRoutes(server, checkouts)
  previewRoute(server, { previews: checkouts.previews, checks, isActive })
  cartRoutes(server, { carts, checkRecoveryUrl: toBuyers })
  cartFiguresRoute(server, { carts, clock: infrastructure.clock })
  payPageRoutes(server, {
    carts,
    checkouts,
    openCharge: sales.openChargePage,
    lookUpZipCode: config.zipCodeUrl === null ? null : openZipCodes(config.zipCodeUrl),
    alerts: infrastructure.alerts,
    clock: infrastructure.clock,
    random,
    production: config.production,
    origins,
    operator: shownBrand(config.brand),
  })
}
