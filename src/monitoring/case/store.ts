// The SQL of cases: one with its evidence and decisions, and how it moves. A case is moved under the lock of its account's progress, so
// that nothing is found for it meanwhile.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { AnyValues, Rule } from '../rule/rule.ts'
import type { CaseState, Decision, Direction, Exceeded, Reference, SubjectKind } from './case.ts'

export interface MonitoringCase {
  id: bigint
  uuid: string
  accountId: number
  accountName: string
  rule: Rule
  subjectKind: SubjectKind
  subject: string
  subjectName: string | null
  state: CaseState
  /** Of the rule, as they were when it was opened. */
  parameters: AnyValues
  exceeded: Exceeded
  windowFrom: Date
  windowTo: Date
  /** Of the fullest stretch. */
  movements: number
  amount: Centavos
  passed: Centavos | null
  usual: Centavos | null
  /** There is more evidence than is kept. */
  isCut: boolean
  openedAt: Date
  analysisDueAt: Date
  /** By the last decision; null: it is open. */
  decidedAt: Date | null
  decidedByName: string | null
  reason: string | null
  protocol: string | null
}

const CASE = columnsOf<MonitoringCase>({
  id: 'monitoring_case.id',
  uuid: 'monitoring_case.uuid',
  accountId: 'monitoring_case.account_id',
  accountName: '(select name from account where account.id = monitoring_case.account_id)',
  rule: 'rule',
  subjectKind: 'subject_kind',
  subject: 'subject',
  subjectName: 'subject_name',
  state: 'state',
  parameters: 'parameters',
  exceeded: 'exceeded',
  windowFrom: 'window_from',
  windowTo: 'window_to',
  movements: 'movement_count',
  amount: 'amount_centavos',
  passed: 'passed_centavos',
  usual: 'usual_centavos',
  isCut: 'is_cut',
  openedAt: 'opened_at',
  analysisDueAt: 'analysis_due_at',
  decidedAt: 'last.decided_at',
  decidedByName: 'person_name(last.decided_by)',
  reason: 'last.reason',
  protocol: 'last.protocol',
})

/** Cases with the decision that closed them. */
export const casesWhere = (where: Sql): Sql => sql`
  select ${CASE} from monitoring_case
  left join lateral (
    select decided_at, decided_by, reason, protocol from monitoring_decision
    where monitoring_decision.account_id = monitoring_case.account_id and case_id = monitoring_case.id
      and monitoring_case.state <> 'OPEN'
    order by monitoring_decision.id desc limit 1
  ) last on true
  where ${where}`

export async function findCase(db: Queryable, uuid: string): Promise<MonitoringCase | null> {
  const [found] = await db.query<MonitoringCase>(casesWhere(sql`monitoring_case.uuid = ${uuid}::uuid`))
  return found ?? null
}

export interface Evidence {
  seq: bigint
  direction: Direction
  amount: Centavos
  at: Date
  reference: Reference
  referenceId: bigint
  referenceUuid: string | null
  otherName: string | null
  otherDocument: string | null
  pixKey: string | null
}

/** In the order in which they were booked. */
export const listEvidence = (db: Queryable, { accountId, id }: Pick<MonitoringCase, 'accountId' | 'id'>) =>
  db.query<Evidence>(sql`
    select seq, direction, amount_centavos as amount, moved_at as at, reference, reference_id as "referenceId",
      reference_uuid as "referenceUuid", other_name as "otherName", other_document as "otherDocument", pix_key as "pixKey"
    from monitoring_evidence where account_id = ${accountId} and case_id = ${id} order by seq`)

export interface KeptDecision {
  decision: Decision
  reason: string
  protocol: string | null
  decidedBy: string
  decidedByName: string | null
  decidedAt: Date
}

/** The first one first. */
export const listDecisions = (db: Queryable, { accountId, id }: Pick<MonitoringCase, 'accountId' | 'id'>) =>
  db.query<KeptDecision>(sql`
    select decision, reason, protocol, decided_by as "decidedBy", person_name(decided_by) as "decidedByName",
      decided_at as "decidedAt"
    from monitoring_decision where account_id = ${accountId} and case_id = ${id} order by monitoring_decision.id`)

/** Whether another case of the same account, rule and other party is open. */
export async function hasOpenTwin(tx: Transaction, found: MonitoringCase): Promise<boolean> {
  const rows = await tx.query(sql`
    select from monitoring_case
    where account_id = ${found.accountId} and rule = ${found.rule} and subject_kind = ${found.subjectKind}
      and subject = ${found.subject} and state = 'OPEN' and id <> ${found.id}`)
  return rows.length > 0
}

export interface NewDecision {
  decision: Decision
  to: CaseState
  reason: string
  protocol: string | null
  by: string
  now: Date
  /** null: it stays as it is. */
  analysisDueAt: Date | null
}

export async function insertDecision(
  tx: Transaction,
  { accountId, id }: Pick<MonitoringCase, 'accountId' | 'id'>,
  { decision, to, reason, protocol, by, now, analysisDueAt }: NewDecision,
): Promise<void> {
  await tx.query(sql`
    insert into monitoring_decision (account_id, case_id, decision, reason, protocol, decided_by, decided_at)
    values (${accountId}, ${id}, ${decision}, ${reason}, ${protocol}, ${by}, ${now})`)
  await tx.query(sql`
    update monitoring_case set state = ${to}, updated_at = ${now},
      analysis_due_at = coalesce(${analysisDueAt}::timestamptz, analysis_due_at), seal = default
    where account_id = ${accountId} and id = ${id}`)
}

/** Open ones whose analysis should have been ended. */
export const listOverdue = (db: Queryable, now: Date) =>
  db.query<Pick<MonitoringCase, 'accountId' | 'uuid' | 'rule' | 'analysisDueAt'>>(sql`
    select account_id as "accountId", uuid, rule, analysis_due_at as "analysisDueAt" from monitoring_case
    where state = 'OPEN' and analysis_due_at <= ${now} order by analysis_due_at limit ${MAX_OVERDUE}`)

const MAX_OVERDUE = 1_000
