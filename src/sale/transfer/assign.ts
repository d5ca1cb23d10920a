// An operator assigns a transfer, of which it was not certain what it pays, to a sale: the sale is paid with it. Up to what one cashout
// of the account may be, one operator does so; above that another one confirms it. What was assigned keeps its reason and its way, so
// that it can be undone (undo.ts).
import { operator, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { Command } from '#proposal/proposal.ts'
import type { LockedCarts } from '../cart/carts-of-sales.ts'
import type { SaleDeps } from '../deps.ts'
import { isDisputed } from '../dispute/store.ts'
import { type Deciding, lockUndecided, shown } from '../incoming-payment/decision/decision.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment/incoming-payment.ts'
import type { ShownIncomingPayment } from '../incoming-payment/list-store.ts'
import { bookAsUnmatched, bookMove, bookSale } from '../incoming-payment/postings.ts'
import { insertIncomingPayments, mintIncomingPaymentIds, updateIncomingPayments } from '../incoming-payment/store.ts'
import { decidedAnswer } from '../incoming-payment/wire.ts'
import { moved, type Sale, type SaleKey } from '../sale.ts'
import { lockSalesById, updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { areAboveLimit, findTransferSale } from './assign-store.ts'

export interface AssignRequest {
  key: IncomingPaymentKey
  saleUuid: string
  by: { id: string; address: string }
  reason: string
}

/** `mayBeLarge`: another operator has confirmed it. */
interface Assigning extends AssignRequest {
  now: Date
  mayBeLarge: boolean
}

export const ASSIGN = 'transfer.assign'

export async function assignTransfer(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  saleUuid: string,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const now = deps.clock()
  const { by, reason } = deciding
  let pendingDeliveries: PendingDeliveries = []
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now,
      async decide() {
        const assigned = await assignNow(tx, deps, { key, saleUuid, by, reason, now, mayBeLarge: false })
        if (assigned instanceof Failure) return assigned
        pendingDeliveries = (await deps.outbox.write(tx, assigned.events, now)).flat()
        return shown(tx, assigned.key)
      },
      answerOf: decidedAnswer,
    }),
  )
  deps.outbox.send(pendingDeliveries)
  return outcome
}

async function assignNow(tx: Transaction, deps: SaleDeps, assigning: Assigning): Promise<Assigned | Failure> {
  const sale = await findTransferSale(tx, assigning.saleUuid)
  if (sale === null) return notFound('sale by transfer')
  const books = await openBooks(tx, [assigning.key.accountId, sale.accountId], assigning.now)
  return assignUnderLock(tx, deps, books, { ...assigning, sale })
}

/** The payload of a proposal. JSON. */
export interface AssignPayload {
  receiptAccountId: number
  receiptId: string
  saleUuid: string
  amount: number
}

export const assignByTwo = (deps: SaleDeps): Command => ({
  accountsOf: ({ accountId, payload }) => [accountId, (payload as unknown as AssignPayload).receiptAccountId],
  async refusal(tx, { payload }, now) {
    const { request, sale } = await requestOf(tx, payload)
    if (sale === null) return notFound('sale by transfer')
    const read = await readUnderLock(tx, deps, { ...request, sale, now, mayBeLarge: true })
    return read instanceof Failure ? read : null
  },
  async carryOut(tx, books, { proposal, by, now, publish }) {
    const { request, sale } = await requestOf(tx, proposal.payload)
    if (sale === null) throw new Error('the sale is gone in the transaction that found it')
    const assigning = { ...request, sale, by, reason: proposal.reason, now, mayBeLarge: true }
    const assigned = await assignUnderLock(tx, deps, books, assigning)
    if (assigned instanceof Failure) throw assigned
    await publish(assigned.events)
    return { receipt: `${assigned.key.accountId}/${assigned.key.id}` }
  },
})

async function requestOf(tx: Transaction, payload: Record<string, unknown>) {
  const { receiptAccountId, receiptId, saleUuid } = payload as unknown as AssignPayload
  const key = { accountId: receiptAccountId, id: BigInt(receiptId) }
  return {
    request: { key, saleUuid, by: { id: '', address: '' }, reason: '' },
    sale: await findTransferSale(tx, saleUuid),
  }
}

interface Assigned {
  key: IncomingPaymentKey
  events: DomainEvent[]
}

async function assignUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  books: Books,
  assigning: Assigning & { sale: SaleKey },
): Promise<Assigned | Failure> {
  const read = await readUnderLock(tx, deps, assigning)
  return read instanceof Failure ? read : write(tx, books, assigning, read)
}

interface Read {
  payment: IncomingPayment
  sale: Sale
  carts: LockedCarts
}

/** The wallets are locked, then the receipt, then the sale, then its cart. */
async function readUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  { key, sale: saleKey, now, mayBeLarge }: Assigning & { sale: SaleKey },
): Promise<Read | Failure> {
  const payment = await lockUndecided(tx, key)
  if (payment instanceof Failure) return payment
  const [sale] = await lockSalesById(tx, [saleKey])
  if (sale === undefined) return notFound('sale by transfer')
  const refusal = refusalOf(payment, sale)
  if (refusal !== null) return new Failure('CONFLICT', refusal)
  if (await isDisputed(tx, payment.endToEndId)) return new Failure('CONFLICT', 'The payer disputes this payment')
  if (!mayBeLarge && (await areAboveLimit(tx, [sale], now)).includes(true)) return new Failure('CONFLICT', ABOVE)
  const carts = await deps.carts.lock(tx, [sale])
  return carts.refusalOf(sale) === null
    ? { payment, sale, carts }
    : new Failure('CONFLICT', 'The cart of this sale is paid already, or what it sells is sold out')
}

const ABOVE =
  'The amount is above the limit of a cashout of this account: propose the assignment, for another operator to confirm'

function refusalOf({ pspAccountId, amount }: IncomingPayment, sale: Sale): string | null {
  if (sale.pspAccountId !== pspAccountId) return 'The sale is to be paid at another PSP account'
  if (sale.amount !== amount)
    return `A sale is paid with its whole amount, which is ${toCentsNumber(sale.amount)} cents`
  if (sale.completedAt !== null) return 'The sale is paid already'
  return sale.status === 'PENDENTE' || sale.status === 'CANCELADO'
    ? null
    : `A sale that is ${sale.status} cannot be paid`
}

async function write(
  tx: Transaction,
  books: Books,
  { by, reason, now }: Assigning,
  { payment, sale, carts }: Read,
): Promise<Assigned> {
  const paid = moved(sale, 'PAGO', now)
  const key = await bookAssignment(tx, books, payment, paid, { decision: 'ASSIGN', reason, by: by.id, at: now })
  carts.pay(sale)
  await updateSales(tx, [{ sale: paid, dueAt: null }])
  const entry = {
    actor: operator(by),
    action: 'receipt.assigned',
    subject: 'receipt',
    reason,
    detail: { amount: toCentsNumber(payment.amount), endToEndId: payment.endToEndId, sale: sale.uuid },
  }
  await record(tx, [{ ...entry, accountId: key.accountId, subjectId: key.id }], now)
  return { key, events: [...eventsOf(paid), ...(await carts.write(now))] }
}

type Decision = { decision: 'ASSIGN'; reason: string; by: string; at: Date }

/** The receipt is the sale's; out of another account it is booked anew, under the reason that it had. */
async function bookAssignment(
  tx: Transaction,
  books: Books,
  payment: IncomingPayment,
  sale: Sale,
  decision: Decision,
): Promise<IncomingPaymentKey> {
  const { accountId, id } = payment
  bookMove(books, payment)
  if (accountId === sale.accountId) {
    bookSale(books, sale, payment, decision.at)
    await books.write()
    await updateIncomingPayments(tx, [{ accountId, id, status: 'ACCEPTED', saleId: sale.id, decision }])
    return { accountId, id }
  }
  const [fresh] = (await mintIncomingPaymentIds(tx, 1)) as [bigint]
  const there: IncomingPayment = {
    ...payment,
    accountId: sale.accountId,
    id: fresh,
    status: 'ACCEPTED',
    saleId: sale.id,
  }
  bookAsUnmatched(books, there)
  bookMove(books, there)
  bookSale(books, sale, payment, decision.at)
  await books.write()
  await updateIncomingPayments(tx, [{ accountId, id, status: 'MOVED', movedToAccountId: sale.accountId, decision }])
  await insertIncomingPayments(tx, [there], decision.at)
  await updateIncomingPayments(tx, [{ accountId: sale.accountId, id: fresh, status: 'ACCEPTED', decision }])
  return { accountId: sale.accountId, id: fresh }
}
