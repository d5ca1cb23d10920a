// Cashouts that this database holds as requested although the PSP has them: the database was restored to a moment before they
// were submitted. Their payout ids are derived from the cashouts, so each is recognised, becomes submitted, and its status is
// polled. The outcome in the list is not used, and the cashout is never sent a second time.

import { about } from '#kernel/alert-subject.ts'
import { payoutIdOf } from '#kernel/ids.ts'
import { endApprovals } from '../approval/store.ts'
import { type Cashout, moved } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { publish } from '../events.ts'
import { lockRequested, updateCashouts } from '../store.ts'
import { insertAttempts } from '../submission/attempt-store.ts'
import type { Orphan } from './restore.ts'

/** Answers the payout ids for which cashouts were found. */
export async function adoptSent(deps: CashoutDeps, pspAccountId: number, orphans: Orphan[]): Promise<Set<string>> {
  if (orphans.length === 0) return new Set()
  const sent = new Set(orphans.map(({ payout }) => payout.payoutId))
  const accountIds = [...new Set(orphans.map(({ accountId }) => accountId))]
  const { adopted, pendingDeliveries } = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const adopted = (await lockRequested(tx, accountIds)).flatMap(cashout => underWay(cashout, sent, now))
    if (adopted.length === 0) return { adopted, pendingDeliveries: [] }
    const attempts = adopted.map(({ accountId, id, payoutId }) => ({ accountId, id, payoutId, pspAccountId }))
    await insertAttempts(tx, attempts, 'unknown', now)
    await updateCashouts(tx, adopted, now)
    await endApprovals(tx, adopted, 'SENT_BEFORE', now)
    for (const { accountId, id, uuid: cashout, payoutId } of adopted) {
      const params = { accountId, payoutId, pspAccountId, cashout }
      await deps.alerts.raiseInTx(tx, 'CASHOUT_SENT_BEFORE_RESTORE', params, about('cashout', { accountId, id }))
    }
    return { adopted, pendingDeliveries: (await publish(tx, deps.outbox, adopted, now)).flat() }
  })
  deps.outbox.send(pendingDeliveries)
  return new Set(adopted.map(({ payoutId }) => payoutId))
}

function underWay(cashout: Cashout, sent: Set<string>, now: Date): (Cashout & { payoutId: string })[] {
  const payoutId = payoutIdOf(cashout.accountId, cashout.uuid)
  return sent.has(payoutId) ? [{ ...moved(cashout, 'submitted', now, { payoutId }), payoutId }] : []
}
