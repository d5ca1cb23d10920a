// What leaves an account by another way than a cashout, to a key that its seller names: it counts in the limits of what leaves by itself.
// Nobody approves it, so above a limit it is refused and not held back.
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { findTerms } from '../terms-store.ts'
import { approvalRequirementOf, type Judged, type Rules } from './policy.ts'
import { addVelocity, readPolicyContext } from './policy-store.ts'

/** Under the lock of its wallet. Counts the amount, and answers true, where no limit holds it back. */
export async function countVelocity(
  tx: Transaction,
  { accountId, amount }: { accountId: number; amount: Centavos },
  now: Date,
): Promise<boolean> {
  const rules = (await findTerms(tx, [accountId])).get(accountId)?.rules
  if (rules === undefined) return true
  const limits: Rules = { ...rules, approval: null }
  // Only a rule of people looks at the key.
  const leaving: Judged = { accountId, amount, pixKey: '', pixKeyType: 'RANDOM' }
  const context = await readPolicyContext(tx, [leaving], () => limits, now)
  if (approvalRequirementOf(limits, context, leaving, now) !== null) return false
  await addVelocity(tx, [leaving], () => limits, now)
  return true
}
