// The last word that was missing lets a cashout go. Where it can be sent at this moment, its sending begins in the commit of
// that word, so that nothing comes between: no cancellation, no stop, no other word. Where it cannot, because its PSP rests or
// is switched off, it is left to be sent like any other, and can be cancelled until then.
import type { Transaction } from '#db/postgres.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import type { Cashout } from '../cashout.ts'
import type { EndBeforeSubmissionDeps } from '../end-before-submission.ts'
import { beginNow, type Readiness, type ReadyDeps } from '../submission/attempt.ts'
import { approveAddress, endApprovals, leaveToSubmit, type StoredApproval } from './store.ts'

/** Of whoever has a word that may be the last. */
export type LastWordDeps = EndBeforeSubmissionDeps & ReadyDeps

export interface ReleasedCashout {
  cashout: Cashout
  pendingDeliveries: PendingDeliveries
}

/** Under the locks of the wallet and of the cashout. */
export async function releaseForSubmission(
  tx: Transaction,
  outbox: Outbox,
  readiness: Readiness | null,
  { cashout, wait: approval }: { cashout: Cashout; wait: StoredApproval },
  now: Date,
): Promise<ReleasedCashout> {
  const begun = readiness === null ? null : await beginNow(tx, outbox, readiness, cashout, now)
  if (begun === null) await leaveToSubmit(tx, cashout, now)
  await endApprovals(tx, [cashout], 'APPROVED', now)
  const byMember = approval.votes.some(vote => vote.byKind === 'member' && vote.decision === 'APPROVED' && vote.counts)
  if (byMember && approval.address !== null) await approveAddress(tx, cashout.accountId, approval.address, now)
  return begun ?? { cashout: { ...cashout, waiting: false }, pendingDeliveries: [] }
}

/** Every approval that was asked for is there, of people who may still give it. Whoever asks has locked them. */
export function isAgreed({ approvalsNeeded, operatorNeeded, checkState, votes }: StoredApproval): boolean {
  const approved = votes.filter(({ decision, counts }) => decision === 'APPROVED' && counts)
  const people = new Set(approved.filter(({ byKind }) => byKind === 'member').map(({ byId }) => byId))
  const byOperator = approved.some(({ byKind }) => byKind === 'operator')
  return people.size >= approvalsNeeded && (byOperator || !operatorNeeded) && checkState !== 'OWED'
}
