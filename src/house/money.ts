// Money in and money out: the features, with the work that they owe, and what the PSPs tell us of both.
import { passAccountNumbers } from '#account/store.ts'
import type { Person } from '#audit/audit.ts'
import { commitAttempts } from '#cashout/attempt.ts'
import type { Note } from '#cashout/attempt-store.ts'
import type { Cashout, CashoutKey } from '#cashout/cashout.ts'
import { compareSent } from '#cashout/compare.ts'
import { type DecidedCase, type DecisionAsk, decideAnomaly } from '#cashout/decide.ts'
import { inquire } from '#cashout/inquire.ts'
import { noteAnswers } from '#cashout/note.ts'
import type { CashoutAsk, Requested } from '#cashout/request.ts'
import { requestAround } from '#cashout/request-around.ts'
import { retryCashout } from '#cashout/retry.ts'
import { type Settlement, settleCashouts } from '#cashout/settle.ts'
import { PANEL_ANSWERS } from '#cashout/wait-wire.ts'
import { type RequestAnswers, USUAL_ANSWERS } from '#cashout/wire.ts'
import { startCashoutWork } from '#cashout/work.ts'
import { type DueReserves, releaseReserves } from '#hold/release.ts'
import { startReleaseWork } from '#hold/release-work.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { startKeyClearing } from '#idempotency/work.ts'
import type { Failure } from '#kernel/failure.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type Applied, type Inbox, startInbox } from '#psp/inbox.ts'
import { startInboxClearing } from '#psp/inbox-clearing.ts'
import type { Hint } from '#psp/port.ts'
import { startSweeps } from '#psp/sweep.ts'
import { type ArriveNeeds, lookIntoReceived } from '#sale/arrive.ts'
import { compareReceived } from '#sale/compare.ts'
import type { CreateNeeds } from '#sale/create.ts'
import type { Arrival } from '#sale/receipt.ts'
import { startRefundWork } from '#sale/refund-work.ts'
import type { SaleRefund } from '#sale/sale-refund.ts'
import { settleArrivals } from '#sale/settle.ts'
import { startSaleWork } from '#sale/work.ts'
import { type DisputeDesk, openDisputes } from './disputes.ts'
import { type Ground, together, togetherDone } from './ground.ts'
import type { News } from './news.ts'
import { expiring, openPayouts, type Payouts } from './payouts.ts'
import { openPressure, USUAL_PRESSURE } from './pressure.ts'
import { openReconciliation, type ReconciliationDesk } from './reconciliation.ts'

export interface Money {
  request: (ask: CashoutAsk) => Promise<Requested | Replayed | Failure>
  /** The same for a person in the panel. */
  panelRequest: (ask: CashoutAsk) => Promise<Requested | Replayed | Failure>
  payouts: Payouts
  /** For an operator who does not want to wait until it is due. */
  retryCashout: (cashout: Cashout, by: Person) => Promise<Failure | null>
  decideAnomaly: (ask: DecisionAsk) => Promise<DecidedCase | Replayed | Failure>
  saleNeeds: CreateNeeds & ArriveNeeds
  /** Whoever asked for it has been answered. */
  hurryRefund: (refund: SaleRefund) => void
  disputes: DisputeDesk
  reconciliation: ReconciliationDesk
  inbox: Inbox
}

export function openMoney(parts: AsyncDisposableStack, ground: Ground, { outbox }: News): Money {
  const { config, db, psps, clock, random, alarm, alarmOnce, alarmIn, log, recovery } = ground
  const shared = { db, outbox, psps, clock, random, alarm, alarmIn, alarmOnce, log }
  const pspTimeoutMs = config.psp.timeout_ms
  const lookupWaitsMs = [...config.psp.lookupWaits_ms]
  const pressure = openPressure(USUAL_PRESSURE)
  const { calm } = pressure
  const cashoutNeeds = {
    ...shared,
    pspTimeoutMs,
    lookupWaitsMs,
    commitAttempt: together((keys: CashoutKey[]) => commitAttempts({ ...shared, pspTimeoutMs }, keys), calm),
    settle: togetherDone((settlements: Settlement[]) => settleCashouts(shared, settlements), calm),
    note: togetherDone((notes: Note[]) => noteAnswers(shared, notes), calm),
  }
  const settleArrival = together((arrivals: Arrival[]) => settleArrivals(shared, arrivals))
  const rules = { belowMinimum: config.belowMinimum, strictPixKeys: config.strictPixKeys }

  const cashoutWork = startCashoutWork({ ...cashoutNeeds, expire: expiring(ground, { outbox }) })
  parts.defer(() => cashoutWork.stop())
  const payouts = openPayouts(parts, ground, { outbox }, cashoutWork.submit)
  const saleWork = startSaleWork(shared)
  parts.defer(() => saleWork.stop())
  const refundWork = startRefundWork({ ...shared, pspTimeoutMs, lookupWaitsMs })
  parts.defer(() => refundWork.stop())
  const release = together((dues: DueReserves[]) => releaseReserves(shared, dues), calm)
  const releaseWork = startReleaseWork({ ...shared, release })
  parts.defer(() => releaseWork.stop())
  const keyClearing = startKeyClearing(shared)
  parts.defer(() => keyClearing.stop())
  const inbox = startInbox({ db, psps, clock, log, alarm, apply })
  parts.defer(() => inbox.stop())
  const inboxClearing = startInboxClearing({ db, clock, log })
  parts.defer(() => inboxClearing.stop())
  const sweeps = startSweeps({
    ...{ db, psps, clock, log, alarm },
    everyMs: config.psp.sweepEvery_ms,
    received: (pspAccountId, items) => compareReceived(shared, pspAccountId, items),
    sent: (pspAccountId, items) =>
      compareSent({ ...cashoutNeeds, forgotten: lost, passAccountNumbers: passNumbers }, pspAccountId, items),
    onOrphans: lost,
  })
  parts.defer(() => sweeps.stop())
  psps.onRecovered(pspAccountId => {
    inbox.wake()
    sweeps.recovered(pspAccountId)
  })

  const disputes = openDisputes(parts, ground, { outbox })
  const reconciliation = openReconciliation(parts, ground)
  const requestWith = (answers: RequestAnswers) => (asks: CashoutAsk[]) =>
    pressure.during(asks.length, () => requestAround({ ...shared, ...rules, answers }, asks))

  const passNumbers = async (upTo: number) => {
    await passAccountNumbers(db, upTo)
  }

  /** Payments of ours that this database knows nothing of: it has lost commits, and perhaps more of them before. */
  async function lost(pspAccountId: number, orphans: number, seenFrom: Date = clock()): Promise<void> {
    const usual = await recovery.defaultFrom()
    const dayBefore = new Date(seenFrom.getTime() - DAY_MS)
    const reason = `The PSP account ${pspAccountId} has paid ${orphans} times what this database knows nothing of`
    await recovery.enter(reason, dayBefore < usual ? dayBefore : usual)
  }

  async function apply(pspAccountId: number, hint: Hint): Promise<Applied> {
    if (hint.about === 'received') return lookIntoReceived({ ...shared, settleArrival }, pspAccountId, hint.endToEndId)
    const accountId = accountOfPspId(hint.payoutId)
    return accountId === null ? 'done' : inquire(cashoutNeeds, accountId, hint.payoutId, false)
  }

  return {
    request: together(requestWith(USUAL_ANSWERS)),
    panelRequest: together(requestWith(PANEL_ANSWERS)),
    payouts,
    retryCashout: (cashout, by) => retryCashout(cashoutNeeds, cashout, by),
    decideAnomaly: ask => decideAnomaly(shared, ask),
    saleNeeds: { ...shared, pspTimeoutMs },
    hurryRefund: refund => refundWork.hurry(refund),
    disputes,
    reconciliation,
    inbox,
  }
}
