// Whether a batch of requests whose COMMIT got no answer is in the database. A batch is one commit: if one of its rows is
// there, all are.
import type { Database, Transaction } from '#db/postgres.ts'
import { isAnswerKept } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { findCashout } from '../store.ts'
import { answersOf } from '../wire.ts'
import type { CashoutRequest, RequestOutcome } from './request.ts'

export async function areCommitted(
  { db, clock }: { db: Database; clock: Clock },
  requests: CashoutRequest[],
  outcomes: RequestOutcome[],
): Promise<boolean> {
  const trace = traceOf(requests, outcomes)
  if (trace === null) return true
  return db.transaction(async tx => {
    const now = clock()
    // The lost transaction may still hold the wallet: this waits for its end.
    await openBooks(tx, [trace.accountId], now)
    return trace.isThere(tx, now)
  })
}

interface Trace {
  accountId: number
  isThere: (tx: Transaction, now: Date) => Promise<boolean>
}

/** A cashout, or else a refusal that was to be kept; null where nothing was written. */
function traceOf(requests: CashoutRequest[], outcomes: RequestOutcome[]): Trace | null {
  for (const outcome of outcomes) {
    if (outcome instanceof Failure || 'replayed' in outcome) continue
    const { accountId, id } = outcome.cashout
    return { accountId, isThere: async tx => (await findCashout(tx, accountId, { number: id })) !== null }
  }
  for (const [n, request] of requests.entries()) {
    const { key, accountId } = request
    const outcome = outcomes[n]
    if (!key || !(outcome instanceof Failure) || answersOf(request).refused(outcome) === null) continue
    return { accountId, isThere: (tx, now) => isAnswerKept(tx, key, now) }
  }
  return null
}
