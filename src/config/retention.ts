// The settings of how long the gateway knows who customers are.
import type { Values } from './environment-values.ts'

export interface RetentionConfig {
  /** For so long after its end a cart knows who its buyer was. */
  cartKeepDays: number
  /** For so long callbacks of PSPs are kept as they came. */
  callbackDays: number
  /** For so long after it was made a sale that nobody has paid knows who wanted to buy. */
  unpaidSaleDays: number
  /** For so long it is known how to reach the buyer of what was paid. */
  customerContactDays: number
  /** For so long it is known whose money has moved. */
  moneyRecordYears: number
}

export const retentionOf = (values: Values): RetentionConfig => ({
  cartKeepDays: values.count('CART_KEEP_DAYS', 30, { from: 1, to: 365 }),
  // A Pix can be disputed and refunded for 90 days.
  callbackDays: values.count('CALLBACK_DAYS', 90, { from: 30, to: 3_650 }),
  unpaidSaleDays: values.count('UNPAID_SALE_DAYS', 180, { from: 30, to: 1_825 }),
  customerContactDays: values.count('CUSTOMER_CONTACT_DAYS', 1_825, { from: 90, to: 3_650 }),
  // Five years are the least of any law about money; institutions that the Central Bank supervises owe it ten.
  moneyRecordYears: values.count('MONEY_RECORD_YEARS', 10, { from: 5, to: 30 }),
})

const DAYS_OF_A_YEAR = 365

/** An event says whose money it was. */
export const contradictionsIn = ({
  notificationDays,
  moneyRecordYears,
}: Pick<RetentionConfig, 'moneyRecordYears'> & { notificationDays: number }): string[] =>
  notificationDays > moneyRecordYears * DAYS_OF_A_YEAR
    ? ['NOTIFICATION_DAYS must not be more than the years of MONEY_RECORD_YEARS: notifications say whose money it was.']
    : []
