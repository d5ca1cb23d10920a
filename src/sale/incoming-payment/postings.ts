// What a receipt does to its account's books: every posting that money which arrived can make.
import type { Books } from '#ledger/books.ts'
import type { Kind } from '#ledger/ledger.ts'
import type { Sale } from '../sale.ts'
import { openHold, reserveReleasedAt } from '../settlement/own-holds.ts'
import { isFreeAt, type Receivable, releaseTime } from '../settlement/receivable.ts'
import type { IncomingPayment } from './incoming-payment.ts'

/** What paid a sale. */
export type Paying = Pick<IncomingPayment, 'pspAccountId' | 'charges'>

/**
 * The gross comes in; the fee and the reserve, frozen when the sale was made, go out of it, and so does what is to be settled later:
 * the receivables are to be stored in the same transaction. Fine and interest of a boleto are the seller's, whole.
 */
export function bookSale(
  books: Books,
  sale: Sale,
  { pspAccountId, charges }: Paying,
  now: Date,
  receivables: Receivable[] = [],
): void {
  const of = { subject: 'sale' as const, subjectId: sale.id }
  books.mustPost(sale.accountId, { kind: 'SALE', amount: sale.amount, ...of, pspAccountId })
  if (charges > 0n) books.mustPost(sale.accountId, { kind: 'SALE_CHARGES', amount: charges, ...of, pspAccountId })
  if (sale.fee > 0n) books.mustPost(sale.accountId, { kind: 'SALE_FEE', amount: sale.fee, ...of, forced: true })
  for (const receivable of receivables) {
    if (receivable.amount === 0n || isFreeAt(receivable, now)) continue
    receivable.holdSeq = openHold(books, sale, 'SETTLEMENT', receivable.amount, releaseTime(receivable))
  }
  if (sale.reserve === 0n) return
  openHold(books, sale, 'RESERVE', sale.reserve, reserveReleasedAt(sale, now, receivables))
}

type Booking = Pick<IncomingPayment, 'accountId' | 'id' | 'pspAccountId' | 'amount'>

const atPsp = (kind: Kind) => (books: Books, incomingPayment: Booking) => {
  const { accountId, id, pspAccountId, amount } = incomingPayment
  books.mustPost(accountId, { kind, amount, subject: 'receipt', subjectId: id, pspAccountId })
}

/** No sale accepts it (yet). */
export const bookAsUnmatched = atPsp('RECEIPT_KEPT')
/** It is back at its payer. */
export const bookReturn = atPsp('RECEIPT_RETURNED')
/** It is about to be booked anew. */
export const bookMove = atPsp('RECEIPT_MOVED')

/** It is the account's own, whole. */
export function credit(books: Books, { accountId, id, amount }: Booking): void {
  books.mustPost(accountId, { kind: 'RECEIPT_CREDITED', amount, subject: 'receipt', subjectId: id })
}
