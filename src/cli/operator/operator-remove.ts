// Shows the operators, and removes one where the panel cannot be reached. What takes two persons there takes two here: one of
// them is named, and another one confirms it in the panel.
import { THE_GATEWAY } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import {
  type OperatorMail,
  REMOVE_OPERATOR,
  type Removed,
  removeOperatorCommand,
  requestRemoval,
} from '#member/operator/remove.ts'
import { listOperators } from '#member/operator/store.ts'
import { propose } from '#proposal/propose.ts'

export interface RemoveDeps {
  db: Database
  clock: Clock
  mail: OperatorMail
}

/** `unknown`: no operator has this address. `tooFewApprovers`: there are others, so one of these has to be named. Nothing was done then. */
export type OperatorRemoved = Removed | Failure | { unknown: string } | { tooFewApprovers: string[] }

export async function removeOperator(
  { db, clock, mail }: RemoveDeps,
  { email, by }: { email: string; by: string | null },
): Promise<OperatorRemoved> {
  const all = await listOperators(db)
  const withAddress = (address: string | null) => all.find(one => one.email === address?.toLowerCase())
  const operator = withAddress(email)
  if (operator === undefined) return { unknown: email }
  const others = all.filter(one => one !== operator)
  const asking = withAddress(by)
  if (others.length >= 2 && asking === undefined) return { tooFewApprovers: others.map(one => one.email) }
  return requestRemoval(
    {
      db,
      clock,
      mail,
      propose: request => propose({ db, clock, commands: { [REMOVE_OPERATOR]: removeOperatorCommand(mail) } }, request),
    },
    {
      userId: operator.userId,
      actor: THE_GATEWAY,
      reason: 'At the command line',
      by: asking === undefined ? null : { id: asking.userId, address: 'command line' },
    },
  )
}
