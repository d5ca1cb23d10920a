// For sales that a test calls without recurring PIX: no txid is one of a debit.
import type { DebitsOfSales } from '#sale/cycle/debits-of-sales.ts'

export const NO_DEBITS: DebitsOfSales = {
  lock: async () => [],
  conclude: async () => {},
  isConcluded: async () => false,
  concluded() {},
}
