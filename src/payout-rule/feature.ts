// Payout rules as the rest of the gateway sees them: how they are read and changed, and the figures by which velocity limits judge.
import type { FastifyBaseLogger } from 'fastify'
import { startPayoutFigures } from './figures.ts'
import { openRuleOperations, type RuleOperations, type RuleOperationsDeps } from './manage.ts'

export interface PayoutRules extends RuleOperations, AsyncDisposable {}

export function openPayoutRules(deps: RuleOperationsDeps & { log: FastifyBaseLogger }): PayoutRules {
  const figures = startPayoutFigures(deps)
  return { ...openRuleOperations(deps), [Symbol.asyncDispose]: () => figures.stop() }
}
