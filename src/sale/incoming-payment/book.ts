// A Pix has arrived. It is booked first, whatever it was for; then it is accepted for its sale, which becomes PAGO, or kept
// aside with the reason, and goes the way that its account has chosen for such money. The same Pix told twice, or twenty
// times in parallel, is booked once, in one account.

import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import type { RandomBytes } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { SaleDeps } from '../deps.ts'
import { newRefund } from '../refund/refund.ts'
import { insertRefunds } from '../refund/store.ts'
import { moved, type Sale } from '../sale.ts'
import { findTerms, lockSales, updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import {
  dispositionOf,
  type IncomingPayment,
  type IncomingPix,
  isOfLostSale,
  ownReturnOf,
  type UnmatchedReason,
  unmatched,
} from './incoming-payment.ts'
import { bookSale, credit, keepAside, moveOut } from './postings.ts'
import {
  type Booked,
  findBooked,
  findRules,
  insertIncomingPayments,
  lockIncomingPayments,
  lockPix,
  mintIncomingPaymentIds,
  placeKey,
  updateIncomingPayments,
} from './store.ts'

/** One answer for each, in their order: whether it had not been booked before. */
export async function bookIncomingPayments(deps: SaleDeps, incoming: IncomingPix[]): Promise<boolean[]> {
  // Nothing can be booked of what is worth nothing.
  const worth = incoming.filter(({ received }) => received.amount > 0n)
  if (worth.length === 0) return incoming.map(() => false)
  const { pendingDeliveries, receipts: incomingPayments } = await deps.db.transaction(async tx => {
    const booked = await bookEach(tx, deps, worth)
    for (const incomingPayment of booked.receipts)
      if (incomingPayment.status === 'UNACCEPTED') await callPerson(tx, deps, incomingPayment)
    return booked
  })
  deps.outbox.send(pendingDeliveries)
  const fresh = new Set(incomingPayments.map(({ endToEndId }) => endToEndId))
  // Told twice in one batch it is news once.
  return incoming.map(({ received }) => fresh.delete(received.endToEndId))
}

function callPerson(tx: Transaction, { alertInTx }: SaleDeps, incomingPayment: IncomingPayment): Promise<void> {
  const { accountId, id, reason, saleId, txid } = incomingPayment
  const known = { accountId, receipt: id, reason, saleId, ...about('receipt', incomingPayment) }
  if (!isOfLostSale(reason, txid)) return alertInTx(tx, 'money arrived that no sale accepts', known)
  return alertInTx(tx, 'money arrived for a sale of ours that this database does not know', { ...known, txid })
}

/** Something to be booked, and how it was booked before, where less was known of it then. */
interface Incoming extends IncomingPix {
  earlier: Booked | null
}

async function bookEach(tx: Transaction, { outbox, random, clock }: SaleDeps, incoming: IncomingPix[]) {
  const now = clock()
  const found = await newsAmong(tx, incoming)
  if (found.length === 0) return { pendingDeliveries: [], receipts: [] }
  const accountIds = found.flatMap(({ accountId, earlier }) => [accountId, earlier?.accountId ?? accountId])
  const books = await openBooks(tx, accountIds, now)
  const { news, outgoing } = await stillNews(tx, found)
  const { receipts: incomingPayments, paid } = await decide(tx, news, now)
  for (const payment of outgoing) moveOut(books, payment)
  for (const incomingPayment of incomingPayments) {
    if (incomingPayment.status !== 'ACCEPTED') keepAside(books, incomingPayment)
    if (incomingPayment.status === 'CREDITED') credit(books, incomingPayment)
  }
  for (const sale of paid) bookSale(books, sale, sale.pspAccountId, now)
  await books.write()
  await insertIncomingPayments(tx, incomingPayments, now)
  await insertRefunds(
    tx,
    incomingPayments.flatMap((incomingPayment, n) => returnOf(incomingPayment, news[n], random, now)),
  )
  await updateSales(
    tx,
    paid.map(sale => ({ sale, dueAt: null })),
  )
  const pendingDeliveries = (await outbox.write(tx, paid.flatMap(eventsOf), now)).flat()
  return { pendingDeliveries, receipts: incomingPayments }
}

/** Those that are not booked yet, each once, in order of arrival. Nobody else books them from here on. */
async function newsAmong(tx: Transaction, incoming: IncomingPix[]): Promise<Incoming[]> {
  const endToEndIds = incoming.map(({ received }) => received.endToEndId)
  await lockPix(tx, endToEndIds)
  const booked = await findBooked(tx, endToEndIds)
  const seen = new Set<string>()
  return incoming.flatMap(incoming => {
    const { endToEndId } = incoming.received
    const earlier = booked.get(endToEndId) ?? null
    if (seen.has(endToEndId) || !isNews(incoming, earlier)) return []
    seen.add(endToEndId)
    return [{ ...incoming, earlier }]
  })
}

/**
 * Also what has come to light of money that is booked already, as long as nothing has been decided about it: its txid, or
 * that it certainly has none, or that the PSP account of its sale tells of it as well.
 */
export function isNews(
  { received, pspAccountId, unsure }: Omit<IncomingPix, 'accountId'>,
  booked: Booked | null,
): boolean {
  if (booked === null) return true
  if (booked.status !== 'UNACCEPTED') return false
  if (booked.txid === null && received.txid !== null) return true
  return booked.reason === 'UNCONFIRMED' ? unsure !== true : booked.awaitedPspAccountId === pspAccountId
}

/** Takes what was booked earlier out of its account, unless somebody has decided about it meanwhile. */
async function stillNews(
  tx: Transaction,
  found: Incoming[],
): Promise<{ news: Incoming[]; outgoing: IncomingPayment[] }> {
  const earlier = found.flatMap(({ earlier }) => earlier ?? [])
  if (earlier.length === 0) return { news: found, outgoing: [] }
  const outgoing = (await lockIncomingPayments(tx, earlier)).filter(({ status }) => status === 'UNACCEPTED')
  const undecided = new Map(outgoing.map(incomingPayment => [incomingPayment.id, incomingPayment]))
  const news = found.filter(({ earlier }) => earlier === null || undecided.has(earlier.id))
  await updateIncomingPayments(
    tx,
    news.flatMap(({ accountId, earlier }) =>
      earlier === null ? [] : { ...earlier, status: 'MOVED' as const, movedToAccountId: accountId },
    ),
  )
  return { news, outgoing }
}

/** One receipt for each, in their order, and the sales that are paid now. */
async function decide(
  tx: Transaction,
  news: Incoming[],
  now: Date,
): Promise<{ receipts: IncomingPayment[]; paid: Sale[] }> {
  const sales = new Map((await lockSales(tx, news.flatMap(txidKey))).map(sale => [saleKey(sale), sale]))
  const accountIds = news.map(arrival => arrival.accountId)
  const terms = await findTerms(tx, accountIds)
  const paid: Sale[] = []
  const judged = news.map(arrival => {
    const key = saleKey({ accountId: arrival.accountId, txid: arrival.received.txid ?? '' })
    const sale = sales.get(key)
    const reason = unmatched(sale, arrival, terms.get(arrival.accountId)?.acceptsLatePayment === true)
    if (sale !== undefined && reason === null) {
      const next = moved(sale, 'PAGO', now)
      sales.set(key, next)
      paid.push(next)
    }
    return { arrival, reason, saleId: sale?.id ?? null }
  })
  const rules = judged.some(({ reason }) => reason !== null) ? await findRules(tx, news) : new Map()
  const ids = await mintIncomingPaymentIds(tx, news.length)
  const incomingPayments = judged.map(({ arrival, reason, saleId }, n) => {
    const status = reason === null ? 'ACCEPTED' : dispositionOf(arrival, reason, rules.get(placeKey(arrival)) ?? 'KEEP')
    return incomingPaymentFor(arrival, { id: ids[n] as bigint, status, reason, saleId })
  })
  return { receipts: incomingPayments, paid }
}

const txidKey = ({ accountId, received }: IncomingPix) =>
  received.txid === null ? [] : [{ accountId, txid: received.txid }]
const saleKey = (of: { accountId: number; txid: string }) => `${of.accountId}/${of.txid}`

interface Decided {
  id: bigint
  status: IncomingPayment['status']
  reason: UnmatchedReason | null
  saleId: bigint | null
}

function incomingPaymentFor({ accountId, pspAccountId, received }: IncomingPix, decided: Decided): IncomingPayment {
  const { endToEndId, txid, amount, payer, paidAt } = received
  return { accountId, pspAccountId, endToEndId, txid, amount, payer, paidAt, ...decided }
}

function returnOf(incomingPayment: IncomingPayment, incoming: IncomingPix | undefined, random: RandomBytes, now: Date) {
  if (incomingPayment.status !== 'RETURNING') return []
  const known = incoming === undefined ? undefined : ownReturnOf(incoming)?.refundId
  return [
    newRefund(
      incomingPayment,
      { reason: incomingPayment.reason ?? '', askedBy: null, pspRefundId: known },
      random,
      now,
    ),
  ]
}
