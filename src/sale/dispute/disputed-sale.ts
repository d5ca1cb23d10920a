// A sale under dispute, for the feature of disputes: found by its Pix, locked with what of it has gone back already, and moved
// on. When it becomes PAGO again no event is published: its payment was published long ago.
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { isSettledMethod } from '#kernel/terms/settlement.ts'
import type { Books } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { lockPix } from '../incoming-payment/store.ts'
import { findRefundsOfPix, type KnownRefund } from '../refund/store.ts'
import { lockSaleMoney } from '../refund/totals-store.ts'
import { moved, type Sale, type SaleKey, type SaleStatus, saleKeyText } from '../sale.ts'
import { type OwnHolds, owedNoMore, putOwnBack, takeOwn } from '../settlement/own-holds.ts'
import { findOwnHolds, storeChanged } from '../settlement/store.ts'
import { updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { claimWhatIsLeft } from './balance-claims.ts'
import { recordReturned } from './record-returned.ts'
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

/** Out of what is still held of the sale's own. */
async function takeOfOwn(tx: Transaction, books: Books, sale: Sale, max: Centavos, now: Date): Promise<Centavos> {
  const own = await ownHoldsOf(tx, sale)
  const taken = takeOwn(books, sale, own, max)
  await storeChanged(tx, [own], now)
  return taken
}

/** What of that no dispute takes is held again as it was. */
async function holdOwnAgain(tx: Transaction, books: Books, sale: Sale, amount: Centavos, now: Date): Promise<void> {
  if (amount === 0n) return
  const own = await ownHoldsOf(tx, sale)
  putOwnBack(books, sale, own, amount, now)
  await storeChanged(tx, [own], now)
}

/** Lost at the acquirer: what it has not paid before it does not owe any more. */
async function lostAtAcquirer(tx: Transaction, sale: Sale, lost: Centavos, now: Date): Promise<void> {
  if (lost === 0n || !isSettledMethod(sale.paymentMethod)) return
  const own = await ownHoldsOf(tx, sale)
  owedNoMore(own, lost)
  await storeChanged(tx, [own], now)
}

const ownHoldsOf = async (tx: Transaction, sale: Sale): Promise<OwnHolds> =>
  (await findOwnHolds(tx, [sale])).get(saleKeyText(sale)) as OwnHolds

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
  takeOfOwn,
  holdOwnAgain,
  lostAtAcquirer,
  claimWhatIsLeft,
  moveSale,
  prioritisePspInitiated,
  recordReturned,
}
export type SalesUnderDispute = typeof SALES_UNDER_DISPUTE
