// The SQL of the rules' settings. A rule that the operator has not changed has no row.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { type AnyValues, RULES, type Rule, type RuleSettings, settingsOf } from './rule.ts'

interface StoredRule {
  rule: Rule
  enabled: boolean
  parameters: AnyValues
  updatedAt: Date
}

/** Of all rules, in their order. */
export async function findSettings(db: Queryable): Promise<RuleSettings[]> {
  const stored = await db.query<StoredRule>(sql`
    select rule, enabled, parameters, updated_at as "updatedAt" from monitoring_rule`)
  return RULES.map(rule => settingsOf(rule, stored.find(one => one.rule === rule) ?? null))
}

/** Two changes of a rule come one after the other, whether or not it has a row. */
export async function lockSettings(tx: Transaction, rule: Rule): Promise<RuleSettings> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('monitoring_rule', 0))`)
  const found = await findSettings(tx)
  return found.find(one => one.rule === rule) as RuleSettings
}

export const saveSettings = (tx: Transaction, { rule, enabled, values }: RuleSettings, now: Date) =>
  tx.query(sql`
    insert into monitoring_rule (rule, enabled, parameters, updated_at)
    values (${rule}, ${enabled}, ${JSON.stringify(values)}::jsonb, ${now})
    on conflict (rule) do update set enabled = excluded.enabled, parameters = excluded.parameters,
      updated_at = excluded.updated_at, seal = default`)
