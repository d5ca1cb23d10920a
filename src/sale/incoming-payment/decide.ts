// A person decides about money that no sale accepts: it goes back to its payer, or it is credited. Each decision is one
// transition under the lock of the incoming payment, kept with its reason and its author; one that was decided about
// already is a conflict.
import { operator, type Person, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import { SUSPENSE_ACCOUNT_ID } from '#ledger/suspense-account.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { findPspAccount } from '#psp/store.ts'
import type { LockedCarts } from '../cart/carts-of-sales.ts'
import type { SaleDeps } from '../deps.ts'
import { isDisputed } from '../dispute/store.ts'
import { newUnmatchedRefund } from '../refund/refund.ts'
import { insertRefunds, mintRefundId } from '../refund/store.ts'
import { moved, type Sale } from '../sale.ts'
import { lockSales, updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import type { IncomingPayment, IncomingPaymentKey } from './incoming-payment.ts'
import { type ShownIncomingPayment, showIncomingPayment } from './list-store.ts'
import { bookSale, credit, keepAside, moveOut } from './postings.ts'
import {
  type Decision,
  findEnvironment,
  insertIncomingPayments,
  lockIncomingPayments,
  mintIncomingPaymentIds,
  updateIncomingPayments,
} from './store.ts'
import { decidedAnswer } from './wire.ts'

export interface Deciding extends Keyed {
  by: Person
  reason: string
}

/** Answers the incoming payment when that is decided; the money is sent back soon. */
export async function returnIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const now = deps.clock()
  return deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now,
      decide: () => returnUnderLock(tx, deps, key, deciding, now),
      answerOf: decidedAnswer,
    }),
  )
}

async function returnUnderLock(
  tx: Transaction,
  { random }: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Deciding,
  now: Date,
): Promise<ShownIncomingPayment | Failure> {
  const incomingPayment = await lockUndecided(tx, key)
  if (incomingPayment instanceof Failure) return incomingPayment
  const { reason, by } = deciding
  const id = await mintRefundId(tx)
  await insertRefunds(tx, [newUnmatchedRefund(incomingPayment, { reason, askedBy: by.id }, id, random, now)])
  const decision: Decision = { decision: 'RETURN', reason, by: by.id, at: now }
  await updateIncomingPayments(tx, [{ accountId: key.accountId, id: key.id, status: 'RETURNING', decision }])
  await record(tx, [entryOf(incomingPayment, 'receipt.return-decided', deciding)], now)
  return shown(tx, key)
}

const entryOf = (
  { accountId, id, amount, endToEndId }: Pick<IncomingPayment, 'accountId' | 'id' | 'amount' | 'endToEndId'>,
  action: string,
  { by, reason }: Deciding,
) => ({
  accountId,
  actor: operator(by),
  action,
  subject: 'receipt',
  subjectId: id,
  reason,
  detail: { amount: toCentsNumber(amount), endToEndId },
})

/** As the decision has left it. */
async function shown(tx: Transaction, key: IncomingPaymentKey): Promise<ShownIncomingPayment> {
  const incomingPayment = await showIncomingPayment(tx, key)
  if (incomingPayment === null) throw new Error(`the receipt ${key.accountId}/${key.id} is gone`)
  return incomingPayment
}

/**
 * Answers the incoming payment that is credited: a new one where it goes to another account, which only money of the suspense
 * account may. Money for a cancelled sale pays that sale, where it came to the PSP account of the sale.
 */
export async function creditIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  toAccountId: number | null,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const target = targetOf(key.accountId, toAccountId)
  if (target instanceof Failure) return target
  const now = deps.clock()
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now,
      decide: () => creditUnderLock(tx, deps, { key, target, deciding }, now),
      answerOf: one => decidedAnswer(one instanceof Failure ? one : one.receipt),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  deps.outbox.send(outcome.pendingDeliveries)
  return outcome.receipt
}

interface CreditRequest {
  key: IncomingPaymentKey
  target: number
  deciding: Deciding
}

async function creditUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  request: CreditRequest,
  now: Date,
): Promise<Credited | Failure> {
  const read = await readUnderLock(tx, deps, request, now)
  if (read instanceof Failure) return read
  return refusalOf(read) ?? (await writeCredit(tx, deps, request, read, now))
}

interface CreditRead {
  books: Books
  incomingPayment: IncomingPayment
  /** Of the PSP account that received it, and of the account to which it is credited. */
  paidIn: string | null
  environment: string
  isDisputed: boolean
  /** The cancelled sale that it is for, with its cart. */
  cancelled: PayableSale | null
}

/** The wallets first: the opening of a dispute waits for them as well. */
async function readUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  { key, target }: CreditRequest,
  now: Date,
): Promise<CreditRead | Failure> {
  const environment = await findEnvironment(tx, target)
  if (environment === null) return notFound('account')
  const books = await openBooks(tx, [key.accountId, target], now)
  const incomingPayment = await lockUndecided(tx, key)
  if (incomingPayment instanceof Failure) return incomingPayment
  const pspAccount = await findPspAccount(tx, incomingPayment.pspAccountId)
  return {
    books,
    incomingPayment,
    paidIn: pspAccount?.environment ?? null,
    environment,
    isDisputed: await isDisputed(tx, incomingPayment.endToEndId),
    cancelled: await cancelledSaleOf(tx, deps, target, incomingPayment),
  }
}

function refusalOf({ paidIn, environment, isDisputed }: CreditRead): Failure | null {
  if (paidIn !== environment) return otherMoney(environment)
  return isDisputed ? new Failure('CONFLICT', DISPUTED) : null
}

async function writeCredit(
  tx: Transaction,
  deps: SaleDeps,
  { key, target, deciding }: CreditRequest,
  { books, incomingPayment, cancelled }: CreditRead,
  now: Date,
): Promise<Credited> {
  const sale = cancelled?.sale ?? null
  const decision: Decision = { decision: 'CREDIT', reason: deciding.reason, by: deciding.by.id, at: now }
  const crediting: Crediting = { receipt: incomingPayment, target, sale, decision }
  const credited = await (target === key.accountId ? creditHere : creditThere)(tx, books, crediting)
  await books.write()
  const there = credited.accountId === key.accountId ? [] : [{ ...incomingPayment, ...credited }]
  await record(
    tx,
    [incomingPayment, ...there].map(one => entryOf(one, 'receipt.credited', deciding)),
    now,
  )
  const pendingDeliveries = cancelled === null ? [] : await paySale(tx, deps, cancelled, now)
  return { receipt: await shown(tx, credited), pendingDeliveries }
}

interface Credited {
  receipt: ShownIncomingPayment
  pendingDeliveries: PendingDeliveries
}

function targetOf(from: number, to: number | null): number | Failure {
  if (from !== SUSPENSE_ACCOUNT_ID)
    return to === null || to === from ? from : invalid('accountId', 'the account on which the money is booked')
  return to === null || to === from ? invalid('accountId', 'the account to which the money is credited') : to
}

async function lockUndecided(tx: Transaction, key: IncomingPaymentKey): Promise<IncomingPayment | Failure> {
  const [incomingPayment] = await lockIncomingPayments(tx, [key])
  if (incomingPayment === undefined) return notFound('receipt')
  if (incomingPayment.status === 'UNACCEPTED') return incomingPayment
  return new Failure('CONFLICT', `A receipt that is ${incomingPayment.status} cannot be decided about`)
}

/** Play money in a balance would be paid out as real. */
const otherMoney = (environment: string) =>
  new Failure('CONFLICT', `The account deals in the ${environment} environment, and this money is of another one`)

const DISPUTED = 'The payer disputes this Pix: it can be credited when that is decided'

interface Crediting {
  receipt: IncomingPayment
  target: number
  /** The cancelled sale that it pays, as it is then. */
  sale: Sale | null
  decision: Decision
}

interface PayableSale {
  sale: Sale
  carts: LockedCarts
}

/** A sale lies with one PSP account, and so does what paid it. One whose cart is paid already, or sold out, stays as it is. */
async function cancelledSaleOf(
  tx: Transaction,
  deps: SaleDeps,
  accountId: number,
  incomingPayment: IncomingPayment,
): Promise<PayableSale | null> {
  const { txid, amount, pspAccountId } = incomingPayment
  if (txid === null) return null
  const [sale] = await lockSales(tx, [{ accountId, txid }])
  const isIts = sale?.amount === amount && sale.pspAccountId === pspAccountId
  if (sale?.status !== 'CANCELADO' || !isIts) return null
  const carts = await deps.carts.lock(tx, [sale])
  return carts.refusalOf(sale) === null ? { sale, carts } : null
}

async function creditHere(
  tx: Transaction,
  books: Books,
  { receipt: incomingPayment, sale, decision }: Crediting,
): Promise<IncomingPaymentKey> {
  const { accountId, id } = incomingPayment
  if (sale === null) credit(books, incomingPayment)
  else {
    moveOut(books, incomingPayment)
    bookSale(books, sale, incomingPayment.pspAccountId, decision.at)
  }
  const paid = sale === null ? { status: 'CREDITED' as const } : { status: 'ACCEPTED' as const, saleId: sale.id }
  await updateIncomingPayments(tx, [{ accountId, id, ...paid, decision }])
  return { accountId, id }
}

/** Out of one wallet and into the other; both keep a receipt, and the two name the same Pix. */
async function creditThere(tx: Transaction, books: Books, crediting: Crediting): Promise<IncomingPaymentKey> {
  const { receipt: incomingPayment, target, sale, decision } = crediting
  const [id] = (await mintIncomingPaymentIds(tx, 1)) as [bigint]
  const status = sale === null ? 'CREDITED' : 'ACCEPTED'
  const there: IncomingPayment = { ...incomingPayment, accountId: target, id, status, saleId: sale?.id ?? null }
  if (sale !== null) there.reason = null
  moveOut(books, incomingPayment)
  if (sale !== null) bookSale(books, sale, incomingPayment.pspAccountId, decision.at)
  else {
    keepAside(books, there)
    credit(books, there)
  }
  const { accountId } = incomingPayment
  await updateIncomingPayments(tx, [
    { accountId, id: incomingPayment.id, status: 'MOVED', movedToAccountId: target, decision },
  ])
  await insertIncomingPayments(tx, [there], decision.at)
  return { accountId: target, id }
}

async function paySale(
  tx: Transaction,
  { outbox }: SaleDeps,
  { sale, carts }: PayableSale,
  at: Date,
): Promise<PendingDeliveries> {
  carts.pay(sale)
  const paid = moved(sale, 'PAGO', at)
  await updateSales(tx, [{ sale: paid, dueAt: null }])
  return (await outbox.write(tx, [...eventsOf(paid), ...(await carts.write(at))], at)).flat()
}
