// A request with a key begins: it is the first, or goes on with what an earlier one left, or gets the answer that was given.
// It runs in the transaction of the verb, before any other lock, and over a batch. Keys are locked in one order, so a request
// whose twin is being decided in another transaction waits for that commit and then sees what came of it.
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Answer } from './answer.ts'
import { KEY_HEADER, type KeyAsk } from './key.ts'
import { claimKeys, findKept, type Kept, keyText } from './store.ts'

export type Begun =
  /** Nobody has asked for this before. The key must be held, finished or forgotten in the same transaction. */
  | { kind: 'fresh' }
  /** An earlier request began this and got no answer that stays; nobody is at work on it now. */
  | { kind: 'resume'; subjectId: bigint }
  | { kind: 'replay'; answer: Answer }
  /**
   * The same key and the same request as the batch's ask of this place, which stands before it and whose outcome is its own
   * as well. Only where requests are begun in batches, as cashouts are; who begins one at a time never meets it.
   */
  | { kind: 'twin'; of: number }
  | Failure

const KEPT_MS = 2 * DAY_MS
const IN_FLIGHT_SECONDS = 2

/** One answer for each ask, in their order. */
export async function beginKeys(tx: Transaction, asks: KeyAsk[], now: Date): Promise<Begun[]> {
  if (asks.length === 0) return []
  const first = new Map<string, number>()
  for (const [n, ask] of asks.entries()) if (!first.has(keyText(ask))) first.set(keyText(ask), n)
  const distinct = [...first.values()].map(n => asks[n] as KeyAsk)
  const fresh = await claimKeys(tx, distinct, now, new Date(now.getTime() + KEPT_MS))
  const known = await findKept(
    tx,
    distinct.filter(ask => !fresh.has(keyText(ask))),
  )
  return asks.map((ask, n) => {
    const at = first.get(keyText(ask)) as number
    if (at !== n) return (asks[at] as KeyAsk).askHash.equals(ask.askHash) ? { kind: 'twin', of: at } : reused()
    const kept = known.get(keyText(ask))
    return kept === undefined ? { kind: 'fresh' } : judge(kept, ask, now)
  })
}

function judge(kept: Kept, ask: KeyAsk, now: Date): Begun {
  if (!kept.askHash.equals(ask.askHash)) return reused()
  if (kept.answer !== null) return { kind: 'replay', answer: kept.answer }
  if (kept.busyUntil !== null && kept.busyUntil > now) return inFlight()
  return kept.subjectId === null ? { kind: 'fresh' } : { kind: 'resume', subjectId: kept.subjectId }
}

const reused = () => new Failure('IDEMPOTENCY_KEY_REUSED', `${KEY_HEADER}: was used before, with another body`)

const inFlight = () =>
  new Failure('IDEMPOTENCY_IN_FLIGHT', `${KEY_HEADER}: a request with this key is being worked on; please try again`, {
    retryAfterSeconds: IN_FLIGHT_SECONDS,
  })
