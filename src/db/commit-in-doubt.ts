// A transaction whose COMMIT may stay without an answer: the connection broke after COMMIT was sent, so that what was decided
// stands or does not. One look at what it would have written decides which. The work itself is never repeated.
import { CommitInDoubt, type Database, patiently, type Transaction } from './postgres.ts'

export interface DoubtfulCommit<Decided> {
  work: (tx: Transaction) => Promise<Decided>
  /**
   * Whether what was decided is in the database. It first waits for a lock that `work` held: the lost transaction may still be
   * committing. It is asked again for as long as the database cannot be reached.
   */
  isCommitted: (decided: Decided) => Promise<boolean>
}

export interface Committed<Decided> {
  decided: Decided
  /** The answer to the COMMIT was lost, and what was decided was found in the database. */
  wasInDoubt: boolean
}

/** Throws CommitInDoubt where the look finds nothing, or fails itself: any other error would claim that nothing has happened. */
export async function commitOrLookUp<Decided>(
  db: Database,
  { work, isCommitted }: DoubtfulCommit<Decided>,
): Promise<Committed<Decided>> {
  // A transaction that is tried again decides again: the last decision is the one that was committed.
  let last: { decided: Decided } | null = null
  const remember = async (tx: Transaction) => {
    const decided = await work(tx)
    last = { decided }
    return decided
  }
  try {
    return { decided: await db.transaction(remember), wasInDoubt: false }
  } catch (error) {
    if (!(error instanceof CommitInDoubt)) throw error
    return { decided: await lookUp(last, isCommitted, error), wasInDoubt: true }
  }
}

async function lookUp<Decided>(
  last: { decided: Decided } | null,
  isCommitted: DoubtfulCommit<Decided>['isCommitted'],
  doubt: CommitInDoubt,
): Promise<Decided> {
  if (last === null) throw doubt
  let isThere: boolean
  try {
    isThere = await patiently(() => isCommitted(last.decided))
  } catch (trouble) {
    throw new CommitInDoubt(new AggregateError([doubt.cause, trouble], 'and looking for it failed'))
  }
  if (!isThere) throw doubt
  return last.decided
}
