// Cashouts as an operator reads them: with their approval requirements, and with what this operator may do about each.
import { findOperators, oneOf } from '#access/approvers/store.ts'
import type { Queryable } from '#db/postgres.ts'
import { type Cashout, keyText } from '../cashout.ts'
import { findBlockedPayouts } from '../submission/payouts-blocked-store.ts'
import { findApprovals } from './store.ts'
import { ownPart } from './voter.ts'
import { heldBackForm } from './wire.ts'

export async function heldBackForms(db: Queryable, cashouts: Cashout[], userId: string, now: Date) {
  const approvals = await findApprovals(db, cashouts)
  const voter = { userId, as: 'operator' as const, approver: oneOf(await findOperators(db, [userId]), userId) }
  const payoutsBlocked = await findBlockedPayouts(db, [...new Set(cashouts.map(({ accountId }) => accountId))])
  return cashouts.map(cashout => {
    const approval = approvals.get(keyText(cashout)) ?? null
    const at = { now, payoutsBlocked: payoutsBlocked.has(cashout.accountId) }
    return heldBackForm(cashout, approval, approval === null ? null : ownPart(cashout, approval, voter, at))
  })
}
