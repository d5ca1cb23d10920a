// The SQL of the list of cases, and of how many there are in each state.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Rule } from '../rule/rule.ts'
import type { CaseState } from './case.ts'
import { casesWhere, type MonitoringCase } from './store.ts'

export interface CaseFilter extends Period {
  state: CaseState | null
  rule: Rule | null
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  /** Open ones alone whose analysis was due before; null: all. */
  overdueAt: Date | null
}

function conditions({ state, rule, accountId, accountIds, overdueAt, from, to }: CaseFilter): Sql[] {
  const where: Sql[] = [sql`true`]
  if (state !== null) where.push(sql`state = ${state}`)
  if (rule !== null) where.push(sql`rule = ${rule}`)
  if (accountId !== null) where.push(sql`monitoring_case.account_id = ${accountId}`)
  if (accountIds !== null) where.push(sql`monitoring_case.account_id = any(${accountIds}::int[])`)
  if (overdueAt !== null) where.push(sql`state = 'OPEN' and analysis_due_at <= ${overdueAt}`)
  if (from !== null) where.push(sql`opened_at >= ${from}`)
  if (to !== null) where.push(sql`opened_at < ${to}`)
  return where
}

/** The newest first. */
export const listCases = (
  db: Queryable,
  filter: CaseFilter,
  { below, limit }: { below: bigint | null; limit: number },
) =>
  db.query<MonitoringCase>(sql`
    ${casesWhere(
      join(below === null ? conditions(filter) : [...conditions(filter), sql`monitoring_case.id < ${below}`], ' and '),
    )}
    order by monitoring_case.id desc limit ${limit}`)

export interface StateTotal {
  state: CaseState
  count: number
  amount: Centavos
  overdue: number
}

/** States in which there is none are left out. */
export const totalCases = (db: Queryable, filter: CaseFilter, now: Date) =>
  db.query<StateTotal>(sql`
    select state, count(*)::int as count, sum(amount_centavos)::bigint as amount,
      (count(*) filter (where state = 'OPEN' and analysis_due_at <= ${now}))::int as overdue
    from monitoring_case where ${join(conditions(filter), ' and ')} group by state`)
