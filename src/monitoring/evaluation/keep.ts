// Keeps what a rule has found: in the open case of this account, rule and other party, or in a new one.
import type { Alerts } from '#alert/alerts.ts'
import type { Transaction } from '#db/postgres.ts'
import { aboutAccount } from '#kernel/alert-subject.ts'
import { later } from '#kernel/time.ts'
import { ANALYSIS_MS } from '../case/case.ts'
import type { RuleSettings } from '../rule/rule.ts'
import { exceededOf, type Found } from './found.ts'
import { addEvidence, growCase, insertCase } from './keep-store.ts'

export interface Keeping {
  accountId: number
  settings: RuleSettings
  found: Found
  now: Date
}

export async function keepFound(
  tx: Transaction,
  { alerts }: { alerts: Pick<Alerts, 'raiseInTx'> },
  { accountId, settings: { rule, values }, found, now }: Keeping,
): Promise<void> {
  const exceeded = exceededOf(rule, values, found)
  const growing = await growCase(tx, { accountId, rule, found, exceeded, now })
  const kept =
    growing ??
    (await insertCase(tx, { accountId, rule, values, found, exceeded, now, analysisDueAt: later(now, ANALYSIS_MS) }))
  await addEvidence(tx, { accountId, caseId: kept.id, found })
  if (growing === null)
    await alerts.raiseInTx(tx, 'MONITORING_CASE_WAITING', { accountId, case: kept.uuid, rule }, aboutAccount(accountId))
}
