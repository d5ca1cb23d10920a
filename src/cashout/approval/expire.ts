// A cashout that is not approved in time is cancelled, and its account gets the event.
import { THE_GATEWAY } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { type CashoutKey, keyText } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { endBeforeSubmission, proveNotSubmitted, stillNotSubmitted } from '../end-before-submission.ts'
import { findCashout, lockCashouts, putOff } from '../store.ts'
import { findApprovals } from './store.ts'

/** A cashout that has not expired, or no longer waits, is left alone. */
export async function expireApproval(deps: CashoutDeps, key: CashoutKey): Promise<void> {
  const found = await findCashout(deps.db, key.accountId, { number: key.id })
  const approval = (await findApprovals(deps.db, [key])).get(keyText(key))
  if (found?.waiting !== true || approval === undefined) return
  const now = deps.clock()
  if (approval.expiresAt > now) return deps.db.transaction(tx => approvalOn(tx, key, approval.expiresAt))
  const proof = await proveNotSubmitted(deps, found)
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const books = await openBooks(tx, [key.accountId], now)
    const [cashout] = await lockCashouts(tx, [key])
    if (cashout?.waiting !== true) return []
    if (proof instanceof Failure || (await stillNotSubmitted(tx, proof)) !== null) {
      await putOff(tx, [key], new Date(now.getTime() + MINUTE_MS))
      return []
    }
    const entry = { actor: THE_GATEWAY, action: 'cashout.expired', detail: { reasons: approval.reasons } }
    const ending = { outcome: 'EXPIRED' as const, failure: EXPIRED, entry }
    return (await endBeforeSubmission(tx, deps.outbox, books, cashout, ending, now)).pendingDeliveries
  })
  deps.outbox.send(pendingDeliveries)
}

/** Unless it was released or ended a moment ago. */
async function approvalOn(tx: Transaction, key: CashoutKey, until: Date): Promise<void> {
  const [cashout] = await lockCashouts(tx, [key])
  if (cashout?.waiting === true) await putOff(tx, [key], until)
}

const EXPIRED = { code: 'APPROVAL_EXPIRED' as const, message: 'Nobody approved it in time' }
