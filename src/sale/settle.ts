// A Pix has arrived. It is booked first, whatever it was for; then it is accepted for its sale, which becomes PAGO, or kept
// aside with the reason, and goes the way that its account has chosen for such money. The same Pix told twice, or twenty
// times in parallel, is booked once, in one account.

import type { Database, Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alarm-subject.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { Outbox } from '#notification/outbox.ts'
import {
  type Arrival,
  fateOf,
  isOfLostSale,
  ownReturnOf,
  type Receipt,
  type UnacceptedReason,
  unaccepted,
} from './receipt.ts'
import { bookSale, credit, keepAside, moveOut } from './receipt-book.ts'
import {
  type Booked,
  findBooked,
  findRules,
  insertReceipts,
  lockPix,
  lockReceipts,
  mintReceiptIds,
  placeKey,
  updateReceipts,
} from './receipt-store.ts'
import { newRefund } from './refund.ts'
import { insertRefunds } from './refund-store.ts'
import { moved, type Sale } from './sale.ts'
import { findTerms, lockSales, updateSales } from './store.ts'
import { factsOf } from './wire.ts'

export interface SaleSettleNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  random: RandomBytes
  /** Rings in the commit of what a person has to look at: whoever dies right after it has rung. */
  alarmIn: (tx: Transaction, said: string, known: object) => Promise<void>
}

/** One answer for each, in their order: whether it had not been booked before. */
export async function settleArrivals(needs: SaleSettleNeeds, arrivals: Arrival[]): Promise<boolean[]> {
  // Nothing can be booked of what is worth nothing.
  const worth = arrivals.filter(({ received }) => received.amount > 0n)
  if (worth.length === 0) return arrivals.map(() => false)
  const { born, receipts } = await needs.db.transaction(async tx => {
    const booked = await bookArrivals(tx, needs, worth)
    for (const receipt of booked.receipts) if (receipt.status === 'UNACCEPTED') await callPerson(tx, needs, receipt)
    return booked
  })
  needs.outbox.send(born)
  const fresh = new Set(receipts.map(({ endToEndId }) => endToEndId))
  // Told twice in one batch it is news once.
  return arrivals.map(({ received }) => fresh.delete(received.endToEndId))
}

function callPerson(tx: Transaction, { alarmIn }: SaleSettleNeeds, receipt: Receipt): Promise<void> {
  const { accountId, id, reason, saleId, txid } = receipt
  const known = { accountId, receipt: id, reason, saleId, ...about('receipt', receipt) }
  if (!isOfLostSale(reason, txid)) return alarmIn(tx, 'money arrived that no sale accepts', known)
  return alarmIn(tx, 'money arrived for a sale of ours that this database does not know', { ...known, txid })
}

/** Something to be booked, and how it was booked before, where less was known of it then. */
interface News extends Arrival {
  earlier: Booked | null
}

async function bookArrivals(tx: Transaction, { outbox, random, clock }: SaleSettleNeeds, arrivals: Arrival[]) {
  const now = clock()
  const found = await newsAmong(tx, arrivals)
  if (found.length === 0) return { born: [], receipts: [] }
  const accountIds = found.flatMap(({ accountId, earlier }) => [accountId, earlier?.accountId ?? accountId])
  const books = await openBooks(tx, accountIds, now)
  const { news, outgoing } = await stillNews(tx, found)
  const { receipts, paid } = await decide(tx, news, now)
  for (const receipt of outgoing) moveOut(books, receipt)
  for (const receipt of receipts) {
    if (receipt.status !== 'ACCEPTED') keepAside(books, receipt)
    if (receipt.status === 'CREDITED') credit(books, receipt)
  }
  for (const sale of paid) bookSale(books, sale, sale.pspAccountId, now)
  await books.write()
  await insertReceipts(tx, receipts, now)
  await insertRefunds(
    tx,
    receipts.flatMap((receipt, n) => returnOf(receipt, news[n], random, now)),
  )
  await updateSales(
    tx,
    paid.map(sale => ({ sale, dueAt: null })),
  )
  const born = (await outbox.write(tx, paid.flatMap(factsOf), now)).flat()
  return { born, receipts }
}

/** Those that are not booked yet, each once, in order of arrival. Nobody else books them from here on. */
async function newsAmong(tx: Transaction, arrivals: Arrival[]): Promise<News[]> {
  const endToEndIds = arrivals.map(({ received }) => received.endToEndId)
  await lockPix(tx, endToEndIds)
  const booked = await findBooked(tx, endToEndIds)
  const seen = new Set<string>()
  return arrivals.flatMap(arrival => {
    const { endToEndId } = arrival.received
    const earlier = booked.get(endToEndId) ?? null
    if (seen.has(endToEndId) || !isNews(arrival, earlier)) return []
    seen.add(endToEndId)
    return [{ ...arrival, earlier }]
  })
}

/**
 * Also what has come to light of money that is booked already, as long as nothing has been decided about it: its txid, or
 * that it certainly has none, or that the PSP account of its sale tells of it as well.
 */
export function isNews({ received, pspAccountId, unsure }: Omit<Arrival, 'accountId'>, booked: Booked | null): boolean {
  if (booked === null) return true
  if (booked.status !== 'UNACCEPTED') return false
  if (booked.txid === null && received.txid !== null) return true
  return booked.reason === 'UNCONFIRMED' ? unsure !== true : booked.awaitedPspAccountId === pspAccountId
}

/** Takes what was booked earlier out of its account, unless somebody has decided about it meanwhile. */
async function stillNews(tx: Transaction, found: News[]): Promise<{ news: News[]; outgoing: Receipt[] }> {
  const earlier = found.flatMap(({ earlier }) => earlier ?? [])
  if (earlier.length === 0) return { news: found, outgoing: [] }
  const outgoing = (await lockReceipts(tx, earlier)).filter(({ status }) => status === 'UNACCEPTED')
  const undecided = new Map(outgoing.map(receipt => [receipt.id, receipt]))
  const news = found.filter(({ earlier }) => earlier === null || undecided.has(earlier.id))
  await updateReceipts(
    tx,
    news.flatMap(({ accountId, earlier }) =>
      earlier === null ? [] : { ...earlier, status: 'MOVED' as const, movedToAccountId: accountId },
    ),
  )
  return { news, outgoing }
}

/** One receipt for each, in their order, and the sales that are paid now. */
async function decide(tx: Transaction, news: News[], now: Date): Promise<{ receipts: Receipt[]; paid: Sale[] }> {
  const sales = new Map((await lockSales(tx, news.flatMap(txidKey))).map(sale => [saleKey(sale), sale]))
  const accountIds = news.map(arrival => arrival.accountId)
  const terms = await findTerms(tx, accountIds)
  const paid: Sale[] = []
  const judged = news.map(arrival => {
    const key = saleKey({ accountId: arrival.accountId, txid: arrival.received.txid ?? '' })
    const sale = sales.get(key)
    const reason = unaccepted(sale, arrival, terms.get(arrival.accountId)?.acceptsLatePayment === true)
    if (sale !== undefined && reason === null) {
      const next = moved(sale, 'PAGO', now)
      sales.set(key, next)
      paid.push(next)
    }
    return { arrival, reason, saleId: sale?.id ?? null }
  })
  const rules = judged.some(({ reason }) => reason !== null) ? await findRules(tx, news) : new Map()
  const ids = await mintReceiptIds(tx, news.length)
  const receipts = judged.map(({ arrival, reason, saleId }, n) => {
    const status = reason === null ? 'ACCEPTED' : fateOf(arrival, reason, rules.get(placeKey(arrival)) ?? 'KEEP')
    return receiptFor(arrival, { id: ids[n] as bigint, status, reason, saleId })
  })
  return { receipts, paid }
}

const txidKey = ({ accountId, received }: Arrival) =>
  received.txid === null ? [] : [{ accountId, txid: received.txid }]
const saleKey = (of: { accountId: number; txid: string }) => `${of.accountId}/${of.txid}`

interface Decided {
  id: bigint
  status: Receipt['status']
  reason: UnacceptedReason | null
  saleId: bigint | null
}

function receiptFor({ accountId, pspAccountId, received }: Arrival, decided: Decided): Receipt {
  const { endToEndId, txid, amount, payer, paidAt } = received
  return { accountId, pspAccountId, endToEndId, txid, amount, payer, paidAt, ...decided }
}

function returnOf(receipt: Receipt, arrival: Arrival | undefined, random: RandomBytes, now: Date) {
  if (receipt.status !== 'RETURNING') return []
  const known = arrival === undefined ? undefined : ownReturnOf(arrival)?.refundId
  return [newRefund(receipt, { reason: receipt.reason ?? '', askedBy: null, pspRefundId: known }, random, now)]
}
