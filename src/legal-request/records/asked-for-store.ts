// What authorities have asked for and have not been answered yet, as SQL: the rows that an archive would be made of. Nobody forgets them before the
// request is closed.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { findOpenRequests } from '../store.ts'
import { DISPUTES, RECEIPTS, RECURRENCES, REFUNDS, SALES } from './payment-store.ts'
import { BENEFICIARIES, CASHOUTS } from './payout-store.ts'
import type { RecordSet } from './record-set.ts'
import { type Scope, scopeOf } from './scope.ts'

export interface AskedFor {
  /** Of the requests that are open. */
  requests: readonly bigint[]
  /** A condition on the rows of this table. */
  rowsOf(table: string): Sql
}

const SETS: Readonly<Record<string, RecordSet>> = {
  sale: SALES,
  receipt: RECEIPTS,
  refund: REFUNDS,
  dispute: DISPUTES,
  recurrence: RECURRENCES,
  withdrawal: CASHOUTS,
  payout_beneficiary: BENEFICIARIES,
}

const NONE = sql`false`
const NOTHING: AskedFor = { requests: [], rowsOf: () => NONE }

/**
 * As it is at this moment. What is asked of a column that is empty is unknown to SQL, and its negation too: such a row would neither be kept nor be
 * forgotten. `only`: of this table; one of which no archive has records is asked of nobody.
 */
export async function findAskedFor(db: Queryable, only?: string): Promise<AskedFor> {
  if (only !== undefined && SETS[only] === undefined) return NOTHING
  const open = await findOpenRequests(db)
  return { requests: open.map(({ id }) => id), rowsOf: table => anyOf(table, open.map(scopeOf)) }
}

function anyOf(table: string, scopes: readonly Scope[]): Sql {
  const conditions = scopes.flatMap(scope => SETS[table]?.where(scope) ?? [])
  if (conditions.length === 0) return NONE
  const each = conditions.map(one => sql`(${one})`)
  return sql`((${join(each, ' or ')}) is true)`
}
