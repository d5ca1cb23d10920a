// A person decides about money that no sale accepts: it goes back to its payer, or it is credited. Each decision is one
// transition under the receipt's lock, kept with its reason and whoever made it; a receipt that somebody has decided about
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
import type { SaleDeps } from '../deps.ts'
import { isDisputed } from '../dispute/standing.ts'
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

/** Answers the receipt when it is decided; the money is sent back soon. */
export async function returnIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const { by, reason } = deciding
  const at = deps.clock()
  const decide = async (tx: Transaction) => {
    const incomingPayment = await lockUndecided(tx, key)
    if (incomingPayment instanceof Failure) return incomingPayment
    const request = { reason, askedBy: by.id }
    await insertRefunds(tx, [newUnmatchedRefund(incomingPayment, request, await mintRefundId(tx), deps.random, at)])
    await updateIncomingPayments(tx, [
      { ...key, status: 'RETURNING', decision: { decision: 'RETURN', reason, by: by.id, at } },
    ])
    await record(tx, [entryOf(incomingPayment, 'receipt.return-decided', deciding)], at)
    return shown(tx, key)
  }
  return deps.db.transaction(tx =>
    underKey(tx, deciding, { now: at, decide: () => decide(tx), answerOf: decidedAnswer }),
  )
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
 * Answers the receipt of the credited money: another one where it is credited to another account, which only the house's own
 * money can be. Money that was meant for a cancelled sale, and came where that was to be paid, pays it.
 */
export async function creditIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  toAccountId: number | null,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const target = targetOf(key.accountId, toAccountId)
  if (target instanceof Failure) return target
  const { by, reason } = deciding
  const at = deps.clock()
  const decide = async (tx: Transaction): Promise<Credited | Failure> => {
    const environment = await findEnvironment(tx, target)
    if (environment === null) return notFound('account')
    const books = await openBooks(tx, [key.accountId, target], at)
    const incomingPayment = await lockUndecided(tx, key)
    if (incomingPayment instanceof Failure) return incomingPayment
    if ((await findPspAccount(tx, incomingPayment.pspAccountId))?.environment !== environment)
      return otherMoney(environment)
    // Whoever opens a dispute waits for the wallet, too.
    if (await isDisputed(tx, incomingPayment.endToEndId)) return new Failure('CONFLICT', DISPUTED)
    const sale = await cancelledSaleOf(tx, target, incomingPayment)
    const crediting: Crediting = {
      receipt: incomingPayment,
      target,
      sale,
      decision: { decision: 'CREDIT', reason, by: by.id, at },
    }
    const credited = await (target === key.accountId ? creditHere : creditThere)(tx, books, crediting)
    await books.write()
    const there = credited.accountId === key.accountId ? [] : [{ ...incomingPayment, ...credited }]
    await record(
      tx,
      [incomingPayment, ...there].map(one => entryOf(one, 'receipt.credited', deciding)),
      at,
    )
    const pendingDeliveries = sale === null ? [] : await paySale(tx, deps, sale, at)
    return { receipt: await shown(tx, credited), pendingDeliveries }
  }
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now: at,
      decide: () => decide(tx),
      answerOf: one => decidedAnswer(one instanceof Failure ? one : one.receipt),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  deps.outbox.send(outcome.pendingDeliveries)
  return outcome.receipt
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

/** A sale lies with one PSP account, and so does what paid it. */
async function cancelledSaleOf(
  tx: Transaction,
  accountId: number,
  incomingPayment: IncomingPayment,
): Promise<Sale | null> {
  const { txid, amount, pspAccountId } = incomingPayment
  if (txid === null) return null
  const [sale] = await lockSales(tx, [{ accountId, txid }])
  const isIts = sale?.amount === amount && sale.pspAccountId === pspAccountId
  return sale?.status === 'CANCELADO' && isIts ? sale : null
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

async function paySale(tx: Transaction, { outbox }: SaleDeps, sale: Sale, at: Date): Promise<PendingDeliveries> {
  const paid = moved(sale, 'PAGO', at)
  await updateSales(tx, [{ sale: paid, dueAt: null }])
  return (await outbox.write(tx, eventsOf(paid), at)).flat()
}
