// Up to which number the events are settled: every event with a number up to it is committed, or never will be. Numbers are given
// before the commit, so that a reader who went by the highest number seen would skip what commits late.
import type { Database } from '#db/postgres.ts'
import { makeBatch } from '#kernel/concurrency/batch.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { lastGivenEvent, nextTransaction, oldestTransaction } from './pull-store.ts'

export interface Settled {
  /** As high as can be said within a second; lower while a transaction drags on. Never more than the truth. */
  upTo(): Promise<bigint>
  /** Whether a transaction drags on, so that there are higher numbers of which that could not be said when it was asked last. */
  isBehind(): boolean
}

/** The numbers up to `upTo` were given, then this transaction began; when all older ones have ended they are settled. */
interface Awaited {
  upTo: bigint
  before: bigint
}

const MAX_MS = SECOND_MS
const FIRST_WAIT_MS = 5
const MAX_BATCH = 1_000
const MAX_WAITING = 10_000

export function openSettled(db: Database): Settled {
  let settled = 0n
  let awaited: Awaited | null = null

  /**
   * What did not come about in time is waited for by the next caller, so that a row of long transactions, each overlapping
   * the next, does not hold it up for ever.
   */
  async function settle(): Promise<bigint> {
    const deadline = performance.now() + MAX_MS
    if (awaited !== null && !(await comesAbout(awaited, deadline))) return settled
    const upTo = await lastGivenEvent(db)
    if (upTo === settled) return settled
    // The database is another one now, such as a copy that stood in for it.
    if (upTo < settled) settled = 0n
    awaited = { upTo, before: await nextTransaction(db) }
    await comesAbout(awaited, deadline)
    return settled
  }

  async function comesAbout({ upTo, before }: Awaited, deadline: number): Promise<boolean> {
    for (let waitMs = FIRST_WAIT_MS; (await oldestTransaction(db)) < before; waitMs *= 2) {
      if (performance.now() + waitMs > deadline) return false
      await new Promise(wake => setTimeout(wake, waitMs))
    }
    settled = upTo
    awaited = null
    return true
  }

  const commitBatch = makeBatch<null, bigint>({
    name: 'event.settle',
    flush: async requests => {
      const upTo = await settle()
      return requests.map(() => upTo)
    },
    max: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    divisible: () => false,
  })
  return { upTo: () => commitBatch(null), isBehind: () => awaited !== null }
}
