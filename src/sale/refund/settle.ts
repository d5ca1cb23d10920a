// Settles refunds, of sales and of unmatched money, when the PSP has reported how they ended: read under lock, decide
// (verdict.ts), post and store, publish. The same end reported twice counts once; two different ends of one refund count not
// at all.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { add, subtract } from '#kernel/money.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { SaleDeps } from '../deps.ts'
import { claimWhatIsLeft } from '../dispute/balance-claims.ts'
import { updateIncomingPayments } from '../incoming-payment/store.ts'
import type { SaleKey } from '../sale.ts'
import { putOwnBack } from '../settlement/own-holds.ts'
import { storeChanged } from '../settlement/store.ts'
import { updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { postEnd } from './postings.ts'
import { returnedParams } from './psp-initiated.ts'
import { type RefundEnd, type RefundKey, refundKey, type SaleRefund } from './refund.ts'
import { endRefunds, lockRefunds, recordLookup } from './store.ts'
import { lockSaleMoney, type SaleMoney } from './totals-store.ts'
import { type Decision, decide, type ReportedRefund, type SaleOutcome, type Verdict } from './verdict.ts'
import { refundEvent } from './wire.ts'

export interface RefundOutcome extends RefundKey {
  end: RefundEnd
}

/** A conflict, or a refund that may be of a dispute, is looked up again after an hour. */
const LOOK_AGAIN_MS = HOUR_MS
/** So long after the money has gone back the PSP may report the end of its dispute. */
const DISPUTE_OVERDUE_MS = DAY_MS

/** In the same commit, with what has ended by it. */
type Also = (tx: Transaction, verdicts: Verdict[]) => Promise<void>

export async function settleRefunds(deps: SaleDeps, reported: RefundOutcome[], also?: Also): Promise<void> {
  const { certain, contradictory } = eachOnce(reported)
  for (const refund of contradictory) raiseTwoEnds(deps, refund)
  if (certain.length === 0) return
  const { verdicts, pendingDeliveries } = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const read = await readUnderLock(tx, certain, now)
    const decision = decide(read.refunds, read.sales, now)
    const pendingDeliveries = await write(tx, deps, read.books, decision, now)
    await raiseInTx(tx, deps, decision.verdicts)
    await also?.(tx, decision.verdicts)
    return { verdicts: decision.verdicts, pendingDeliveries }
  })
  deps.outbox.send(pendingDeliveries)
  raiseOnce(deps, verdicts)
}

/** One end of each refund. Where one report names two, neither is believed: the refund is looked up by itself. */
function eachOnce(reported: RefundOutcome[]): { certain: RefundOutcome[]; contradictory: RefundKey[] } {
  const certain: RefundOutcome[] = []
  const contradictory: RefundKey[] = []
  for (const [first, ...others] of Map.groupBy(reported, refundKey).values()) {
    if (first === undefined) continue
    if (others.every(({ end }) => isSameEnd(end, first.end))) certain.push(first)
    else contradictory.push(first)
  }
  return { certain, contradictory }
}

const isSameEnd = (one: RefundEnd, other: RefundEnd): boolean =>
  one.state === 'done' ? other.state === 'done' && one.amount === other.amount : other.state === 'failed'

interface Read {
  books: Books
  refunds: ReportedRefund[]
  sales: SaleMoney[]
}

/** The wallets first, then the refunds with their incoming payments, then the sales. */
async function readUnderLock(tx: Transaction, outcomes: RefundOutcome[], now: Date): Promise<Read> {
  const accountIds = outcomes.map(({ accountId }) => accountId)
  const books = await openBooks(tx, accountIds, now)
  const ends = new Map(outcomes.map(outcome => [refundKey(outcome), outcome.end]))
  const locked = await lockRefunds(tx, outcomes)
  const refunds = locked.map(({ refund, paymentStatus }) => {
    const end = ends.get(refundKey(refund)) as RefundEnd
    return { refund, paymentStatus, end }
  })
  const sales = await lockSaleMoney(tx, salesOf(refunds))
  return { books, refunds, sales: [...sales.values()] }
}

/** Each once. */
function salesOf(refunds: ReportedRefund[]): SaleKey[] {
  const keys = refunds.flatMap(({ refund }) =>
    refund.origin === 'sale' ? [{ accountId: refund.accountId, id: refund.saleId }] : [],
  )
  return [...new Map(keys.map(key => [`${key.accountId}/${key.id}`, key])).values()]
}

/** Answers the deliveries of the events. */
async function write(
  tx: Transaction,
  { outbox }: SaleDeps,
  books: Books,
  { verdicts, sales }: Decision,
  now: Date,
): Promise<PendingDeliveries> {
  for (const verdict of verdicts) postEnd(books, verdict)
  for (const outcome of sales) await holdAgain(tx, books, outcome, now)
  await books.write()
  const ended = verdicts.flatMap(({ ended }) => ended ?? [])
  await endRefunds(tx, ended, now)
  await updateIncomingPayments(tx, verdicts.flatMap(paymentChange))
  const refundedSales = sales.flatMap(({ refundedSale }) => refundedSale ?? [])
  await updateSales(
    tx,
    refundedSales.map(sale => ({ sale, dueAt: null })),
  )
  const lookAgainAt = new Date(now.getTime() + LOOK_AGAIN_MS)
  for (const { refund, ended } of verdicts) if (ended === null) await recordLookup(tx, refund, lookAgainAt, now)
  const events = [...verdicts.flatMap(eventOf), ...refundedSales.flatMap(eventsOf)]
  return (await outbox.write(tx, events, now)).flat()
}

/**
 * What failed refunds released is the sale's own again. While the sale is disputed it may be lost at any time: its open disputes claim
 * what has not gone back after all, and give up what has.
 */
async function holdAgain(
  tx: Transaction,
  books: Books,
  { money: { sale, own }, totals, released }: SaleOutcome,
  now: Date,
): Promise<void> {
  const left = subtract(sale.amount, add(totals.refunded, totals.pendingRequested))
  const claimable = { left, reserve: released }
  const unclaimed = totals.standing.open ? await claimWhatIsLeft(tx, books, sale, claimable, now) : released
  putOwnBack(books, sale, own, unclaimed, now)
  await storeChanged(tx, [own], now)
}

function paymentChange(verdict: Verdict) {
  if (verdict.origin === 'sale' || verdict.ended === null) return []
  const { accountId, receiptId: id } = verdict.refund
  return [{ accountId, id, status: verdict.meaning === 'return' ? ('RETURNED' as const) : ('UNACCEPTED' as const) }]
}

/** Of refunds of sales: of unmatched money the seller has not heard. Nor of a PSP-initiated refund that did not happen. */
function eventOf(verdict: Verdict): DomainEvent[] {
  if (verdict.origin === 'unmatched' || verdict.ended === null) return []
  const { ended } = verdict
  return ended.pspInitiated && ended.status === 'FAILED' ? [] : [refundEvent(ended)]
}

function raiseTwoEnds({ alerts }: SaleDeps, refund: RefundKey): void {
  const key = refundKey(refund)
  const subject = about('refund', { accountId: refund.accountId, id: refund.pspRefundId })
  alerts.raiseOnce('REFUND_TWO_ENDS', { refund: key }, subject, `${key} disputed`)
}

async function raiseInTx(tx: Transaction, { alerts }: SaleDeps, verdicts: Verdict[]): Promise<void> {
  for (const verdict of verdicts) {
    if (verdict.origin === 'unmatched' && verdict.meaning === 'fail')
      await alerts.raiseInTx(tx, 'RETURN_FAILED', paramsOf(verdict), aboutPayment(verdict))
    if (verdict.origin === 'sale' && verdict.ended !== null && isUnexplained(verdict.ended)) {
      const params = returnedParams({ ...verdict.ended, refundId: verdict.ended.pspRefundId }, true)
      await alerts.raiseInTx(tx, 'PSP_INITIATED_REFUND', params, aboutPayment(verdict))
    }
  }
}

/** Sent back by the PSP, and not all of it for a dispute. */
const isUnexplained = ({ pspInitiated, status, amount, disputed }: SaleRefund): boolean =>
  pspInitiated && status === 'COMPLETED' && amount > disputed

function raiseOnce({ alerts, clock }: SaleDeps, verdicts: Verdict[]): void {
  for (const verdict of verdicts) {
    const { refund, end, meaning } = verdict
    if (meaning === 'conflict')
      alerts.raiseOnce('REFUND_CONFLICT', paramsOf(verdict), aboutPayment(verdict), `${refundKey(refund)} ${end.state}`)
    const isLate = clock().getTime() - refund.createdAt.getTime() > DISPUTE_OVERDUE_MS
    if (verdict.meaning === 'wait' && isLate)
      alerts.raiseOnce(
        'DISPUTED_MONEY_RETURNED',
        returnedParams({ ...verdict.refund, refundId: refund.pspRefundId }, false),
        aboutPayment(verdict),
        refundKey(refund),
      )
  }
}

const aboutPayment = ({ refund: { accountId, receiptId } }: Verdict) => about('receipt', { accountId, id: receiptId })

const paramsOf = ({ refund, end }: Verdict) => ({
  accountId: refund.accountId,
  receipt: refund.receiptId,
  endToEndId: refund.endToEndId,
  pspRefundId: refund.pspRefundId,
  status: refund.status,
  end,
})
