// A sale under dispute, for the feature that keeps disputes: found by its Pix, locked with what of it has gone already, and
// moved. It becomes PAGO again without a word, because it was told to be paid long ago.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import type { IncomingPaymentStatus } from '../incoming-payment/incoming-payment.ts'
import { lockPix } from '../incoming-payment/store.ts'
import { putReserveBack, takeReserve } from '../refund/postings.ts'
import { findRefundsOfPix } from '../refund/store.ts'
import { findReserves, lockSaleMoney } from '../refund/totals-store.ts'
import { moved, type Sale, type SaleKey, type SaleStatus } from '../sale.ts'
import { updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { claimWhatIsLeft } from './balance-claims.ts'
import { saleKeyText } from './standing.ts'

/** How a Pix is booked. */
export interface BookedPix {
  accountId: number
  receiptId: bigint
  status: IncomingPaymentStatus
  saleId: bigint | null
  pspAccountId: number
  endToEndId: string
  amount: Centavos
}

const BOOKED = sql`receipt.account_id as "accountId", receipt.id as "receiptId", receipt.status, receipt.sale_id as "saleId",
  receipt.psp_account_id as "pspAccountId", end_to_end_id as "endToEndId", receipt.amount_centavos as amount`

async function findPix(db: Queryable, endToEndId: string): Promise<BookedPix | null> {
  const [pix] = await db.query<BookedPix>(sql`
    select ${BOOKED} from receipt where end_to_end_id = ${endToEndId} and status <> 'MOVED'`)
  return pix ?? null
}

/** Whoever has it, the Pix that paid the sale; null where there is no such sale, or nothing has paid it. */
async function findPixOfSale(db: Queryable, id: PathId): Promise<BookedPix | null> {
  const named = 'uuid' in id ? sql`sale.uuid = ${id.uuid}` : sql`sale.id = ${id.number}`
  const [pix] = await db.query<BookedPix>(sql`
    select ${BOOKED} from sale
    join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    where ${named}`)
  return pix ?? null
}

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

/** What of these returns, by nature or by the ids that the PSP tells of them, was charged to the sale and no dispute has booked. */
async function findCharged(tx: Transaction, key: SaleKey, pspRefundIds: string[]): Promise<Centavos> {
  const [charged] = await tx.query<{ sum: Centavos }>(sql`
    select coalesce(sum(amount_centavos - disputed_centavos), 0)::bigint as sum from refund
    where account_id = ${key.accountId} and sale_id = ${key.id} and unasked and status = 'COMPLETED'
      and (starts_with(nature, 'MED_') or psp_refund_id = any(${pspRefundIds}::text[]) or rtr_id = any(${pspRefundIds}::text[]))`)
  return charged?.sum ?? ZERO
}

/** The refunds of a Pix that somebody here asked for, whatever became of them. */
async function findRequested(
  db: Queryable,
  endToEndId: string,
): Promise<{ pspRefundId: string; rtrId: string | null }[]> {
  return (await findRefundsOfPix(db, [endToEndId])).filter(({ pspInitiated }) => !pspInitiated)
}

/** The uuids of refunds of it that were asked for and are under way. */
async function findPendingReturns(tx: Transaction, key: SaleKey): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    select uuid from refund
    where account_id = ${key.accountId} and sale_id = ${key.id} and status = 'PENDING' and not unasked order by id`)
  return rows.map(({ uuid }) => uuid)
}

/** Out of what is still held of the sale's reserve. */
async function takeOfReserve(tx: Transaction, books: Books, sale: Sale, max: Centavos): Promise<Centavos> {
  const holds = (await findReserves(tx, [sale])).get(saleKeyText(sale)) ?? []
  return takeReserve(books, sale, holds, max)
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

/** What the PSP gave back while the dispute was open waits no longer to be told apart from what the dispute took. */
const prioritisePspInitiated = (tx: Transaction, { accountId, id }: SaleKey, now: Date) =>
  tx.query(sql`
    update refund set due_at = ${now}
    where account_id = ${accountId} and sale_id = ${id} and unasked and status = 'PENDING'`)

export interface MovedSale {
  sale: Sale
  pendingDeliveries: PendingDeliveries
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
