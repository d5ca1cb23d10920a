// The operator changes a rule. What it found before stays; it holds for what is booked from then on, and its windows reach back as before.
import { operator, type Person, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { type AnyValues, changedValues, type Rule, type RuleSettings } from './rule.ts'
import { lockSettings, saveSettings } from './store.ts'

export interface RuleChange {
  rule: Rule
  /** Absent: as before. */
  enabled?: boolean
  parameters?: AnyValues
  reason: string
  by: Person
}

export function changeRule(
  { db, clock }: { db: Database; clock: Clock },
  { rule, enabled, parameters = {}, reason, by }: RuleChange,
): Promise<RuleSettings | Failure> {
  return db.transaction(async tx => {
    const now = clock()
    const before = await lockSettings(tx, rule)
    const values = changedValues(before, parameters)
    if (values instanceof Failure) return values
    const after: RuleSettings = { rule, enabled: enabled ?? before.enabled, values, updatedAt: now }
    await saveSettings(tx, after, now)
    const detail = { before: shown(before), after: shown(after) }
    const action = { action: 'monitoring-rule.changed', subject: 'monitoring_rule', subjectId: rule, reason, detail }
    await record(tx, [{ actor: operator(by), ...action }], now)
    return after
  })
}

const shown = ({ enabled, values }: RuleSettings) => ({ enabled, ...values })
