// How long the gateway knows who customers are, as the settings say.
import type { Config } from '#config/config.ts'
import type { PrivacyDeps } from '#privacy/feature.ts'

export const retentionTermsOf = (config: Config): PrivacyDeps['terms'] => ({
  cartDays: config.cartKeepDays,
  unpaidSaleDays: config.unpaidSaleDays,
  contactDays: config.customerContactDays,
  moneyYears: config.moneyRecordYears,
  callbackDays: config.callbackDays,
  notificationDays: config.notificationDays,
  requestLogDays: config.requestLogDays,
})
