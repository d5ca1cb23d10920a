// What sales need of charges by boleto: money pays a sale, and its charge ends in the same commit. Locks are taken in the order wallets,
// sales, charges.
import type { Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { SaleKey } from '../sale.ts'

export interface ChargesOfSales {
  /** Their sales are paid in this transaction. */
  conclude(tx: Transaction, paid: PaidCharge[], now: Date): Promise<void>
}

export interface PaidCharge {
  sale: SaleKey
  /** With fine and interest. */
  amount: Centavos
  /** null: the PSP has not said on which day. */
  paidOn: LocalDate | null
}
