// What authorities have asked for and have not been answered yet, as SQL: the rows that an archive would be made of. Nobody forgets them before the
// request is closed.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { findOpenRequests } from '../store.ts'
import { DISPUTES, RECEIPTS, RECURRENCES, REFUNDS, SALES } from './payment-store.ts'
import { BENEFICIARIES, CASHOUTS } from './payout-store.ts'
import type { RecordSet } from './record-set.ts'
import { scopeOf } from './scope.ts'

/** A condition on the rows of this table. */
export type AskedFor = (table: string) => Sql

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

/**
 * As it is at this moment. What is asked of a column that is empty is unknown to SQL, and its negation too: such a row would neither be kept nor be
 * forgotten.
 */
export async function findAskedFor(db: Queryable): Promise<AskedFor> {
  const scopes = (await findOpenRequests(db)).map(scopeOf)
  return table => {
    const conditions = scopes.flatMap(scope => SETS[table]?.where(scope) ?? [])
    return conditions.length === 0
      ? NONE
      : sql`((${join(
          conditions.map(one => sql`(${one})`),
          ' or ',
        )}) is true)`
  }
}
