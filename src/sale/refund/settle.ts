// The end of a refund, told by the PSP when it was asked: the money is back at its payer, or it is not and a person decides
// again. The same news twice is counted once, also within one telling; two ends of one refund are none.

import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { SaleDeps } from '../deps.ts'
import { giveBack } from '../incoming-payment/postings.ts'
import { updateIncomingPayments } from '../incoming-payment/store.ts'
import { UNSENT, unsentOf } from './psp-initiated.ts'
import { meaningOfEnd, type RefundEnd } from './refund.ts'
import type { SaleRefundMeaning } from './sale-refund.ts'
import { judgeSaleEnds, type SaleEnds, storeSaleEnds } from './sale-refund-settle.ts'
import {
  type Ending,
  endRefunds,
  type KeptRefund,
  lockRefunds,
  type RefundKey,
  recordLookup,
  refundKey,
} from './store.ts'

export interface RefundOutcome extends RefundKey {
  end: RefundEnd
}

interface IncomingPaymentVerdict extends Verdict {
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

export async function settleRefunds(deps: SaleDeps, news: RefundOutcome[]): Promise<void> {
  if (news.length === 0) return
  const { certain, disputed } = eachOnce(news)
  for (const key of disputed) deps.alertOnce(`${key} disputed`, 'the PSP tells two ends of one refund', { refund: key })
  if (certain.length === 0) return
  const ended = await deps.db.transaction(async tx => {
    const ended = await endAll(tx, deps, certain, deps.clock())
    await raiseInTx(tx, deps, ended)
    return ended
  })
  deps.outbox.send(ended.pendingDeliveries)
  raiseOnce(deps, ended)
}

async function raiseInTx(tx: Transaction, { alertInTx }: SaleDeps, { verdicts, ofSales }: Ended): Promise<void> {
  // Of a sale it is the seller's own again, who is told.
  for (const verdict of verdicts)
    if (verdict.meaning === 'fail' && verdict.refund.saleId === null)
      await alertInTx(tx, 'money could not be sent back to its payer', {
        ...knownOf(verdict),
        ...about('receipt', { accountId: verdict.refund.accountId, id: verdict.refund.receipt.id }),
      })
  // What a dispute has booked went back for that.
  for (const refund of ofSales.refunds)
    if (refund.pspInitiated && refund.status === 'COMPLETED' && refund.amount > refund.disputed)
      await alertInTx(tx, UNSENT, unsentOf({ ...refund, refundId: refund.pspRefundId }, true))
}

function raiseOnce({ alertOnce, clock }: SaleDeps, { verdicts, ofSales }: Ended): void {
  for (const verdict of verdicts) {
    const key = `${refundKey(verdict.refund)} ${verdict.end.state}`
    if (verdict.meaning === 'contradiction')
      alertOnce(key, 'the PSP contradicts what was booked of a refund', knownOf(verdict))
  }
  for (const refund of ofSales.waiting)
    if (clock().getTime() - refund.createdAt.getTime() > DISPUTE_PATIENCE_MS)
      alertOnce(
        refundKey(refund),
        'money of a disputed sale went back, and its dispute does not end',
        unsentOf({ ...refund, refundId: refund.pspRefundId }, false),
      )
}

/** What one telling says of each refund. Where it contradicts itself nothing is believed: the refund is asked about by itself. */
function eachOnce(news: RefundOutcome[]): { certain: RefundOutcome[]; disputed: string[] } {
  const byKey = Map.groupBy(news, refundKey)
  const groups = [...byKey].map(([key, told]) => ({ key, told, ends: new Set(told.map(({ end }) => factIn(end))) }))
  return {
    certain: groups.flatMap(({ told, ends }) => (ends.size === 1 ? told.slice(0, 1) : [])),
    disputed: groups.flatMap(({ key, ends }) => (ends.size === 1 ? [] : key)),
  }
}

const factIn = (end: RefundEnd) => (end.state === 'done' ? `done ${end.amount}` : 'failed')

const knownOf = ({ refund, end }: Verdict) => ({ ...refundNamed(refund), status: refund.status, end })
const refundNamed = ({ accountId, pspRefundId, receipt: incomingPayment }: KeptRefund) => ({
  accountId,
  receipt: incomingPayment.id,
  endToEndId: incomingPayment.endToEndId,
  pspRefundId,
})

interface Ended {
  verdicts: Verdict[]
  ofSales: SaleEnds
  pendingDeliveries: PendingDeliveries
}

async function endAll(tx: Transaction, { outbox }: SaleDeps, news: RefundOutcome[], now: Date): Promise<Ended> {
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
  await updateIncomingPayments(
    tx,
    ended.map(({ refund, meaning }) => ({
      accountId: refund.accountId,
      id: refund.receipt.id,
      status: meaning === 'complete' ? ('RETURNED' as const) : ('UNACCEPTED' as const),
    })),
  )
  await endRefunds(tx, ended.map(endingOf), now)
  const events = await storeSaleEnds(tx, ofSales, now)
  const all: Verdict[] = [
    ...verdicts,
    ...ofSales.verdicts.map(({ kept: refund, ...verdict }) => ({ ...verdict, refund })),
  ]
  for (const { refund, meaning } of all)
    if (meaning === 'contradiction' || meaning === 'wait')
      await recordLookup(tx, refund, new Date(now.getTime() + PATIENCE_MS), now)
  return { verdicts: all, ofSales, pendingDeliveries: (await outbox.write(tx, events, now)).flat() }
}

function verdictOn(refund: KeptRefund, end: RefundEnd | undefined): IncomingPaymentVerdict[] {
  const meaning = end === undefined ? null : meaningOfEnd(refund, refund.receipt, end)
  return meaning === null || end === undefined ? [] : [{ refund, end, meaning }]
}

const endingOf = ({ refund: { accountId, id }, end }: IncomingPaymentVerdict): Ending =>
  end.state === 'done'
    ? { accountId, id, status: 'COMPLETED', rtrId: end.rtrId, failure: null }
    : { accountId, id, status: 'FAILED', rtrId: null, failure: { code: end.code, reason: end.reason } }
