// A sale under dispute, for the feature of disputes: found by its Pix, locked with what of it has gone back already, and moved
// on. When it becomes PAGO again no event is published: its payment was published long ago.
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { lockPix } from '../incoming-payment/store.ts'
import { putReserveBack, takeReserve } from '../refund/postings.ts'
import { findRefundsOfPix, type KnownRefund } from '../refund/store.ts'
import { findReserves, lockSaleMoney } from '../refund/totals-store.ts'
import { moved, type Sale, type SaleKey, type SaleStatus, saleKeyText } from '../sale.ts'
import { updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { claimWhatIsLeft } from './balance-claims.ts'
import { findCharged, findPendingReturns, findPix, findPixOfSale, prioritisePspInitiated } from './store.ts'

export interface LockedSale {
  sale: Sale
  /** For good, by refunds and by lost disputes. */
  refunded: Centavos
  /** By requested refunds that are under way. */
  pendingReturn: Centavos
}

/** Under the wallet's lock. */
async function lockSale(tx: Transaction, key: SaleKey): Promise<LockedSale> {
  const money = (await lockSaleMoney(tx, [key])).get(saleKeyText(key))
  if (money === undefined) throw new Error(`the sale ${saleKeyText(key)} is gone`)
  const { sale, totals } = money
  return { sale, refunded: totals.refunded, pendingReturn: totals.pendingRequested }
}

/** The refunds of a Pix that were requested here, in any state. */
async function findRequested(db: Queryable, endToEndId: string): Promise<KnownRefund[]> {
  return (await findRefundsOfPix(db, [endToEndId])).filter(({ pspInitiated }) => !pspInitiated)
}

/** Out of what is still held of the sale's reserve. */
async function takeOfReserve(tx: Transaction, books: Books, sale: Sale, max: Centavos): Promise<Centavos> {
  const holds = (await findReserves(tx, [sale])).get(saleKeyText(sale)) ?? []
  return takeReserve(books, sale, holds, max)
}

export interface MovedSale {
  sale: Sale
  pendingDeliveries: PendingDeliveries
}

async function moveSale(
  tx: Transaction,
  outbox: Outbox,
  sale: Sale,
  status: SaleStatus,
  now: Date,
): Promise<MovedSale> {
  const next = moved(sale, status, now)
  await updateSales(tx, [{ sale: next, dueAt: null }])
  const events = status === 'PAGO' ? [] : eventsOf(next)
  return { sale: next, pendingDeliveries: (await outbox.write(tx, events, now)).flat() }
}

export const SALES_UNDER_DISPUTE = {
  lockPix,
  findPix,
  findPixOfSale,
  lockSale,
  findCharged,
  findRequested,
  findPendingReturns,
  takeOfReserve,
  putReserveBack,
  claimWhatIsLeft,
  moveSale,
  prioritisePspInitiated,
}
export type SalesUnderDispute = typeof SALES_UNDER_DISPUTE
