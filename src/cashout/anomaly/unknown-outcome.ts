// A payout with an unknown outcome that must not be sent again: one anomaly is stored for a person, and the alert is raised in the
// same commit. The status is still polled, and the hold stays.

import { about } from '#kernel/alert-subject.ts'
import type { Cashout } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { lockCashouts } from '../store.ts'
import type { FoundAttempt } from '../submission/attempt-store.ts'
import type { Anomaly } from './anomaly.ts'
import { hasOpenAnomaly, insertAnomaly } from './store.ts'

export async function keepUnknown(deps: CashoutDeps, attempt: FoundAttempt, reason: string): Promise<void> {
  await deps.db.transaction(async tx => {
    const now = deps.clock()
    const [cashout] = await lockCashouts(tx, [attempt])
    if (cashout?.state !== 'submitted' || (await hasOpenAnomaly(tx, attempt, 'OUTCOME_UNKNOWN'))) return
    const anomaly = unknownOf(cashout, attempt, reason, now)
    await insertAnomaly(tx, anomaly, now)
    await deps.alerts.raiseInTx(tx, 'CASHOUT_OUTCOME_UNKNOWN', anomaly, about('cashout', anomaly))
  })
}

const unknownOf = (cashout: Cashout, attempt: FoundAttempt, reason: string, now: Date): Anomaly => ({
  accountId: cashout.accountId,
  id: cashout.id,
  kind: 'OUTCOME_UNKNOWN',
  pspAccountId: attempt.pspAccountId,
  ours: { state: cashout.state, netCentavos: cashout.net.toString(), payoutId: cashout.payoutId },
  // The time distinguishes it from an earlier anomaly, after which a person had the payout sent again.
  theirs: { state: 'unknown', reason, askedAt: now.toISOString() },
})
