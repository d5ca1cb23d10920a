// What a caller is answered when the database, and nothing else, is the reason why a request failed: later, please. Everything
// that is not named here is a fault of ours.
import { Failure } from '#kernel/failure.ts'
import { CommitInDoubt, ConnectionTrouble, isDivisible, isOfClosedDay, sqlState } from './postgres.ts'

// Deadlocks and conflicts that outlived their repetitions, a lock that nobody gave back in time, a statement or a transaction
// that took too long, and a server that has become another's copy: none of them says anything about the request.
const LATER = /^(40|55P03|57014|25P0[34]|25006)/

const RETRY_AFTER_SECONDS = 1

// A commit whose answer was lost may stand, so no caller is answered that nothing has happened.
const UNAVAILABLE =
  'The service is briefly unavailable; please try again. Send the same Idempotency-Key, or look first whether it was done.'

const CLOSED_RETRY_AFTER_SECONDS = 60

/** Null for what would fail again. */
export function passingFailure(error: unknown): Failure | null {
  if (isOfClosedDay(error)) return ofClosedDay(String(error))
  const isAway = error instanceof ConnectionTrouble || error instanceof CommitInDoubt
  if (!isAway && !LATER.test(sqlState(error) ?? '')) return null
  return new Failure('UNAVAILABLE', UNAVAILABLE, { context: String(error), retryAfterSeconds: RETRY_AFTER_SECONDS })
}

const ofClosedDay = (known: string) =>
  new Failure('UNAVAILABLE', 'Nothing was done: the books of this moment are closed. Please try again later.', {
    context: known,
    retryAfterSeconds: CLOSED_RETRY_AFTER_SECONDS,
  })

/**
 * Whether the halves of a batch that failed with this error are to be tried by themselves: one of it has spoilt it. Halves of one
 * that blocked another transaction would only block it twice.
 */
export const isWorthHalving = (error: unknown): boolean => isDivisible(error) && passingFailure(error) === null
