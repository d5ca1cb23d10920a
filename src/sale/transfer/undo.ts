// A wrong assignment is undone by the inverse of what it booked, as long as the money has not left: the fee goes back, the reserve is
// free, and the amount leaves the account and is kept aside again, for a person. The sale is ESTORNADO, which its seller is told.
import { operator, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { SaleDeps } from '../deps.ts'
import { isDisputed } from '../dispute/store.ts'
import { type Deciding, shown } from '../incoming-payment/decision/decision.ts'
import { ownerOf } from '../incoming-payment/handle.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment/incoming-payment.ts'
import { type ShownIncomingPayment, showIncomingPayment } from '../incoming-payment/list-store.ts'
import { bookAsUnmatched } from '../incoming-payment/postings.ts'
import {
  insertIncomingPayments,
  lockIncomingPayments,
  mintIncomingPaymentIds,
  updateIncomingPayments,
} from '../incoming-payment/store.ts'
import { decidedAnswer } from '../incoming-payment/wire.ts'
import { lockSaleMoney, type SaleMoney } from '../refund/totals-store.ts'
import { moved, saleKeyText } from '../sale.ts'
import { heldIn, takeOwn } from '../settlement/own-holds.ts'
import { updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { recordUndone } from './assign-store.ts'

/** Answers the money as it is kept aside again. */
export async function undoAssignment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const now = deps.clock()
  let pendingDeliveries: PendingDeliveries = []
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now,
      async decide() {
        const read = await readUnderLock(tx, key, now)
        if (read instanceof Failure) return read
        const undone = await write(tx, deps, deciding, read, now)
        pendingDeliveries = undone.pendingDeliveries
        return shown(tx, undone.key)
      },
      answerOf: decidedAnswer,
    }),
  )
  deps.outbox.send(pendingDeliveries)
  return outcome
}

interface Read {
  books: Books
  payment: IncomingPayment
  money: SaleMoney
  /** Whose the money is, if nobody's. */
  owner: number
}

async function readUnderLock(tx: Transaction, key: IncomingPaymentKey, now: Date): Promise<Read | Failure> {
  const known = await showIncomingPayment(tx, key)
  if (known === null) return notFound('receipt')
  const owner = await ownerOf(tx, known.pspAccountId)
  const books = await openBooks(tx, [key.accountId, owner], now)
  const [payment] = await lockIncomingPayments(tx, [key])
  if (payment?.status !== 'ACCEPTED' || payment.saleId === null || known.decision?.decision !== 'ASSIGN')
    return new Failure('CONFLICT', 'Only what an operator has assigned to a sale can be undone')
  const saleKey = { accountId: key.accountId, id: payment.saleId }
  const money = (await lockSaleMoney(tx, [saleKey])).get(saleKeyText(saleKey))
  if (money === undefined) return notFound('sale')
  const refusal = refusalOf(books, money)
  if (refusal !== null) return new Failure('CONFLICT', refusal)
  if (await isDisputed(tx, payment.endToEndId)) return new Failure('CONFLICT', 'The payer disputes this payment')
  return { books, payment, money, owner }
}

function refusalOf(books: Books, { sale, totals, own }: SaleMoney): string | null {
  if (sale.status !== 'PAGO') return `The sale is ${sale.status}`
  if (totals.pending > 0n || totals.refunded > 0n)
    return 'Some of this sale has gone back to its buyer, or is on its way'
  const left = books.available(sale.accountId) + heldIn(own) + sale.fee
  return left < sale.amount ? 'The money has been paid out: what is left of it is less than the sale' : null
}

async function write(
  tx: Transaction,
  deps: SaleDeps,
  { by, reason }: Deciding,
  { books, payment, money: { sale, own }, owner }: Read,
  now: Date,
): Promise<{ key: IncomingPaymentKey; pendingDeliveries: PendingDeliveries }> {
  const { accountId, amount, fee } = sale
  const of = { subject: 'sale' as const, subjectId: sale.id }
  takeOwn(books, sale, own, amount)
  if (fee > 0n) books.mustPost(accountId, { kind: 'SALE_FEE_RETURNED', amount: fee, ...of })
  books.mustPost(accountId, { kind: 'SALE_UNDONE', amount, ...of, pspAccountId: payment.pspAccountId })
  const [id] = (await mintIncomingPaymentIds(tx, 1)) as [bigint]
  const kept: IncomingPayment = { ...payment, accountId: owner, id, status: 'UNACCEPTED', saleId: null }
  bookAsUnmatched(books, kept)
  await books.write()
  await updateIncomingPayments(tx, [{ accountId, id: payment.id, status: 'MOVED', movedToAccountId: owner }])
  await insertIncomingPayments(tx, [kept], now)
  const undone = moved(sale, 'ESTORNADO', now)
  await updateSales(tx, [{ sale: undone, dueAt: null }])
  await recordUndone(tx, sale, by.id, now)
  const entry = {
    actor: operator(by),
    action: 'receipt.unassigned',
    subject: 'receipt',
    reason,
    detail: { amount: toCentsNumber(amount), endToEndId: payment.endToEndId, sale: sale.uuid },
  }
  await record(tx, [{ ...entry, accountId, subjectId: payment.id }], now)
  const pendingDeliveries = (await deps.outbox.write(tx, eventsOf(undone), now)).flat()
  return { key: { accountId: owner, id }, pendingDeliveries }
}
