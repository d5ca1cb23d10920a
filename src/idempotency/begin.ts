// A request with a key begins: it is the first, or goes on with what an earlier one left, or gets the answer that was given.
// It runs in the transaction of the verb, before any other lock, and over a batch. Keys are locked in one order, so a request
// whose twin is being decided in another transaction waits for that commit and then sees what came of it.
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Answer } from './answer.ts'
import { KEY_HEADER, type KeyRequest } from './key.ts'
import { findKept, insertFreeKeys, type Kept, keyText } from './store.ts'

export type Begun =
  /** Nobody has asked for this before. The key must be held, finished or forgotten in the same transaction. */
  | { kind: 'fresh' }
  /** An earlier request began this and got no answer that stays; nobody is at work on it now. */
  | { kind: 'resume'; subjectId: bigint }
  | { kind: 'replay'; answer: Answer }
  /**
   * The same key and the same request as the batch's request at this place, which stands before it and whose outcome is its own
   * as well. Only where requests are begun in batches, as cashouts are.
   */
  | { kind: 'twin'; of: number }
  | Failure

const KEPT_MS = 2 * DAY_MS
const IN_FLIGHT_SECONDS = 2

/**
 * One answer for each request, in their order. A fresh key is claimed, so that the next request with it waits for this commit.
 */
export async function beginKeys(tx: Transaction, requests: KeyRequest[], now: Date): Promise<Begun[]> {
  if (requests.length === 0) return []
  const distinct = firstOfEach(requests)
  const fresh = await insertFreeKeys(tx, distinct, now, expiryOf(now))
  const known = await findKept(
    tx,
    distinct.filter(request => !fresh.has(keyText(request))),
  )
  return judgeAll(requests, known, now)
}

/**
 * The same for verbs whose requests of one account wait for each other already, as those do that hold the account's wallet, and
 * that end with their transaction. Nothing is claimed: `keepAnswers` writes each key once, with its answer, in that transaction.
 */
export async function findKeys(tx: Transaction, requests: KeyRequest[], now: Date): Promise<Begun[]> {
  if (requests.length === 0) return []
  return judgeAll(requests, await findKept(tx, firstOfEach(requests)), now)
}

export const expiryOf = (now: Date) => new Date(now.getTime() + KEPT_MS)

const firstOfEach = (requests: KeyRequest[]) => [
  ...new Map(requests.toReversed().map(request => [keyText(request), request])).values(),
]

/**
 * A fresh key belongs to the first request of the batch that uses it: the others share that outcome, or are refused because the
 * key was used with another body. So it would be one by one, but where that outcome is not kept: then each would have been
 * decided for itself, as it is when it is sent again.
 */
function judgeAll(requests: KeyRequest[], known: Map<string, Kept>, now: Date): Begun[] {
  const firsts = new Map<string, { request: KeyRequest; n: number }>()
  return requests.map((request, n) => {
    const text = keyText(request)
    const kept = known.get(text)
    const live = kept !== undefined && kept.expiresAt > now ? kept : null
    const first = firsts.get(text)
    if (!(live ?? first?.request ?? request).askHash.equals(request.askHash)) return reused()
    const begun: Begun = live === null ? { kind: 'fresh' } : judge(live, now)
    if (begun instanceof Failure || begun.kind === 'replay') return begun
    if (first !== undefined) return { kind: 'twin', of: first.n }
    firsts.set(text, { request, n })
    return begun
  })
}

function judge(kept: Kept, now: Date): Begun {
  if (kept.answer !== null) return { kind: 'replay', answer: kept.answer }
  if (kept.busyUntil !== null && kept.busyUntil > now) return inFlight()
  return kept.subjectId === null ? { kind: 'fresh' } : { kind: 'resume', subjectId: kept.subjectId }
}

const reused = () => new Failure('IDEMPOTENCY_KEY_REUSED', `${KEY_HEADER}: was used before, with another body`)

const inFlight = () =>
  new Failure('IDEMPOTENCY_IN_FLIGHT', `${KEY_HEADER}: a request with this key is being worked on; please try again`, {
    retryAfterSeconds: IN_FLIGHT_SECONDS,
  })
