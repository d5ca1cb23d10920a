// One request under a key of its own: it is decided where it is new and replayed where it was answered before, and its answer is
// kept in the transaction that makes it true. Only for verbs that end with their transaction; those that decide in batches
// take keyed-batch.ts.
import type { Transaction } from '#db/postgres.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Answer, Replayed } from './answer.ts'
import { beginKeys } from './begin.ts'
import type { KeyRequest } from './key.ts'
import { keyedBatch, keysOf } from './keyed-batch.ts'
import { finishKeys, forgetKeys } from './store.ts'

/** A request, under a key or not. */
export interface Keyed {
  key?: KeyRequest | null
}

export interface Deciding<Outcome> {
  now: Date
  decide: () => Promise<Outcome>
  /** null: it is not kept, and the key is as unused as before. */
  answerOf: (outcome: Outcome) => Answer | null
}

/** Before any other lock: the same request at the same moment waits for the key. */
export async function underKey<Request extends Keyed, Outcome>(
  tx: Transaction,
  request: Request,
  { now, decide, answerOf }: Deciding<Outcome>,
): Promise<Outcome | Replayed | Failure> {
  const batch = keyedBatch<Request, Outcome>([request], await beginKeys(tx, keysOf([request]), now), answerOf)
  const decided = batch.fresh.length === 0 ? [] : [await decide()]
  const [kept, forgotten] = [batch.answersToKeep(decided), batch.keysToForget(decided)]
  if (kept.length > 0) await finishKeys(tx, kept)
  if (forgotten.length > 0) await forgetKeys(tx, forgotten)
  return batch.outcomes(decided)[0] as Outcome | Replayed | Failure
}
