// What a credit books: within one wallet, or out of the suspense account's and into another.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { Sale } from '../../sale.ts'
import { bookPaidSales } from '../../settlement/book.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment.ts'
import { bookAsUnmatched, bookMove, credit } from '../postings.ts'
import { type Decision, insertIncomingPayments, mintIncomingPaymentIds, updateIncomingPayments } from '../store.ts'

export interface Crediting {
  incomingPayment: IncomingPayment
  target: number
  /** The cancelled sale that it pays, as it is then. */
  sale: Sale | null
  decision: Decision
}

export async function creditHere(
  tx: Transaction,
  books: Books,
  { incomingPayment, sale, decision }: Crediting,
): Promise<IncomingPaymentKey> {
  const { accountId, id } = incomingPayment
  const charges = chargesOf(incomingPayment, sale)
  if (sale === null) credit(books, incomingPayment)
  else {
    bookMove(books, incomingPayment)
    await bookPaidSales(tx, books, [{ sale, payment: { ...incomingPayment, charges } }], decision.at)
  }
  const paid =
    sale === null ? { status: 'CREDITED' as const } : { status: 'ACCEPTED' as const, saleId: sale.id, charges }
  await updateIncomingPayments(tx, [{ accountId, id, ...paid, decision }])
  return { accountId, id }
}

/** What a boleto brought on top of the amount of its sale, when a person accepts it. */
const chargesOf = ({ amount }: IncomingPayment, sale: Sale | null): Centavos =>
  sale === null ? ZERO : subtract(amount, sale.amount)

/** Out of one wallet and into the other; both keep a receipt, and the two name the same Pix. */
export async function creditThere(tx: Transaction, books: Books, crediting: Crediting): Promise<IncomingPaymentKey> {
  const { incomingPayment, target, sale, decision } = crediting
  const [id] = (await mintIncomingPaymentIds(tx, 1)) as [bigint]
  const status = sale === null ? 'CREDITED' : 'ACCEPTED'
  const there: IncomingPayment = {
    ...incomingPayment,
    accountId: target,
    id,
    status,
    charges: chargesOf(incomingPayment, sale),
    saleId: sale?.id ?? null,
  }
  if (sale !== null) there.reason = null
  bookMove(books, incomingPayment)
  if (sale !== null) await bookPaidSales(tx, books, [{ sale, payment: there }], decision.at)
  else {
    bookAsUnmatched(books, there)
    credit(books, there)
  }
  const { accountId } = incomingPayment
  await updateIncomingPayments(tx, [
    { accountId, id: incomingPayment.id, status: 'MOVED', movedToAccountId: target, decision },
  ])
  await insertIncomingPayments(tx, [there], decision.at)
  return { accountId: target, id }
}
