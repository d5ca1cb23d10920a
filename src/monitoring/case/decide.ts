// A person decides a case. The decision, the case's state and the entry of the audit log are one commit. The entry stands under no account:
// the people of an account read the log of it, and must not learn that it was watched.
import { operator, type Person, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { aboutAccount } from '#kernel/alert-subject.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { later } from '#kernel/time.ts'
import { holdProgress } from '../evaluation/progress-store.ts'
import type { MonitoringDeps } from '../evaluation/worker.ts'
import { ANALYSIS_MS, type Decision, NEXT } from './case.ts'
import { findCase, hasOpenTwin, insertDecision, type MonitoringCase } from './store.ts'

export interface DecideRequest {
  uuid: string
  decision: Decision
  reason: string
  /** Of COAF, where it was reported. */
  protocol: string | null
  by: Person
}

export async function decide(
  deps: Pick<MonitoringDeps, 'clock' | 'alerts' | 'db'>,
  asked: DecideRequest,
): Promise<MonitoringCase | Failure> {
  const { uuid, decision } = asked
  const refused = refusedProtocol(asked)
  if (refused !== null) return refused
  const named = await findCase(deps.db, uuid)
  if (named === null) return notFound('case')
  const decided = await deps.db.transaction(tx => decideInTx(tx, deps, named.accountId, asked))
  if (!(decided instanceof Failure) && decision !== 'REOPENED') resolveAlerts(deps, decided)
  return decided
}

function refusedProtocol({ decision, protocol }: DecideRequest): Failure | null {
  if (decision === 'REPORTED' && protocol === null)
    return invalid('protocol', 'the number that COAF has given to the communication')
  return decision !== 'REPORTED' && protocol !== null ? invalid('protocol', 'none, unless it was reported') : null
}

async function decideInTx(
  tx: Transaction,
  { clock, alerts }: Pick<MonitoringDeps, 'clock' | 'alerts'>,
  accountId: number,
  { uuid, decision, reason, protocol, by }: DecideRequest,
): Promise<MonitoringCase | Failure> {
  await holdProgress(tx, accountId)
  const found = (await findCase(tx, uuid)) as MonitoringCase
  const { from, to } = NEXT[decision]
  if (!from.includes(found.state)) return new Failure('CONFLICT', `This case is ${found.state}`)
  if (to === 'OPEN' && (await hasOpenTwin(tx, found)))
    return new Failure('CONFLICT', 'A newer case of this account, rule and other party is open: decide that one')
  const now = clock()
  const analysisDueAt = to === 'OPEN' ? later(now, ANALYSIS_MS) : null
  await insertDecision(tx, found, { decision, to, reason, protocol, by: by.id, now, analysisDueAt })
  const detail = { caseId: uuid, accountId, rule: found.rule, ...(protocol !== null && { protocol }) }
  const subject = { subject: 'monitoring_case', subjectId: found.id }
  await record(tx, [{ actor: operator(by), action: ACTIONS[decision], ...subject, reason, detail }], now)
  if (to === 'OPEN')
    await alerts.raiseInTx(
      tx,
      'MONITORING_CASE_WAITING',
      { accountId, case: uuid, rule: found.rule },
      aboutAccount(accountId),
    )
  return (await findCase(tx, uuid)) as MonitoringCase
}

const ACTIONS: Record<Decision, string> = {
  DISMISSED: 'monitoring-case.dismissed',
  REPORTED: 'monitoring-case.reported',
  REOPENED: 'monitoring-case.reopened',
}

function resolveAlerts({ alerts }: Pick<MonitoringDeps, 'alerts'>, { accountId, uuid }: MonitoringCase): void {
  alerts.resolve('MONITORING_CASE_WAITING', aboutAccount(accountId), { case: uuid })
  alerts.resolve('MONITORING_CASE_OVERDUE', aboutAccount(accountId), { case: uuid })
}
