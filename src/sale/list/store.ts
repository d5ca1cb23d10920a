// The SQL of lists of sales: filters, and pages below a cursor.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { COLUMNS, ITEMS, type SaleRow, saleOf } from '../row.ts'
import type { Sale, SaleStatus } from '../sale.ts'

export interface SaleFilter {
  status?: SaleStatus
  from?: Date
  to?: Date
  externalReference?: string
  endToEndId?: string
  document?: string
  idRec?: string
  contrato?: string
}

/** Newest first, below the cursor. A period is read by its index: by their numbers all that came after it would be read too. */
export async function listSales(
  db: Queryable,
  accountId: number,
  filter: SaleFilter,
  page: { below: bigint | null; rows: number },
): Promise<Sale[]> {
  const all = conditions(accountId, filter)
  const byTime = filter.from !== undefined || filter.to !== undefined
  if (page.below !== null) all.push(byTime ? behind(accountId, page.below) : sql`sale.id < ${page.below}`)
  const order = byTime ? sql`sale.created_at desc, sale.id desc` : sql`sale.id desc`
  const where = all.length === 0 ? empty : sql`and ${join(all, ' and ')}`
  const rows = await db.query<SaleRow>(sql`
    select ${COLUMNS}, ${ITEMS} from sale where account_id = ${accountId} ${where} order by ${order} limit ${page.rows}`)
  return rows.map(saleOf)
}

const behind = (accountId: number, id: bigint): Sql =>
  sql`(sale.created_at, sale.id) < (
    (select created_at from sale last where last.account_id = ${accountId} and last.id = ${id}), ${id}::bigint)`

/** By the recurrences of the contract: there may be several, one after the other, and each has few sales. */
export const ofContract = (accountId: number, contrato: string): Sql => sql`(
  sale.contrato = ${contrato} and sale.id_rec = any(array(
    select recurrence.id_rec from recurrence
    where recurrence.account_id = ${accountId} and recurrence.contrato = ${contrato} and recurrence.id_rec is not null)))`

function conditions(accountId: number, filter: SaleFilter): Sql[] {
  const { status, from, to, externalReference, endToEndId, document, idRec, contrato } = filter
  return [
    status && sql`status = ${status}`,
    from && sql`created_at >= ${from}`,
    to && sql`created_at < ${to}`,
    externalReference !== undefined && sql`external_reference = ${externalReference}`,
    document !== undefined && sql`customer_document = ${document}`,
    idRec !== undefined && sql`id_rec = ${idRec}`,
    contrato !== undefined && ofContract(accountId, contrato),
    endToEndId !== undefined &&
      sql`sale.id in (select sale_id from receipt
        where receipt.account_id = sale.account_id and end_to_end_id = ${endToEndId} and status = 'ACCEPTED')`,
  ].filter(condition => typeof condition === 'object')
}
