// A payout whose outcome cannot be found out and that must not be sent again: it is kept for a person, once, and the alarm
// rings in the same commit. It goes on being asked about, and its hold stays.

import { about } from '#kernel/alarm-subject.ts'
import type { Anomaly } from './anomaly.ts'
import { hasOpenAnomaly, insertAnomaly } from './anomaly-store.ts'
import type { FoundAttempt } from './attempt-store.ts'
import type { Cashout } from './cashout.ts'
import { lockCashouts } from './store.ts'
import type { SubmitNeeds } from './submit.ts'

export async function keepUnknown(needs: SubmitNeeds, attempt: FoundAttempt, reason: string): Promise<void> {
  await needs.db.transaction(async tx => {
    const now = needs.clock()
    const [cashout] = await lockCashouts(tx, [attempt])
    if (cashout?.state !== 'submitted' || (await hasOpenAnomaly(tx, attempt, 'OUTCOME_UNKNOWN'))) return
    const anomaly = unknownOf(cashout, attempt, reason, now)
    await insertAnomaly(tx, anomaly, now)
    await needs.alarmIn(tx, 'what became of a payout cannot be found out', {
      ...anomaly,
      ...about('cashout', anomaly),
    })
  })
}

const unknownOf = (cashout: Cashout, attempt: FoundAttempt, reason: string, now: Date): Anomaly => ({
  accountId: cashout.accountId,
  id: cashout.id,
  kind: 'OUTCOME_UNKNOWN',
  pspAccountId: attempt.pspAccountId,
  ours: { state: cashout.state, netCentavos: cashout.net.toString(), payoutId: cashout.payoutId },
  // The time tells it from an earlier one, after which a person had it sent again.
  theirs: { state: 'unknown', reason, askedAt: now.toISOString() },
})
