// The SQL of authorisations at the sandbox bank.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Recurrence } from '../recurrence.ts'
import { COLUMNS, type RecurrenceRow, recurrenceOf } from '../row.ts'

const NEWEST = 10_000

/** No index has the codes. What people paste is new: older recurrences than these are not looked at. */
export async function findByCode(db: Queryable, accountId: number, code: string): Promise<Recurrence | null> {
  const [row] = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from (
      select * from recurrence where account_id = ${accountId} order by id desc limit ${NEWEST}
    ) recurrence where br_code = ${code} order by id desc limit 1`)
  return row === undefined ? null : recurrenceOf(row)
}
