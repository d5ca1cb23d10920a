// What sales need of carts, where a sale is to pay for one. Locks are taken in the order wallets, sales, carts, checkouts; only a
// sale that is not stored yet comes after its cart.
import type { Transaction } from '#db/postgres.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Sale } from '../sale.ts'

/** The cart of a requested sale. */
export interface CartRequest {
  uuid: string
  /** As the buyer saw it. null: a seller's own shop decides by itself what its cart costs. */
  revision: number | null
}

export interface CartsOfSales {
  /** Locks the cart, before a sale of it is stored, and takes a unit of what is sold. Answers its id, or why it cannot be paid now. */
  begin(
    tx: Transaction,
    request: { accountId: number; amount: Centavos; cart: CartRequest },
    now: Date,
  ): Promise<bigint | Failure>
  /** Locks the carts of sales that are locked, before it is decided which of the sales are paid. */
  lock(tx: Transaction, sales: Sale[]): Promise<LockedCarts>
  /** The sale, which is locked, has ended unpaid: its unit can be sold again. */
  giveBack(tx: Transaction, sale: Sale): Promise<void>
}

export interface LockedCarts {
  /** Why the sale, as it is before it is paid, may not take the money. */
  refusalOf(sale: Sale): 'CART_PAID' | 'TOO_LATE' | null
  /** The sale, as it is before it is paid, pays its cart. */
  pay(sale: Sale): void
  /** Stores the carts that were paid. Answers their events. */
  write(now: Date): Promise<DomainEvent[]>
}
