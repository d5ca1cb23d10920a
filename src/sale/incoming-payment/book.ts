// A Pix has arrived. It is booked first, whatever it was for; then it is accepted for its sale, which becomes PAGO, or booked
// as unmatched with the reason, and handled by the rule of its account for such money. The same Pix, reported twice or twenty
// times in parallel, is booked once, in one account. Where it is for a debit of recurring PIX, the sale is stored in the same commit.
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { ZERO } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { LockedCarts } from '../cart/carts-of-sales.ts'
import type { PaidCharge } from '../collect/charges-of-sales.ts'
import { askAboutDebits, type ExpectedCycles, isNewCycle, lockExpectedCycles } from '../cycle/expected-cycles.ts'
import type { SaleDeps } from '../deps.ts'
import { isMovementPaymentId } from '../movement/movement.ts'
import { newUnmatchedRefund } from '../refund/refund.ts'
import { insertRefunds, mintRefundIds } from '../refund/store.ts'
import { moved, type Sale } from '../sale.ts'
import { bookPaidSales } from '../settlement/book.ts'
import { findTerms, insertSale, lockSales, type Terms, updateSales } from '../store.ts'
import { recogniseTransfers } from '../transfer/recognised.ts'
import { eventsOf } from '../wire.ts'
import { freshAmong, type Incoming } from './fresh.ts'
import {
  dispositionOf,
  type IncomingPayment,
  type IncomingPix,
  ownReturnOf,
  type Rule,
  type UnmatchedReason,
  unmatched,
} from './incoming-payment.ts'
import { bookAsUnmatched, bookMove, credit } from './postings.ts'
import { raiseUnmatched } from './raise-unmatched.ts'
import {
  findRules,
  insertIncomingPayments,
  lockIncomingPayments,
  mintIncomingPaymentIds,
  placeKey,
  updateIncomingPayments,
} from './store.ts'

/** One answer for each, in their order: whether it had not been booked before. */
export async function bookIncomingPayments(deps: SaleDeps, incoming: IncomingPix[]): Promise<boolean[]> {
  // Nothing can be booked of an amount of zero.
  const worth = incoming.filter(({ received }) => received.amount > 0n)
  if (worth.length === 0) return incoming.map(() => false)
  const { booked, doubtful } = await bookBatch(deps, worth)
  const afterAsking = doubtful.length === 0 ? [] : (await bookBatch(deps, await askAboutDebits(deps, doubtful))).booked
  const fresh = new Set([...booked, ...afterAsking].map(({ endToEndId }) => endToEndId))
  // Reported twice in one batch it is fresh once.
  return incoming.map(({ received }) => fresh.delete(received.endToEndId))
}

interface BookedBatch {
  booked: IncomingPayment[]
  /** Not booked yet: first the PSP is asked about their debits. */
  doubtful: IncomingPix[]
  pendingDeliveries: PendingDeliveries
  paidCycles: Sale[]
}

const NOTHING: BookedBatch = { booked: [], doubtful: [], pendingDeliveries: [], paidCycles: [] }

/** What is booked may be found in the same transaction: it answers what it found. */
export type FindIncoming = (tx: Transaction) => Promise<IncomingPix[]>

const bookBatch = (deps: SaleDeps, incoming: IncomingPix[]) => bookFound(deps, async () => incoming)

export async function bookFound(deps: SaleDeps, find: FindIncoming): Promise<BookedBatch> {
  const batch = await deps.db.transaction(async tx => bookEach(tx, deps, await find(tx)))
  deps.outbox.send(batch.pendingDeliveries)
  if (batch.paidCycles.length > 0) deps.debits.concluded(batch.paidCycles)
  return batch
}

async function bookEach(tx: Transaction, deps: SaleDeps, incoming: IncomingPix[]): Promise<BookedBatch> {
  const now = deps.clock()
  const found = await recogniseTransfers(tx, await freshAmong(tx, incoming))
  if (found.length === 0) return NOTHING
  const all = await readUnderLock(tx, deps, found, now)
  const doubtful = all.incoming.filter(one => all.cycles.isDoubtful(one))
  const read = doubtful.length === 0 ? all : without(all, new Set(doubtful))
  const matched = match(read, now)
  const decided = dispose(matched, await rulesFor(tx, matched), read.ids)
  const pendingDeliveries = await write(tx, deps, read, decided, now)
  for (const { payment, incoming } of decided) await raiseUnmatched(tx, deps, payment, incoming)
  const paidCycles = decided.flatMap(({ paid }) => (paid !== null && isCycle(paid) ? [paid] : []))
  return { booked: decided.map(({ payment }) => payment), doubtful, pendingDeliveries, paidCycles }
}

interface Read {
  books: Books
  incoming: Incoming[]
  /** As some of it was booked before: it leaves there. */
  outgoing: IncomingPayment[]
  /** By account and txid. */
  sales: Map<string, Sale>
  /** Of debits that have no sale yet. */
  cycles: ExpectedCycles
  /** Of those sales. */
  carts: LockedCarts
  terms: Map<number, Terms>
  /** For the new incoming payments. */
  ids: bigint[]
}

/** The wallets first, then what was booked before, then the sales, then their carts and debits that have no sale yet. */
async function readUnderLock(tx: Transaction, deps: SaleDeps, found: Incoming[], now: Date): Promise<Read> {
  const accountIds = found.flatMap(({ accountId, earlier }) => [accountId, earlier?.accountId ?? accountId])
  const books = await openBooks(tx, accountIds, now)
  const outgoing = await lockUndecided(tx, found)
  const stillThere = new Set(outgoing.map(({ id }) => id))
  const incoming = found.filter(({ earlier }) => earlier === null || stillThere.has(earlier.id))
  const { locked, terms, ids } = await pipelined({
    locked: lockSales(tx, incoming.flatMap(txidKey)),
    terms: findTerms(
      tx,
      incoming.map(({ accountId }) => accountId),
    ),
    ids: mintIncomingPaymentIds(tx, incoming.length),
  })
  const sales = new Map(locked.map(sale => [saleKey(sale), sale]))
  const carts = await deps.carts.lock(tx, locked)
  const withoutSale = incoming.filter(one => txidKey(one).some(key => !sales.has(saleKey(key))))
  const cycles = await lockExpectedCycles(tx, deps, withoutSale, now)
  return { books, incoming, outgoing, sales, cycles, carts, terms, ids }
}

function without(read: Read, doubtful: Set<Incoming>): Read {
  const staying = new Set([...doubtful].flatMap(({ earlier }) => earlier?.id ?? []))
  return {
    ...read,
    incoming: read.incoming.filter(one => !doubtful.has(one)),
    outgoing: read.outgoing.filter(({ id }) => !staying.has(id)),
  }
}

/** A person may have decided meanwhile about what was booked before: then it stays where it is. */
async function lockUndecided(tx: Transaction, found: Incoming[]): Promise<IncomingPayment[]> {
  const earlier = found.flatMap(one => one.earlier ?? [])
  if (earlier.length === 0) return []
  return (await lockIncomingPayments(tx, earlier)).filter(({ status }) => status === 'UNACCEPTED')
}

/** Of the sale that it names, or that its transfer was recognised by. */
const txidOf = ({ received, transfer }: IncomingPix) => transfer?.sale?.txid ?? received.txid
function txidKey(one: IncomingPix) {
  const txid = txidOf(one)
  return txid === null ? [] : [{ accountId: one.accountId, txid }]
}
const saleKey = (of: { accountId: number; txid: string }) => `${of.accountId}/${of.txid}`

interface Matched {
  incoming: Incoming
  /** Why no sale accepts it; null where one does. */
  reason: UnmatchedReason | null
  saleId: bigint | null
  /** It was meant for a sale of recurring PIX. */
  isRecurring: boolean
  /** The sale that is paid by it, as it is then. */
  paid: Sale | null
}

/** Each finds the sale of its txid as those before it have left it. */
function match({ incoming, sales, cycles, carts, terms }: Read, now: Date): Matched[] {
  const current = new Map([...sales, ...cycles.sales])
  return incoming.map(one => {
    const key = saleKey({ accountId: one.accountId, txid: txidOf(one) ?? '' })
    const sale = current.get(key)
    const acceptsLate = terms.get(one.accountId)?.acceptsLatePayment === true
    const reason =
      cycles.refusalOf(one) ?? unmatched(sale, one, acceptsLate) ?? (sale === undefined ? null : carts.refusalOf(sale))
    if (sale === undefined || reason !== null) {
      const saleId = sale === undefined || isNewCycle(sale) ? null : sale.id
      return { incoming: one, reason, saleId, isRecurring: sale?.paymentMethod === 'PIX_AUTOMATICO', paid: null }
    }
    carts.pay(sale)
    const paid = moved(sale, 'PAGO', now)
    current.set(key, paid)
    return { incoming: one, reason, saleId: sale.id, isRecurring: false, paid }
  })
}

async function rulesFor(tx: Transaction, matched: Matched[]): Promise<Map<string, Rule>> {
  const places = matched.filter(({ reason }) => reason !== null).map(({ incoming }) => incoming)
  return places.length === 0 ? new Map() : findRules(tx, places)
}

interface Decided extends Matched {
  payment: IncomingPayment
}

/** The disposition of each: accepted, or the rule of its account for money that no sale accepts. */
function dispose(matched: Matched[], rules: Map<string, Rule>, ids: bigint[]): Decided[] {
  return matched.map((one, n) => {
    const { incoming, reason, saleId, isRecurring } = one
    const { accountId, pspAccountId, received } = incoming
    const rule = rules.get(placeKey(incoming)) ?? 'KEEP'
    const payment: IncomingPayment = {
      accountId,
      id: ids[n] as bigint,
      pspAccountId,
      endToEndId: received.endToEndId,
      chargePaymentId: incoming.boleto?.id ?? ownIdOf(received.endToEndId),
      txid: received.txid,
      amount: received.amount,
      charges: reason === null ? (incoming.boleto?.charges ?? ZERO) : ZERO,
      payer: received.payer,
      message: shortened(received.message),
      paidAt: received.paidAt,
      status: reason === null ? 'ACCEPTED' : dispositionOf(incoming, reason, rule, isRecurring),
      reason,
      saleId,
    }
    return { ...one, payment }
  })
}

/** A TED has no end-to-end id, but one of ours. */
const ownIdOf = (id: string) => (isMovementPaymentId(id) ? id : null)

/** As much as a receipt keeps of what the payer wrote. */
const shortened = (message: string | null | undefined) => message?.slice(0, 500) || null

const isCycle = ({ chargeKind }: Sale) => chargeKind === 'cobr'

/** Answers the deliveries of the events. */
async function write(
  tx: Transaction,
  deps: SaleDeps,
  { books, outgoing, carts }: Read,
  decided: Decided[],
  now: Date,
): Promise<PendingDeliveries> {
  const payments = decided.map(({ payment }) => payment)
  const paidSales = decided.flatMap(({ paid }) => paid ?? [])
  for (const payment of outgoing) bookMove(books, payment)
  for (const payment of payments) {
    if (payment.status !== 'ACCEPTED') bookAsUnmatched(books, payment)
    if (payment.status === 'CREDITED') credit(books, payment)
  }
  const paying = decided.flatMap(({ paid, payment }) => (paid === null ? [] : [{ sale: paid, payment }]))
  await bookPaidSales(tx, books, paying, now)
  await books.write()
  const paidCycles = paidSales.filter(isCycle)
  for (const sale of paidCycles) await insertSale(tx, sale, null)
  await updateIncomingPayments(tx, decided.flatMap(movedPayment))
  await insertIncomingPayments(tx, payments, now)
  await insertReturns(tx, deps, decided, now)
  await updateSales(
    tx,
    paidSales.filter(sale => !isCycle(sale)).map(sale => ({ sale, dueAt: null })),
  )
  if (paidCycles.length > 0) await deps.debits.conclude(tx, paidCycles, now)
  const paidBoletos = decided.flatMap(boletoPaid)
  if (paidBoletos.length > 0) await deps.charges.conclude(tx, paidBoletos, now)
  const events = [...paidSales.flatMap(eventsOf), ...(await carts.write(now))]
  return (await deps.outbox.write(tx, events, now)).flat()
}

const boletoPaid = ({ paid, incoming: { received, boleto } }: Decided): PaidCharge[] =>
  paid === null || boleto === undefined ? [] : [{ sale: paid, amount: received.amount, paidOn: boleto.paidOn }]

/** What was booked before now lies in the account of the new booking. */
const movedPayment = ({ incoming: { accountId, earlier } }: Decided) =>
  earlier === null
    ? []
    : [{ accountId: earlier.accountId, id: earlier.id, status: 'MOVED' as const, movedToAccountId: accountId }]

/** One that was returned under an id of this gateway, which this database has forgotten, keeps that id. */
async function insertReturns(tx: Transaction, { random }: SaleDeps, decided: Decided[], now: Date): Promise<void> {
  const returning = decided.filter(({ payment }) => payment.status === 'RETURNING')
  const ids = await mintRefundIds(tx, returning.length)
  await insertRefunds(
    tx,
    returning.map(({ payment, incoming }, n) => {
      const request = { reason: payment.reason ?? '', askedBy: null, pspRefundId: ownReturnOf(incoming)?.refundId }
      return newUnmatchedRefund(payment, request, ids[n] as bigint, random, now)
    }),
  )
}
