// Cashouts as the operator who asks reads them: with what they wait for, and with what this operator may do about it.
import { findOperators, oneOf } from '#access/approver-store.ts'
import type { Queryable } from '#db/postgres.ts'
import { type Cashout, keyText } from './cashout.ts'
import { findStopped } from './stopped.ts'
import { ownPart } from './voter.ts'
import { findWaits } from './wait-store.ts'
import { parkedForm } from './wait-wire.ts'

export async function parkedForms(db: Queryable, cashouts: Cashout[], userId: string, now: Date) {
  const waits = await findWaits(db, cashouts)
  const voter = { userId, as: 'operator' as const, approver: oneOf(await findOperators(db, [userId]), userId) }
  const stopped = await findStopped(db, [...new Set(cashouts.map(({ accountId }) => accountId))])
  return cashouts.map(cashout => {
    const wait = waits.get(keyText(cashout)) ?? null
    const at = { now, stopped: stopped.has(cashout.accountId) }
    return parkedForm(cashout, wait, wait === null ? null : ownPart(cashout, wait, voter, at))
  })
}
