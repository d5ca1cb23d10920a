// Money in and money out: the features, with the work that they owe, and what the PSPs tell us of both.
import { passAccountNumbers } from '#account/store.ts'
import type { Person } from '#audit/audit.ts'
import { type DecidedCase, type DecisionRequest, decideAnomaly } from '#cashout/anomaly/decide.ts'
import type { Cashout, CashoutKey } from '#cashout/cashout.ts'
import { compareSent } from '#cashout/recovery/compare.ts'
import type { CashoutRequest, Requested } from '#cashout/request/request.ts'
import { requestAround } from '#cashout/request/skip-locked-wallets.ts'
import { type Settlement, settleCashouts } from '#cashout/settlement/settle.ts'
import { commitAttempts } from '#cashout/submission/attempt.ts'
import type { RecordedAnswer } from '#cashout/submission/attempt-store.ts'
import { pollStatus } from '#cashout/submission/poll-status.ts'
import { recordAnswers } from '#cashout/submission/record-answers.ts'
import { retryCashout } from '#cashout/submission/retry.ts'
import { startCashoutWork } from '#cashout/worker.ts'
import { batched, batchedVoid } from '#db/batched.ts'
import { type DueReserves, releaseReserves } from '#hold/reserve/release.ts'
import { startReleaseWork } from '#hold/reserve/worker.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { startKeyClearing } from '#idempotency/work.ts'
import type { Failure } from '#kernel/failure.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { DAY_MS } from '#kernel/time.ts'
import { startInboxClearing } from '#psp/inbox/clearing.ts'
import { type Applied, type Inbox, startInbox } from '#psp/inbox/inbox.ts'
import type { Hint } from '#psp/port.ts'
import { startSweeps } from '#psp/sweep/sweep.ts'
import { openSales, type Sales } from '#sale/feature.ts'
import { type DisputeOperations, openDisputes } from './disputes.ts'
import type { Events } from './events.ts'
import type { Infrastructure } from './infrastructure.ts'
import { expiring, openPayouts, type Payouts } from './payouts.ts'
import { DEFAULT_PRESSURE, openPressure } from './pressure.ts'
import { openReconciliation, type ReconciliationOperations } from './reconciliation.ts'

export interface Money {
  request: (request: CashoutRequest) => Promise<Requested | Replayed | Failure>
  payouts: Payouts
  /** For an operator who does not want to wait until it is due. */
  retryCashout: (cashout: Cashout, by: Person) => Promise<Failure | null>
  decideAnomaly: (request: DecisionRequest) => Promise<DecidedCase | Replayed | Failure>
  sales: Sales
  disputes: DisputeOperations
  reconciliation: ReconciliationOperations
  inbox: Inbox
}

export function openMoney(resources: AsyncDisposableStack, infrastructure: Infrastructure, { outbox }: Events): Money {
  const { config, db, psps, clock, random, alert, alertOnce, alertInTx, log, recovery } = infrastructure
  const shared = { db, outbox, psps, clock, random, alert, alertInTx, alertOnce, log }
  const pspTimeoutMs = config.psp.timeout_ms
  const lookupWaitsMs = [...config.psp.lookupWaits_ms]
  const pressure = openPressure(DEFAULT_PRESSURE)
  const { calm } = pressure
  const cashoutDeps = {
    ...shared,
    pspTimeoutMs,
    lookupWaitsMs,
    commitAttempt: batched((keys: CashoutKey[]) => commitAttempts({ ...shared, pspTimeoutMs }, keys), calm),
    settle: batchedVoid((settlements: Settlement[]) => settleCashouts(shared, settlements), calm),
    note: batchedVoid((notes: RecordedAnswer[]) => recordAnswers(shared, notes), calm),
  }
  const rules = { belowMinimum: config.belowMinimum, strictPixKeys: config.strictPixKeys }

  const cashoutWork = startCashoutWork({ ...cashoutDeps, expire: expiring(infrastructure, { outbox }) })
  resources.defer(() => cashoutWork.stop())
  const payouts = openPayouts(resources, infrastructure, { outbox }, cashoutWork.submit)
  const sales = resources.use(openSales({ ...shared, pspTimeoutMs, lookupWaitsMs }))
  const release = batched((dues: DueReserves[]) => releaseReserves(shared, dues), calm)
  const releaseWork = startReleaseWork({ ...shared, release })
  resources.defer(() => releaseWork.stop())
  const keyClearing = startKeyClearing(shared)
  resources.defer(() => keyClearing.stop())
  const inbox = startInbox({ db, psps, clock, log, alert, apply })
  resources.defer(() => inbox.stop())
  const inboxClearing = startInboxClearing({ db, clock, log })
  resources.defer(() => inboxClearing.stop())
  const sweeps = startSweeps({
    db,
    psps,
    clock,
    log,
    alert,
    everyMs: config.psp.sweepEvery_ms,
    received: sales.compareReceived,
    sent: (pspAccountId, items) =>
      compareSent({ ...cashoutDeps, forgotten: lost, passAccountNumbers: passNumbers }, pspAccountId, items),
    onOrphans: lost,
  })
  resources.defer(() => sweeps.stop())
  psps.onRecovered(pspAccountId => {
    inbox.wake()
    sweeps.recovered(pspAccountId)
  })

  const disputes = openDisputes(resources, infrastructure, { outbox })
  const reconciliation = openReconciliation(resources, infrastructure)
  const requestTogether = (requests: CashoutRequest[]) =>
    pressure.during(requests.length, () => requestAround({ ...shared, ...rules }, requests))

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
    if (hint.about === 'received') return sales.handleIncoming(pspAccountId, hint.endToEndId)
    const accountId = accountOfPspId(hint.payoutId)
    return accountId === null ? 'done' : pollStatus(cashoutDeps, accountId, hint.payoutId, false)
  }

  return {
    request: batched(requestTogether),
    payouts,
    retryCashout: (cashout, by) => retryCashout(cashoutDeps, cashout, by),
    decideAnomaly: request => decideAnomaly(shared, request),
    sales,
    disputes,
    reconciliation,
    inbox,
  }
}
