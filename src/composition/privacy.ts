// The data of customers: how long it is kept, as the settings say, and who may want that it is kept for longer.
import type { Carts } from '#cart/feature.ts'
import type { Config } from '#config/config.ts'
import type { LegalRequests } from '#legal-request/feature.ts'
import { openPrivacy, type Privacy, type PrivacyDeps } from '#privacy/feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export function openCustomersData(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { carts, legalRequests }: { carts: Carts; legalRequests: LegalRequests },
): Privacy {
  const { config, recovery } = infrastructure
  return resources.use(
    openPrivacy({
      ...infrastructure,
      carts,
      terms: termsOf(config),
      recovering: recovery.active,
      askedFor: legalRequests.findAskedFor,
    }),
  )
}

const termsOf = (config: Config): PrivacyDeps['terms'] => ({
  cartDays: config.cartKeepDays,
  unpaidSaleDays: config.unpaidSaleDays,
  contactDays: config.customerContactDays,
  moneyYears: config.moneyRecordYears,
  callbackDays: config.callbackDays,
  notificationDays: config.notificationDays,
  requestLogDays: config.requestLogDays,
})
