// Books sales that are paid now, with what is to be settled of them later. In the same commit as their status and their receipt.
import type { Transaction } from '#db/postgres.ts'
import { isSettledMethod } from '#kernel/terms/settlement.ts'
import type { Books } from '#ledger/books.ts'
import { bookSale, type Paying } from '../incoming-payment/postings.ts'
import { type Sale, saleKeyText } from '../sale.ts'
import { newReceivables } from './receivable.ts'
import { findSettlements, insertReceivables } from './store.ts'

export interface PaidSale {
  sale: Sale
  payment: Paying
}

/** Before `books.write()`. Each at the PSP account through which its money came. */
export async function bookPaidSales(tx: Transaction, books: Books, paid: PaidSale[], now: Date): Promise<void> {
  const sales = paid.map(({ sale }) => sale)
  const settled = sales.filter(({ paymentMethod }) => isSettledMethod(paymentMethod))
  const settlements = settled.length === 0 ? new Map() : await findSettlements(tx, settled)
  const all = paid.map(({ sale, payment }) => {
    const settlement = settlements.get(saleKeyText(sale))
    const receivables = settlement === undefined ? [] : newReceivables(sale, settlement, now)
    bookSale(books, sale, payment, now, receivables)
    return receivables
  })
  await insertReceivables(tx, all.flat(), now)
}
