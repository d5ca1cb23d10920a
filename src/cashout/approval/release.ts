// The last approval starts the submission, in the same commit, so that no cancellation, no block of payouts and no other vote comes
// between. Where the cashout cannot be submitted at that moment, because the circuit of its PSP is open or the PSP is switched off,
// it waits for its submission like any other, and can be cancelled until then.
import type { Transaction } from '#db/postgres.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import type { Cashout } from '../cashout.ts'
import { beginNow, type Readiness } from '../submission/attempt.ts'
import { approveAddress, endApprovals, leaveToSubmit, type StoredApproval } from './store.ts'

export interface Released {
  cashout: Cashout
  pendingDeliveries: PendingDeliveries
}

/** Under the locks of the wallet and of the cashout. */
export async function releaseForSubmission(
  tx: Transaction,
  outbox: Outbox,
  readiness: Readiness | null,
  { cashout, approval }: { cashout: Cashout; approval: StoredApproval },
  now: Date,
): Promise<Released> {
  const begun = readiness === null ? null : await beginNow(tx, outbox, readiness, cashout, now)
  if (begun === null) await leaveToSubmit(tx, cashout, now)
  await endApprovals(tx, [cashout], 'APPROVED', now)
  const byMember = approval.votes.some(vote => vote.byKind === 'member' && vote.decision === 'APPROVED' && vote.counts)
  if (byMember && approval.address !== null) await approveAddress(tx, cashout.accountId, approval.address, now)
  return begun ?? { cashout: { ...cashout, waiting: false }, pendingDeliveries: [] }
}

/** Every required approval exists, from people who still have the right to give it. The caller has locked them. */
export function isAgreed({ approvalsNeeded, operatorNeeded, checkState, votes }: StoredApproval): boolean {
  const approved = votes.filter(({ decision, counts }) => decision === 'APPROVED' && counts)
  const people = new Set(approved.filter(({ byKind }) => byKind === 'member').map(({ byId }) => byId))
  const byOperator = approved.some(({ byKind }) => byKind === 'operator')
  return people.size >= approvalsNeeded && (byOperator || !operatorNeeded) && checkState !== 'OWED'
}
