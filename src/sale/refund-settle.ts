// The end of a refund, told by the PSP when it was asked: the money is back at its payer, or it is not and a person decides
// again. The same news twice is counted once, also within one telling; two ends of one refund are none.

import type { Database, Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alarm-subject.ts'
import { type Clock, DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
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
import { UNSENT, unsentOf } from './refund-unasked.ts'
import type { SaleRefundMeaning } from './sale-refund.ts'
import { judgeSaleEnds, type SaleEnds, storeSaleEnds } from './sale-refund-settle.ts'

export interface RefundSettleNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  /** Rings in the commit of what a person has to decide about: whoever dies right after it has rung. */
  alarmIn: (tx: Transaction, said: string, known: object) => Promise<void>
  /** Rings once for each key, also after a restart: for what is told again and again. */
  alarmOnce: (key: string, said: string, known: object) => void
}

export interface RefundNews extends RefundKey {
  end: RefundEnd
}

interface ReceiptVerdict extends Verdict {
  meaning: NonNullable<ReturnType<typeof meaningOfEnd>>
}

interface Verdict {
  refund: KeptRefund
  end: RefundEnd
  meaning: NonNullable<ReturnType<typeof meaningOfEnd>> | SaleRefundMeaning
}

/** An hour: two facts that contradict each other are looked at again, but not at every turn. */
const PATIENCE_MS = HOUR_MS
/** So long after the money the end of its dispute may be told. */
const DISPUTE_PATIENCE_MS = DAY_MS

export async function settleRefunds(needs: RefundSettleNeeds, news: RefundNews[]): Promise<void> {
  if (news.length === 0) return
  const { certain, disputed } = eachOnce(news)
  for (const key of disputed)
    needs.alarmOnce(`${key} disputed`, 'the PSP tells two ends of one refund', { refund: key })
  if (certain.length === 0) return
  const ended = await needs.db.transaction(async tx => {
    const ended = await endAll(tx, needs, certain, needs.clock())
    await ringIn(tx, needs, ended)
    return ended
  })
  needs.outbox.send(ended.born)
  ringOnce(needs, ended)
}

async function ringIn(tx: Transaction, { alarmIn }: RefundSettleNeeds, { verdicts, ofSales }: Ended): Promise<void> {
  // Of a sale it is the seller's own again, who is told.
  for (const verdict of verdicts)
    if (verdict.meaning === 'fail' && verdict.refund.saleId === null)
      await alarmIn(tx, 'money could not be sent back to its payer', {
        ...knownOf(verdict),
        ...about('receipt', { accountId: verdict.refund.accountId, id: verdict.refund.receipt.id }),
      })
  // What a dispute has booked went back for that.
  for (const refund of ofSales.refunds)
    if (refund.unasked && refund.status === 'COMPLETED' && refund.amount > refund.disputed)
      await alarmIn(tx, UNSENT, unsentOf({ ...refund, refundId: refund.pspRefundId }, true))
}

function ringOnce({ alarmOnce, clock }: RefundSettleNeeds, { verdicts, ofSales }: Ended): void {
  for (const verdict of verdicts) {
    const key = `${refundKey(verdict.refund)} ${verdict.end.state}`
    if (verdict.meaning === 'contradiction')
      alarmOnce(key, 'the PSP contradicts what was booked of a refund', knownOf(verdict))
  }
  for (const refund of ofSales.waiting)
    if (clock().getTime() - refund.createdAt.getTime() > DISPUTE_PATIENCE_MS)
      alarmOnce(
        refundKey(refund),
        'money of a disputed sale went back, and its dispute does not end',
        unsentOf({ ...refund, refundId: refund.pspRefundId }, false),
      )
}

/** What one telling says of each refund. Where it contradicts itself nothing is believed: the refund is asked about by itself. */
function eachOnce(news: RefundNews[]): { certain: RefundNews[]; disputed: string[] } {
  const byKey = Map.groupBy(news, refundKey)
  const groups = [...byKey].map(([key, told]) => ({ key, told, ends: new Set(told.map(({ end }) => factIn(end))) }))
  return {
    certain: groups.flatMap(({ told, ends }) => (ends.size === 1 ? told.slice(0, 1) : [])),
    disputed: groups.flatMap(({ key, ends }) => (ends.size === 1 ? [] : key)),
  }
}

const factIn = (end: RefundEnd) => (end.state === 'done' ? `done ${end.amount}` : 'failed')

const knownOf = ({ refund, end }: Verdict) => ({ ...refundNamed(refund), status: refund.status, end })
const refundNamed = ({ accountId, pspRefundId, receipt }: KeptRefund) => ({
  accountId,
  receipt: receipt.id,
  endToEndId: receipt.endToEndId,
  pspRefundId,
})

interface Ended {
  verdicts: Verdict[]
  ofSales: SaleEnds
  born: Born
}

async function endAll(tx: Transaction, { outbox }: RefundSettleNeeds, news: RefundNews[], now: Date): Promise<Ended> {
  const books = await openBooks(
    tx,
    news.map(({ accountId }) => accountId),
    now,
  )
  const ends = new Map(news.map(one => [refundKey(one), one.end]))
  const locked = await lockRefunds(tx, news)
  const verdicts = locked
    .filter(({ saleId }) => saleId === null)
    .flatMap(refund => verdictOn(refund, ends.get(refundKey(refund))))
  const saleEnds = locked
    .filter(({ saleId }) => saleId !== null)
    .map(kept => ({ kept, end: ends.get(refundKey(kept)) as RefundEnd }))
  const completed = verdicts.filter(({ meaning }) => meaning === 'complete')
  const ended = verdicts.filter(({ meaning }) => meaning !== 'contradiction')
  for (const { refund } of completed) giveBack(books, refund.receipt)
  const ofSales = await judgeSaleEnds(tx, books, saleEnds, now)
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
  const facts = await storeSaleEnds(tx, ofSales, now)
  const all: Verdict[] = [
    ...verdicts,
    ...ofSales.verdicts.map(({ kept: refund, ...verdict }) => ({ ...verdict, refund })),
  ]
  for (const { refund, meaning } of all)
    if (meaning === 'contradiction' || meaning === 'wait')
      await noteLookup(tx, refund, new Date(now.getTime() + PATIENCE_MS), now)
  return { verdicts: all, ofSales, born: (await outbox.write(tx, facts, now)).flat() }
}

function verdictOn(refund: KeptRefund, end: RefundEnd | undefined): ReceiptVerdict[] {
  const meaning = end === undefined ? null : meaningOfEnd(refund, refund.receipt, end)
  return meaning === null || end === undefined ? [] : [{ refund, end, meaning }]
}

const endingOf = ({ refund: { accountId, id }, end }: ReceiptVerdict): Ending =>
  end.state === 'done'
    ? { accountId, id, status: 'COMPLETED', rtrId: end.rtrId, failure: null }
    : { accountId, id, status: 'FAILED', rtrId: null, failure: { code: end.code, reason: end.reason } }
