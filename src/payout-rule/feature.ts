// Payout rules as the rest of the gateway sees them: how they are read and changed, and the figures by which velocity limits judge.
import type { Transaction } from '#db/postgres.ts'
import type { Failure } from '#kernel/failure.ts'
import { startPayoutFigures } from './figures.ts'
import { openRuleOperations, type PayoutRuleDeps, type RuleOperations } from './manage.ts'
import { refusedFewer } from './rule.ts'
import { lockRule } from './store.ts'

export interface PayoutRules extends RuleOperations, AsyncDisposable {
  /** Why the account may not have fewer people. Its rule is locked until they have changed. */
  refusedFew(tx: Transaction, accountId: number, people: { before: number; after: number }): Promise<Failure | null>
}

export function openPayoutRules(deps: PayoutRuleDeps): PayoutRules {
  const figures = startPayoutFigures(deps)
  return {
    ...openRuleOperations(deps),
    refusedFew: async (tx, accountId, people) =>
      refusedFewer((await lockRule(tx, accountId, deps.clock())).approval, people),
    [Symbol.asyncDispose]: () => figures.stop(),
  }
}
