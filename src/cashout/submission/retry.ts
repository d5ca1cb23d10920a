// An operator retries a cashout before it is due. What has not left the gateway is sent at once, by the usual worker; what may
// have left is polled, and never sent because of this.
import { operator, type Person, record } from '#audit/audit.ts'
import { Failure } from '#kernel/failure.ts'
import type { Cashout } from '../cashout.ts'
import type { Submission } from '../deps.ts'
import { detailOf } from '../end-before-submission.ts'
import { listAttempts, makeDue } from '../operator/store.ts'
import { pollStatus } from './poll-status.ts'

/** null when it is on its way. */
export async function retryCashout(deps: Submission, cashout: Cashout, by: Person): Promise<Failure | null> {
  const { accountId, uuid } = cashout
  const last = (await listAttempts(deps.db, cashout)).at(-1)
  // An attempt that is 'asked' with a detail has certainly not left the gateway.
  const hasLeft = last !== undefined && !(last.outcome === 'asked' && last.detail !== null)
  const isOpen = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const isDue = hasLeft ? cashout.state === 'submitted' : await makeDue(tx, cashout, now)
    const what = { action: 'cashout.retried', subject: 'cashout', subjectId: uuid, detail: detailOf(cashout) }
    if (isDue) await record(tx, [{ accountId, actor: operator(by), ...what }], now)
    return isDue
  })
  if (!isOpen) return new Failure('CONFLICT', 'This cashout is not on its way: it has ended, or waits for somebody')
  if (hasLeft) await pollStatus(deps, accountId, last.payoutId, false)
  return null
}
