// A Pix has arrived. It is booked first, whatever it was for; then it is accepted for its sale, which becomes PAGO, or kept
// aside with the reason. The same Pix told twice, or twenty times in parallel, is booked once: the wallet's lock decides
// who is first, and the receipt's unique key holds it.
import type { Database, Transaction } from '#db/postgres.ts'
import { type Clock, DAY_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Outbox } from '#notification/outbox.ts'
import type { Received } from '#psp/port.ts'
import {
  findBooked,
  insertReceipts,
  mintReceiptIds,
  type Receipt,
  receiptKey,
  type UnacceptedReason,
} from './receipt-store.ts'
import { moved, type Sale } from './sale.ts'
import { findTerms, lockSales, type Terms, updateSales } from './store.ts'
import { factsOf } from './wire.ts'

export interface Arrival {
  accountId: number
  pspAccountId: number
  received: Received
}

export interface SaleSettleNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  /** Rings when money was kept that no sale accepts. */
  alarm: (said: string, known: object) => void
}

export async function settleArrivals(needs: SaleSettleNeeds, arrivals: Arrival[]): Promise<void> {
  if (arrivals.length === 0) return
  const { born, receipts } = await needs.db.transaction(tx => bookArrivals(tx, needs.outbox, arrivals, needs.clock()))
  needs.outbox.send(born)
  for (const { accountId, id, outcome } of receipts) {
    if ('reason' in outcome) needs.alarm('money arrived that no sale accepts', { accountId, receipt: id, ...outcome })
  }
}

async function bookArrivals(tx: Transaction, outbox: Outbox, arrivals: Arrival[], now: Date) {
  const accountIds = arrivals.map(arrival => arrival.accountId)
  const books = await openBooks(tx, accountIds, now)
  const fresh = await unbooked(tx, arrivals)
  const sales = new Map((await lockSales(tx, fresh.flatMap(txidKey))).map(sale => [saleKey(sale), sale]))
  const terms = await findTerms(tx, accountIds)
  const ids = await mintReceiptIds(tx, fresh.length)

  const receipts: Receipt[] = []
  const paid: Sale[] = []
  for (const [n, arrival] of fresh.entries()) {
    const sale = sales.get(saleKey({ accountId: arrival.accountId, txid: arrival.received.txid ?? '' }))
    const reason = unaccepted(sale, arrival, terms.get(arrival.accountId))
    const receipt = { ...arrival, id: ids[n] as bigint }
    if (sale !== undefined && reason === null) {
      const next = moved(sale, 'PAGO', now)
      sales.set(saleKey(next), next)
      paid.push(next)
      bookSale(books, next, arrival.pspAccountId, now)
      receipts.push({ ...receipt, outcome: { saleId: sale.id } })
    } else {
      keepAside(books, receipt)
      receipts.push({ ...receipt, outcome: { reason: reason ?? 'UNKNOWN_SALE', saleId: sale?.id ?? null } })
    }
  }
  await books.write()
  await insertReceipts(tx, receipts, now)
  await updateSales(
    tx,
    paid.map(sale => ({ sale, dueAt: null })),
  )
  const born = (await outbox.write(tx, paid.flatMap(factsOf), now)).flat()
  return { born, receipts }
}

/** Those that are not booked yet, each once, in order of arrival. */
async function unbooked(tx: Transaction, arrivals: Arrival[]): Promise<Arrival[]> {
  const keyOf = ({ accountId, pspAccountId, received }: Arrival) =>
    receiptKey({ accountId, pspAccountId, endToEndId: received.endToEndId })
  const seen = await findBooked(
    tx,
    arrivals.map(({ accountId, pspAccountId, received }) => ({
      accountId,
      pspAccountId,
      endToEndId: received.endToEndId,
    })),
  )
  return arrivals.filter(arrival => {
    const key = keyOf(arrival)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const txidKey = ({ accountId, received }: Arrival) =>
  received.txid === null ? [] : [{ accountId, txid: received.txid }]
const saleKey = (of: { accountId: number; txid: string }) => `${of.accountId}/${of.txid}`

/** Why this Pix does not pay its sale; null where it does. */
function unaccepted(sale: Sale | undefined, arrival: Arrival, terms: Terms | undefined): UnacceptedReason | null {
  const { received, pspAccountId } = arrival
  // Only the PSP that made the charge may say that it was paid.
  if (sale === undefined || sale.pspAccountId !== pspAccountId) return 'UNKNOWN_SALE'
  if (sale.completedAt !== null) return 'ALREADY_PAID'
  if (received.amount !== sale.amount) return 'OTHER_AMOUNT'
  if (sale.status === 'PENDENTE' || sale.status === 'EM_PROCESSAMENTO') return null
  if (sale.status !== 'CANCELADO') return 'SALE_ENDED'
  return terms?.acceptsLatePayment === true ? null : 'TOO_LATE'
}

/** The gross comes in; the fee and the reserve, frozen when the sale was made, go out of it. */
function bookSale(books: Books, sale: Sale, pspAccountId: number, now: Date): void {
  const of = { subject: 'sale' as const, subjectId: sale.id }
  books.mustPost(sale.accountId, { kind: 'SALE', amount: sale.amount, ...of, pspAccountId })
  if (sale.fee > 0n) books.mustPost(sale.accountId, { kind: 'SALE_FEE', amount: sale.fee, ...of, forced: true })
  if (sale.reserve === 0n) return
  const releaseAt = new Date(now.getTime() + sale.reserveDays * DAY_MS)
  const opens = { reason: 'RESERVE' as const, releaseAt }
  books.mustPost(sale.accountId, { kind: 'RESERVE_HELD', amount: sale.reserve, ...of, forced: true, opens })
}

function keepAside(books: Books, receipt: Arrival & { id: bigint }): void {
  const { accountId, pspAccountId, received, id } = receipt
  books.mustPost(accountId, {
    kind: 'RECEIPT_KEPT',
    amount: received.amount,
    subject: 'receipt',
    subjectId: id,
    pspAccountId,
  })
}
