// What refunds do to the books: the hold of a requested one, and the end of each. The sale's own holds are used before the rest of
// the balance.
import { subtract } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import { bookReturn } from '../incoming-payment/postings.ts'
import { owedNoMore, takeOwn } from '../settlement/own-holds.ts'
import type { SaleRefund } from './refund.ts'
import type { SaleMoney } from './totals-store.ts'
import type { SaleVerdict, Verdict } from './verdict.ts'

/** Holds the whole amount: what it takes of the sale's own holds first, the rest of what is available. */
export function holdForRefund(books: Books, { sale, own }: SaleMoney, refund: SaleRefund): SaleRefund {
  const { accountId, id, amount } = refund
  takeOwn(books, sale, own, refund.reserve)
  const held = books.mustPost(accountId, {
    kind: 'REFUND_HELD',
    amount,
    subject: 'refund',
    subjectId: id,
    opens: { reason: 'REFUND' },
  })
  return { ...refund, holdSeq: held.seq }
}

/** Posts what has ended; what stays as it is moves nothing. */
export function postEnd(books: Books, verdict: Verdict): void {
  if (verdict.origin === 'unmatched') {
    const { accountId, receiptId, pspAccountId, amount } = verdict.refund
    if (verdict.meaning === 'return') bookReturn(books, { accountId, id: receiptId, pspAccountId, amount })
  } else if (verdict.meaning === 'fail') postFailure(books, verdict)
  else if (verdict.ended !== null) postCompletion(books, verdict, verdict.ended)
}

function postCompletion(books: Books, { refund, meaning, money }: SaleVerdict, ended: SaleRefund): void {
  const { accountId, id, pspAccountId } = refund
  const of = { subject: 'refund' as const, subjectId: id }
  const own = subtract(ended.amount, ended.disputed)
  if (meaning === 'pay')
    books.mustPost(accountId, { kind: 'REFUND_PAID', amount: own, ...of, pspAccountId, hold: holdOf(refund) })
  else {
    takeOwn(books, money.sale, money.own, ended.reserve)
    if (own > 0n) books.mustPost(accountId, { kind: 'REFUND_FORCED', amount: own, ...of, pspAccountId, forced: true })
  }
  // That of a boleto goes out of what lies at the PSP; that of a card is kept from what the acquirer is to pay.
  if (money.sale.paymentMethod !== 'BOLETO') owedNoMore(money.own, own)
  if (ended.feeReturned > 0n) books.mustPost(accountId, { kind: 'SALE_FEE_RETURNED', amount: ended.feeReturned, ...of })
}

/** What was held is the seller's again. */
function postFailure(books: Books, { refund }: SaleVerdict): void {
  if (refund.pspInitiated) return
  const { accountId, id, amount } = refund
  books.mustPost(accountId, {
    kind: 'REFUND_RELEASED',
    amount,
    subject: 'refund',
    subjectId: id,
    hold: holdOf(refund),
  })
}

function holdOf({ uuid, holdSeq: seq }: SaleRefund) {
  if (seq === null) throw new Error(`nothing is held for the refund ${uuid}`)
  return { seq, resolves: true }
}
