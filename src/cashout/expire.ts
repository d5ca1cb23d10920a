// A cashout for which nobody has agreed in time is cancelled, and its account hears of it.
import { THE_HOUSE } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { type CashoutKey, keyText } from './cashout.ts'
import { findCashout, lockCashouts, putOff } from './store.ts'
import { endUnsent, proveUnsent, stillUnsent, type UnsentNeeds } from './unsent.ts'
import { findWaits } from './wait-store.ts'

/** Its time may not have come, and it may wait no longer: then it is left alone. */
export async function expireWait(needs: UnsentNeeds, key: CashoutKey): Promise<void> {
  const found = await findCashout(needs.db, key.accountId, { number: key.id })
  const wait = (await findWaits(needs.db, [key])).get(keyText(key))
  if (found?.waiting !== true || wait === undefined) return
  const now = needs.clock()
  if (wait.expiresAt > now) return needs.db.transaction(tx => waitOn(tx, key, wait.expiresAt))
  const proof = await proveUnsent(needs, found)
  const born = await needs.db.transaction(async tx => {
    const books = await openBooks(tx, [key.accountId], now)
    const [cashout] = await lockCashouts(tx, [key])
    if (cashout?.waiting !== true) return []
    if (proof instanceof Failure || (await stillUnsent(tx, proof)) !== null) {
      await putOff(tx, [key], new Date(now.getTime() + MINUTE_MS))
      return []
    }
    const entry = { actor: THE_HOUSE, action: 'cashout.expired', detail: { reasons: wait.reasons } }
    const ending = { outcome: 'EXPIRED' as const, failure: EXPIRED, entry }
    return (await endUnsent(tx, needs.outbox, books, cashout, ending, now)).born
  })
  needs.outbox.send(born)
}

/** Unless somebody has just let it go, or ended it. */
async function waitOn(tx: Transaction, key: CashoutKey, until: Date): Promise<void> {
  const [cashout] = await lockCashouts(tx, [key])
  if (cashout?.waiting === true) await putOff(tx, [key], until)
}

const EXPIRED = { code: 'APPROVAL_EXPIRED', message: 'Nobody approved it in time' }
