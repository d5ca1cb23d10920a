// The end of a refund, told by the PSP when it was asked: the money is back at its payer, or it is not and a person decides
// again. The same news twice is counted once.
import type { Database, Transaction } from '#db/postgres.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { giveBack } from './receipt-book.ts'
import { updateReceipts } from './receipt-store.ts'
import { meaningOfEnd, type RefundEnd } from './refund.ts'
import {
  type Ending,
  endRefunds,
  type KeptRefund,
  lockRefunds,
  noteLookup,
  type RefundKey,
  refundKey,
} from './refund-store.ts'

export interface RefundSettleNeeds {
  db: Database
  clock: Clock
  /** Rings when a person has to decide. */
  alarm: (said: string, known: object) => void
  /** Rings once for each key, as far as this process remembers: for what is told again and again. */
  alarmOnce: (key: string, said: string, known: object) => void
}

export interface RefundNews extends RefundKey {
  end: RefundEnd
}

type Verdict = { refund: KeptRefund; end: RefundEnd; meaning: NonNullable<ReturnType<typeof meaningOfEnd>> }

/** An hour: two facts that contradict each other are looked at again, but not at every turn. */
const PATIENCE_MS = HOUR_MS

export async function settleRefunds(needs: RefundSettleNeeds, news: RefundNews[]): Promise<void> {
  if (news.length === 0) return
  const verdicts = await needs.db.transaction(tx => endAll(tx, news, needs.clock()))
  for (const { refund, end, meaning } of verdicts) {
    const known = { ...refundNamed(refund), status: refund.status, end: { ...end, ...amountText(end) } }
    if (meaning === 'fail') needs.alarm('money could not be sent back to its payer', known)
    if (meaning === 'contradiction')
      needs.alarmOnce(`${refundKey(refund)} ${end.state}`, 'the PSP contradicts what was booked of a refund', known)
  }
}

const amountText = (end: RefundEnd) => (end.state === 'done' ? { amount: end.amount.toString() } : {})
const refundNamed = ({ accountId, pspRefundId, receipt }: KeptRefund) => ({
  accountId,
  receipt: receipt.id,
  endToEndId: receipt.endToEndId,
  pspRefundId,
})

async function endAll(tx: Transaction, news: RefundNews[], now: Date): Promise<Verdict[]> {
  const books = await openBooks(
    tx,
    news.map(({ accountId }) => accountId),
    now,
  )
  const ends = new Map(news.map(one => [refundKey(one), one.end]))
  const verdicts = (await lockRefunds(tx, news)).flatMap(refund => verdictOn(refund, ends.get(refundKey(refund))))
  const completed = verdicts.filter(({ meaning }) => meaning === 'complete')
  const ended = verdicts.filter(({ meaning }) => meaning !== 'contradiction')
  for (const { refund } of completed) giveBack(books, refund.receipt)
  await books.write()
  await updateReceipts(
    tx,
    ended.map(({ refund, meaning }) => ({
      accountId: refund.accountId,
      id: refund.receipt.id,
      status: meaning === 'complete' ? ('RETURNED' as const) : ('UNACCEPTED' as const),
    })),
  )
  await endRefunds(tx, ended.map(endingOf), now)
  for (const { refund, meaning } of verdicts)
    if (meaning === 'contradiction') await noteLookup(tx, refund, new Date(now.getTime() + PATIENCE_MS), now)
  return verdicts
}

function verdictOn(refund: KeptRefund, end: RefundEnd | undefined): Verdict[] {
  const meaning = end === undefined ? null : meaningOfEnd(refund, refund.receipt, end)
  return meaning === null || end === undefined ? [] : [{ refund, end, meaning }]
}

const endingOf = ({ refund: { accountId, id }, end }: Verdict): Ending =>
  end.state === 'done'
    ? { accountId, id, status: 'COMPLETED', rtrId: end.rtrId, failure: null }
    : { accountId, id, status: 'FAILED', rtrId: null, failure: { code: end.code, reason: end.reason } }
