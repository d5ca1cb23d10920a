// Monitoring against money laundering, as the rest of the gateway sees it: rules find what a person has to look at, people decide, and
// what they decided is kept. It stops no money, and nobody but the operator learns of it.
import type { Failure } from '#kernel/failure.ts'
import { type DecideRequest, decide } from './case/decide.ts'
import type { MonitoringCase } from './case/store.ts'
import { type MonitoringDeps, startMonitoring } from './evaluation/worker.ts'
import { changeRule, type RuleChange } from './rule/change.ts'
import type { RuleSettings } from './rule/rule.ts'

export interface Monitoring extends AsyncDisposable {
  decide(asked: DecideRequest): Promise<MonitoringCase | Failure>
  changeRule(change: RuleChange): Promise<RuleSettings | Failure>
}

export function openMonitoring(deps: MonitoringDeps): Monitoring {
  const work = startMonitoring(deps)
  return {
    decide: asked => decide(deps, asked),
    changeRule: change => changeRule(deps, change),
    [Symbol.asyncDispose]: () => work.stop(),
  }
}
