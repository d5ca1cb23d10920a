// The last word that was missing lets a cashout go. Where it can be sent at this moment, its sending begins in the commit of
// that word, so that nothing comes between: no cancellation, no stop, no other word. Where it cannot, because its PSP rests or
// is switched off, it is left to be sent like any other, and can be cancelled until then.
import type { Transaction } from '#db/postgres.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import { beginNow, type Readiness, type ReadyNeeds } from './attempt.ts'
import type { Cashout } from './cashout.ts'
import type { UnsentNeeds } from './unsent.ts'
import { approveAddress, endWaits, type KeptWait, leaveToSend } from './wait-store.ts'

/** Of whoever has a word that may be the last. */
export type LastWordNeeds = UnsentNeeds & ReadyNeeds

export interface Gone {
  cashout: Cashout
  born: Born
}

/** Under the locks of the wallet and of the cashout. */
export async function letGo(
  tx: Transaction,
  outbox: Outbox,
  readiness: Readiness | null,
  { cashout, wait }: { cashout: Cashout; wait: KeptWait },
  now: Date,
): Promise<Gone> {
  const begun = readiness === null ? null : await beginNow(tx, outbox, readiness, cashout, now)
  if (begun === null) await leaveToSend(tx, cashout, now)
  await endWaits(tx, [cashout], 'APPROVED', now)
  const byMember = wait.votes.some(vote => vote.byKind === 'member' && vote.decision === 'APPROVED' && vote.counts)
  if (byMember && wait.address !== null) await approveAddress(tx, cashout.accountId, wait.address, now)
  return begun ?? { cashout: { ...cashout, waiting: false }, born: [] }
}

/** Every approval that was asked for is there, of people who may still give it. Whoever asks has locked them. */
export function isAgreed({ approvalsNeeded, operatorNeeded, checkState, votes }: KeptWait): boolean {
  const approved = votes.filter(({ decision, counts }) => decision === 'APPROVED' && counts)
  const people = new Set(approved.filter(({ byKind }) => byKind === 'member').map(({ byId }) => byId))
  const byOperator = approved.some(({ byKind }) => byKind === 'operator')
  return people.size >= approvalsNeeded && (byOperator || !operatorNeeded) && checkState !== 'OWED'
}
