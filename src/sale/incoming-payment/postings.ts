// What a receipt does to its account's books: every posting that money which arrived can make.
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import type { Books } from '#ledger/books.ts'
import type { Kind } from '#ledger/ledger.ts'
import type { Sale } from '../sale.ts'
import type { IncomingPayment } from './incoming-payment.ts'

/** The gross comes in; the fee and the reserve, frozen when the sale was made, go out of it. */
export function bookSale(books: Books, sale: Sale, pspAccountId: number, now: Date): void {
  const of = { subject: 'sale' as const, subjectId: sale.id }
  books.mustPost(sale.accountId, { kind: 'SALE', amount: sale.amount, ...of, pspAccountId })
  if (sale.fee > 0n) books.mustPost(sale.accountId, { kind: 'SALE_FEE', amount: sale.fee, ...of, forced: true })
  if (sale.reserve === 0n) return
  const opens = { reason: 'RESERVE' as const, releaseAt: releaseDayOf(sale, now) }
  books.mustPost(sale.accountId, { kind: 'RESERVE_HELD', amount: sale.reserve, ...of, forced: true, opens })
}

/** So many days of the calendar later, at the first moment of that day, whether banks work then or not. */
export const releaseDayOf = ({ reserveDays }: Sale, paidAt: Date): Date =>
  boundsOf(addDays(dateAt(paidAt), reserveDays)).from

type Booking = Pick<IncomingPayment, 'accountId' | 'id' | 'pspAccountId' | 'amount'>

const atPsp = (kind: Kind) => (books: Books, incomingPayment: Booking) => {
  const { accountId, id, pspAccountId, amount } = incomingPayment
  books.mustPost(accountId, { kind, amount, subject: 'receipt', subjectId: id, pspAccountId })
}

/** No sale accepts it (yet). */
export const keepAside = atPsp('RECEIPT_KEPT')
/** It is back at its payer. */
export const giveBack = atPsp('RECEIPT_RETURNED')
/** It is about to be booked anew. */
export const moveOut = atPsp('RECEIPT_MOVED')

/** It is the account's own, whole. */
export function credit(books: Books, { accountId, id, amount }: Booking): void {
  books.mustPost(accountId, { kind: 'RECEIPT_CREDITED', amount, subject: 'receipt', subjectId: id })
}
