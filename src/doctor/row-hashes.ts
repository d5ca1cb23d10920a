// The hashes of rows: what a row says, against the hash of what it said when the gateway wrote it. The list of what is sealed
// stands once, in the database's own seal_of, so that what is sealed and what is looked at can never differ.
import sql, { raw, type Sql } from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { Survey } from './survey.ts'

/** Of a row of this table: it does not say what it was sealed with. */
export const CHANGED = (table: string): Sql => raw(`${table}.seal is distinct from seal_of(${table})`)

export const WAS_CHANGED = 'does not fit its seal: one of its values is not what the gateway has written'

/** Beside what the survey finds: rows that do not fit their seal. `accountId` is the SQL of whose they are. */
export function sealed(survey: Survey, accountId?: string): Survey {
  const { table, checks } = survey
  const whose = raw(accountId === undefined ? '' : `${accountId} as account_id, `)
  return {
    ...survey,
    rows: sql`(select ${whose}${raw(table)}.*, ${CHANGED(table)} as unsealed from ${raw(table)}) ${raw(table)}`,
    checks: { ...checks, unsealed: () => `it ${WAS_CHANGED}` },
  }
}

const rowsOf = (table: string, key: string[], accountId?: string): Survey =>
  sealed({ table, key, judged: page => page, sums: [], checks: {} }, accountId)

/** What has nothing but its seal to be judged by. */
export const SEALED: readonly Survey[] = [
  rowsOf('account', ['id'], 'id'),
  rowsOf('member', ['user_id']),
  rowsOf('api_key', ['id']),
  rowsOf('anomaly', ['id']),
  rowsOf('look', ['account_id']),
  rowsOf('monitoring_case', ['id']),
  rowsOf('monitoring_evidence', ['case_id', 'seq']),
  rowsOf('monitoring_decision', ['id']),
  { ...rowsOf('monitoring_rule', ['rule'], `${SUSPENSE_ACCOUNT_ID}`), ofGateway: true },
  rowsOf('debit_try', ['debit_id', 'n']),
  rowsOf('dispute_defence', ['dispute_id']),
  rowsOf('payout_rule', ['account_id']),
  rowsOf('payout_beneficiary', ['id']),
  rowsOf('payout_recipient', ['withdrawal_id']),
  rowsOf('psp_account', ['id'], `coalesce(owner_account_id, ${SUSPENSE_ACCOUNT_ID})`),
  { ...rowsOf('psp_inbox', ['psp_account_id', 'id'], `${SUSPENSE_ACCOUNT_ID}`), ofGateway: true },
]
