// The PSP reports with each Pix what went back of it. Known refunds are settled by that. A PSP-initiated one (the bank's own,
// such as in a fraud dispute, or one that this database has lost) is recorded where it is of a sale. It raises an alert unless
// a dispute is the reason.
import { isTestAccount } from '#kernel/account/test-account.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { add, type Centavos } from '#kernel/money.ts'
import type { Received, Refund as ReportedRefund } from '#psp/port.ts'
import { reportsTests } from '#psp/store.ts'
import type { SaleDeps } from '../deps.ts'
import { isBookedByDispute } from '../dispute/store.ts'
import { findBooked, lockIncomingPayments, updateIncomingPayments } from '../incoming-payment/store.ts'
import { type Reporter, recordPspInitiated, returnedParams } from './psp-initiated.ts'
import { endOf, newUnmatchedRefund } from './refund.ts'
import { type RefundOutcome, settleRefunds } from './settle.ts'
import { findRefundsOfPix, insertRefunds, type KnownRefund, mintRefundId } from './store.ts'

export interface ReportedReturn {
  received: Received
  refund: ReportedRefund
}

/** Everything that the PSP reports of refunds of these Pix. 'unclear': some of it cannot be assigned before ours have ended. */
export async function applyRefunds(
  deps: SaleDeps,
  pspAccountId: number,
  all: Received[],
): Promise<'clear' | 'unclear'> {
  const reported = eachOnce(all)
  if (reported.length === 0) return 'clear'
  const reporter = { pspAccountId, isTest: await reportsTests(deps.db, pspAccountId) }
  const found = (await findRefundsOfPix(deps.db, [...new Set(reported.map(pixOf))])).filter(
    ({ accountId }) => isTestAccount(accountId) === reporter.isTest,
  )
  const known = Map.groupBy(found, ({ endToEndId }) => endToEndId)
  const matched = reported.map(one => ({ one, match: matchOf(one, known.get(pixOf(one)) ?? []) }))
  await settleRefunds(
    deps,
    matched.flatMap(({ one, match }) => (typeof match === 'object' ? outcomeOf(one, match) : [])),
  )
  for (const { one, match } of matched) if (match === 'unknown') await applyUnknown(deps, reporter, one)
  const isUnclear = matched.some(({ one, match }) => match === 'unclear' && one.refund.state !== 'failed')
  return isUnclear ? 'unclear' : 'clear'
}

const pixOf = ({ received }: ReportedReturn) => received.endToEndId

/** A list may hold the same entry more than once, and an entry the same refund. */
function eachOnce(all: Received[]): ReportedReturn[] {
  const reported = all.flatMap(received => received.refunds.map(refund => ({ received, refund })))
  const keyOf = ({ received, refund }: ReportedReturn) =>
    [received.endToEndId, refund.refundId, refund.state, refund.amount].join(' ')
  return [...new Map(reported.map(one => [keyOf(one), one])).values()]
}

/** 'unclear': its only id is that of its way back, and it may be one of ours that is under way, which is looked up by itself. */
function matchOf(
  { refund: { refundId, earlierId, rtrId } }: ReportedReturn,
  known: KnownRefund[],
): KnownRefund | 'unknown' | 'unclear' {
  const own = known.find(one => one.pspRefundId === refundId || one.pspRefundId === earlierId)
  const byWayBack = known.find(one => rtrId !== null && (one.rtrId === rtrId || one.pspRefundId === rtrId))
  const isOpen = refundId === rtrId && known.some(({ status, pspInitiated }) => status === 'PENDING' && !pspInitiated)
  return own ?? byWayBack ?? (isOpen ? 'unclear' : 'unknown')
}

function outcomeOf({ refund }: ReportedReturn, { accountId, pspRefundId, endToEndId }: KnownRefund): RefundOutcome[] {
  const end = endOf(refund)
  return end === null ? [] : [{ accountId, pspRefundId, endToEndId, end }]
}

/** Of which this database knows nothing. */
async function applyUnknown(deps: SaleDeps, reporter: Reporter, reported: ReportedReturn): Promise<void> {
  const { pspAccountId } = reporter
  const { received, refund } = reported
  if (refund.state === 'failed') return endAlert(deps, reporter, reported)
  if (await restoreForgotten(deps, reporter, reported)) return
  const recorded = await recordPspInitiated(deps, reporter, reported)
  // One of a sale raises its alert when it is booked. A dispute may have booked it already.
  if (recorded !== null) {
    await settleRefunds(deps, outcomeOf(reported, recorded))
    return endAlert(deps, reporter, reported)
  }
  const { endToEndId } = received
  if (await isBookedByDispute(deps.db, endToEndId, sentBackByPsp(received))) return
  deps.alerts.raiseOnce(
    'UNMATCHED_MONEY_RETURNED',
    returnedParams({ ...refund, pspAccountId, endToEndId }, false),
    aboutPsp(pspAccountId),
    `${endToEndId}/${refund.refundId}`,
    // One that had failed, and went all the same.
    { again: refund.state === 'done' },
  )
}

/** It was told before: nothing went in the end, or it is booked now. */
function endAlert({ alerts }: SaleDeps, { pspAccountId }: Reporter, { received, refund }: ReportedReturn): void {
  const params = { endToEndId: received.endToEndId, refundId: refund.refundId }
  alerts.resolve('UNMATCHED_MONEY_RETURNED', aboutPsp(pspAccountId), params)
}

/** What the PSP sent back for fraud; where it names no reason, what was not requested here. */
const sentBackByPsp = ({ refunds }: Received): Centavos =>
  add(
    ...refunds
      .filter(({ state }) => state !== 'failed')
      .filter(({ nature, refundId }) =>
        nature === null ? accountOfPspId(refundId) === null : nature.startsWith('MED_'),
      )
      .map(({ amount }) => amount),
  )

/**
 * The whole of a payment that waits here as if it had never gone back, returned under an id that only this gateway mints: this
 * database has lost the refund. It is stored again under that id, and looked up.
 */
async function restoreForgotten(
  deps: SaleDeps,
  { isTest }: Reporter,
  { received, refund }: ReportedReturn,
): Promise<boolean> {
  const { endToEndId, amount } = received
  const booked = (await findBooked(deps.db, [endToEndId], isTest)).get(endToEndId)
  const accountId = accountOfPspId(refund.refundId)
  if (booked === undefined || booked.accountId !== accountId || refund.amount !== amount) return false
  return deps.db.transaction(async tx => {
    const [incomingPayment] = await lockIncomingPayments(tx, [booked])
    if (incomingPayment?.status !== 'UNACCEPTED') return false
    const { id, reason } = incomingPayment
    const request = { reason: reason ?? '', askedBy: null, pspRefundId: refund.refundId }
    const restored = newUnmatchedRefund(incomingPayment, request, await mintRefundId(tx), deps.random, deps.clock())
    await insertRefunds(tx, [restored])
    await updateIncomingPayments(tx, [{ accountId, id, status: 'RETURNING' }])
    return true
  })
}
