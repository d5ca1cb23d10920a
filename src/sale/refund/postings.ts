// What refunds do to the books: the hold of a requested one, the end of each, and what is taken of a sale's reserve before the
// rest of the balance, or put back there. Each reserve that is put back is a hold of its own, with the day of the first.
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import { giveBack, releaseDayOf } from '../incoming-payment/postings.ts'
import type { Sale, SaleKey } from '../sale.ts'
import type { SaleRefund } from './refund.ts'
import type { SaleMoney } from './totals-store.ts'
import type { SaleVerdict, Verdict } from './verdict.ts'

export interface ReserveHold {
  seq: bigint
  open: Centavos
}

export const reserveIn = (holds: ReserveHold[]): Centavos => holds.reduce((sum, { open }) => sum + open, 0n) as Centavos

/** At most what is in the holds, which are changed with it. Answers how much it was. */
export function takeReserve(books: Books, sale: SaleKey, holds: ReserveHold[], max: Centavos): Centavos {
  let taken = ZERO
  for (const hold of holds) {
    const left = (max - taken) as Centavos
    const amount = left < hold.open ? left : hold.open
    if (amount === 0n) continue
    books.mustPost(sale.accountId, {
      kind: 'RESERVE_RELEASED',
      amount,
      subject: 'sale',
      subjectId: sale.id,
      hold: { seq: hold.seq, resolves: amount === hold.open },
    })
    hold.open = (hold.open - amount) as Centavos
    taken = (taken + amount) as Centavos
  }
  return taken
}

/** Not where the day of its release has come meanwhile. */
export function putReserveBack(books: Books, sale: Sale, amount: Centavos, now: Date): void {
  if (amount === 0n || sale.completedAt === null) return
  const releaseAt = releaseDayOf(sale, sale.completedAt)
  if (releaseAt <= now) return
  books.mustPost(sale.accountId, {
    kind: 'RESERVE_HELD',
    amount,
    subject: 'sale',
    subjectId: sale.id,
    forced: true,
    opens: { reason: 'RESERVE', releaseAt },
  })
}

/** Holds the whole amount: what it takes of the reserve first, the rest of what is available. */
export function holdForRefund(books: Books, { sale, reserves }: SaleMoney, refund: SaleRefund): SaleRefund {
  const { accountId, id, amount } = refund
  takeReserve(books, sale, reserves, refund.reserve)
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
export function postEnd(books: Books, verdict: Verdict, now: Date): void {
  if (verdict.origin === 'unmatched') {
    const { accountId, receiptId, pspAccountId, amount } = verdict.refund
    if (verdict.meaning === 'return') giveBack(books, { accountId, id: receiptId, pspAccountId, amount })
  } else if (verdict.meaning === 'fail') postFailure(books, verdict, now)
  else if (verdict.ended !== null) postCompletion(books, verdict, verdict.ended)
}

function postCompletion(books: Books, { refund, meaning, money }: SaleVerdict, ended: SaleRefund): void {
  const { accountId, id, pspAccountId } = refund
  const of = { subject: 'refund' as const, subjectId: id }
  const own = subtract(ended.amount, ended.disputed)
  if (meaning === 'pay')
    books.mustPost(accountId, { kind: 'REFUND_PAID', amount: own, ...of, pspAccountId, hold: holdOf(refund) })
  else {
    takeReserve(books, money.sale, money.reserves, ended.reserve)
    if (own > 0n) books.mustPost(accountId, { kind: 'REFUND_FORCED', amount: own, ...of, pspAccountId, forced: true })
  }
  if (ended.feeReturned > 0n) books.mustPost(accountId, { kind: 'SALE_FEE_RETURNED', amount: ended.feeReturned, ...of })
}

/** What was held is the seller's again. What of it came out of the reserve goes back there, unless a dispute claims it. */
function postFailure(books: Books, { refund, money: { sale, totals } }: SaleVerdict, now: Date): void {
  if (refund.pspInitiated) return
  const { accountId, id, amount } = refund
  books.mustPost(accountId, {
    kind: 'REFUND_RELEASED',
    amount,
    subject: 'refund',
    subjectId: id,
    hold: holdOf(refund),
  })
  if (!totals.standing.open) putReserveBack(books, sale, refund.reserve, now)
}

function holdOf({ uuid, holdSeq: seq }: SaleRefund) {
  if (seq === null) throw new Error(`nothing is held for the refund ${uuid}`)
  return { seq, resolves: true }
}
