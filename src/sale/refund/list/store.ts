// The SQL of the refunds of an account, of all its sales.
import sql, { join, type Sql } from 'sql-template-tag'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import { findExactly, namesIt } from '../../list/panel-list-store.ts'
import { type Search, searchFor } from '../../list/search.ts'
import type { RefundStatus, SaleRefund } from '../refund.ts'
import { JOIN_SALE, REFUND_COLUMNS, type SaleRefundRow, saleRefundOf } from '../row.ts'

export interface ListedRefund extends SaleRefund {
  customerName: string
}

export interface RefundFilter extends Period {
  accountId: number
  status: RefundStatus | null
  saleUuid: string | null
  q: string | null
}

/** Newest first, below the cursor. */
export async function listRefunds(
  db: Queryable,
  filter: RefundFilter,
  page: { below: bigint | null; rows: number },
): Promise<ListedRefund[]> {
  const filters = [ofAccount(filter), ...(await conditions(db, filter, REFUND))]
  if (page.below !== null) filters.push(sql`refund.id < ${page.below}`)
  const rows = await db.query<SaleRefundRow & { customerName: string }>(sql`
    select ${REFUND_COLUMNS}, sale.customer_name as "customerName" from refund ${JOIN_SALE}
    where ${join(filters, ' and ')} order by refund.id desc limit ${page.rows}`)
  return rows.map(({ customerName, ...row }) => ({ ...saleRefundOf(row), customerName }))
}

/** What the list comes to on all its pages. */
export const totalRefunds = async (db: Queryable, filter: RefundFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`refund where ${ofAccount(filter)}`,
    order: sql`account_id desc, id desc`,
    where: join([sql`true`, ...(await conditions(db, filter, sql`walked`))], ' and '),
    amount: sql`amount_centavos`,
  })

const REFUND = sql`refund`

/** Refunds of unmatched money are the operator's. */
const ofAccount = ({ accountId }: RefundFilter): Sql =>
  sql`refund.account_id = ${accountId} and refund.sale_id is not null`

async function conditions(db: Queryable, filter: RefundFilter, of: Sql): Promise<Sql[]> {
  const { accountId, status, saleUuid, from, to, q } = filter
  const search = q === null ? null : searchFor(q)
  return [
    status !== null && sql`${of}.status = ${status}`,
    from !== null && sql`${of}.created_at >= ${from}`,
    to !== null && sql`${of}.created_at < ${to}`,
    saleUuid !== null &&
      sql`${of}.sale_id = (select id from sale where account_id = ${accountId} and uuid = ${saleUuid}::uuid)`,
    search !== null && (await meant(db, accountId, search, of)),
  ].filter(condition => condition !== false)
}

/** A refund or a sale that is named, or words of the customer's name. */
async function meant(db: Queryable, accountId: number, search: Search, of: Sql): Promise<Sql> {
  const { text, uuid, number, document } = search
  const sales = await findExactly(db, accountId, search)
  return sql`(${of}.sale_id = any(${sales}::bigint[]) or ${of}.uuid = ${uuid}::uuid or ${of}.id = ${number}::bigint
    or ${of}.external_reference = ${text} or exists (
      select from sale customer
      where customer.account_id = ${accountId} and customer.id = ${of}.sale_id
        and (customer_document = ${document} or ${namesIt(search)})
    ))`
}
