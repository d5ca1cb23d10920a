// Work under a key that is held. It keeps its own answers; where it comes to none, or fails, the key is free for the next request at once.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { type Hold, releaseKeys } from './store.ts'

export interface ReleasingDeps {
  db: Database
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** `hold` null: the request has no key. `isAnswered`: the answer is kept under it. */
export async function releasing<Outcome>(
  deps: ReleasingDeps,
  hold: Hold | null,
  work: () => Promise<Outcome>,
  isAnswered: (outcome: Outcome) => boolean = outcome => !(outcome instanceof Failure),
): Promise<Outcome> {
  if (hold === null) return work()
  try {
    const outcome = await work()
    if (!isAnswered(outcome)) await release(deps, hold)
    return outcome
  } catch (error) {
    await release(deps, hold)
    throw error
  }
}

/** The caller hears of what became of the work, and not of this: a key that cannot be released is free when its hold ends. */
async function release({ db, log }: ReleasingDeps, hold: Hold): Promise<void> {
  try {
    await releaseKeys(db, [hold])
  } catch (error) {
    const { route } = hold.request
    log.warn({ err: error, route, subject: hold.subjectId }, 'an idempotency key could not be released')
  }
}
