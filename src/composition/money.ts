// Money in and money out: the features, with the work that they owe, and what the PSPs tell us of both.
import { passAccountNumbers } from '#account/store.ts'
import { type Cashouts, openCashouts } from '#cashout/feature.ts'
import { batched } from '#db/batched.ts'
import { type DueReserves, releaseReserves } from '#hold/reserve/release.ts'
import { startReleaseWork } from '#hold/reserve/worker.ts'
import { startKeyClearing } from '#idempotency/work.ts'
import { DEFAULT_PRESSURE, openPressure } from '#kernel/concurrency/pressure.ts'
import { DAY_MS } from '#kernel/time.ts'
import { openPayoutFigures } from '#payout-rule/figures.ts'
import type { Applied, Inbox } from '#psp/inbox/inbox.ts'
import type { Hint } from '#psp/port.ts'
import { openSales, type Sales } from '#sale/feature.ts'
import { type DisputeOperations, openDisputes } from './disputes.ts'
import type { Events } from './events.ts'
import type { Infrastructure } from './infrastructure.ts'

import { openReconciliation, type ReconciliationOperations } from './reconciliation.ts'

export interface Money {
  cashouts: Cashouts
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
  const cashouts = resources.use(
    openCashouts({
      ...shared,
      pspTimeoutMs,
      lookupWaitsMs,
      belowMinimum: config.belowMinimum,
      strictPixKeys: config.strictPixKeys,
      pressure,
      approvalCalls: {
        publicOnly: config.production,
        proxy: config.egressProxy,
        brand: config.brand,
        openSecret: infrastructure.secretBox.open,
      },
      forgotten: lost,
      async passAccountNumbers(upTo) {
        await passAccountNumbers(db, upTo)
      },
    }),
  )
  resources.use(openPayoutFigures(shared))
  const sales = resources.use(openSales({ ...shared, pspTimeoutMs, lookupWaitsMs }))
  const release = batched((dues: DueReserves[]) => releaseReserves(shared, dues), calm)
  const releaseWork = startReleaseWork({ ...shared, release })
  resources.defer(() => releaseWork.stop())
  const keyClearing = startKeyClearing(shared)
  resources.defer(() => keyClearing.stop())
  const inbox = psps.follow({
    apply,
    received: sales.compareReceived,
    sent: cashouts.compareSent,
    onOrphans: lost,
  })

  const disputes = openDisputes(resources, infrastructure, { outbox })
  const reconciliation = openReconciliation(resources, infrastructure)
  /** Payments of ours that this database knows nothing of: it has lost commits, and perhaps more of them before. */
  async function lost(pspAccountId: number, orphans: number, seenFrom: Date = clock()): Promise<void> {
    const usual = await recovery.defaultFrom()
    const dayBefore = new Date(seenFrom.getTime() - DAY_MS)
    const reason = `The PSP account ${pspAccountId} has paid ${orphans} times what this database knows nothing of`
    await recovery.enter(reason, dayBefore < usual ? dayBefore : usual)
  }

  async function apply(pspAccountId: number, hint: Hint): Promise<Applied> {
    if (hint.about === 'received') return sales.handleIncoming(pspAccountId, hint.endToEndId)
    return cashouts.pollStatus(hint.payoutId)
  }

  return {
    cashouts,
    sales,
    disputes,
    reconciliation,
    inbox,
  }
}
