// The SQL of payments with play money.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { COLUMNS, ITEMS, type SaleRow, saleOf } from '../row.ts'
import type { Sale } from '../sale.ts'

const NEWEST = 10_000

/** No index has the codes, which live sales would pay for. What people paste is new: older sales than these are not looked at. */
export async function findSaleByCode(db: Queryable, accountId: number, code: string): Promise<Sale | null> {
  const [row] = await db.query<SaleRow>(sql`
    select ${COLUMNS}, ${ITEMS} from (
      select * from sale where account_id = ${accountId} order by id desc limit ${NEWEST}
    ) sale where br_code = ${code} order by sale.id desc limit 1`)
  return row === undefined ? null : saleOf(row)
}
