// The SQL by which debits are listed and shown, with the sales that they ended in.
import sql, { empty } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Debit, DebitStatus } from '../debit/debit.ts'
import { COLUMNS, type DebitRow, debitOf, TRIES } from '../debit/row.ts'
import type { SaleOfDebit } from '../debit/wire.ts'

export interface DebitFilter {
  /** null: of all recurrences. */
  recurrenceId: bigint | null
  /** null: in any of them. */
  statuses: DebitStatus[] | null
  dueFrom: LocalDate | null
  dueTo: LocalDate | null
}

/** Newest first, below `below`. */
export async function listDebits(
  db: Queryable,
  accountId: number,
  { recurrenceId, statuses, dueFrom, dueTo }: DebitFilter,
  { below, rows: limit }: { below: bigint | null; rows: number },
): Promise<Debit[]> {
  const rows = await db.query<DebitRow>(sql`
    select ${COLUMNS}, ${TRIES} from debit
    where account_id = ${accountId}
      ${recurrenceId === null ? empty : sql`and recurrence_id = ${recurrenceId}`}
      ${statuses === null ? empty : sql`and status = any(${statuses}::text[])`}
      ${dueFrom === null ? empty : sql`and due_on >= ${dueFrom}`} ${dueTo === null ? empty : sql`and due_on <= ${dueTo}`}
      ${below === null ? empty : sql`and id < ${below}`}
    order by id desc limit ${limit}`)
  return rows.map(debitOf)
}

/** The sales of debits that have ended paid or refused, by the number of the sale. */
export async function findSalesOfDebits(db: Queryable, debits: Debit[]): Promise<Map<bigint, SaleOfDebit>> {
  const ended = debits.flatMap(({ accountId, saleId }) => (saleId === null ? [] : [{ accountId, saleId }]))
  if (ended.length === 0) return new Map()
  const rows = await db.query<SaleOfDebit & { id: bigint }>(sql`
    select sale.id, sale.uuid, sale.status from sale
    join unnest(${ended.map(({ accountId }) => accountId)}::int[], ${ended.map(({ saleId }) => saleId)}::bigint[])
      as wanted(account_id, id) using (account_id, id)`)
  return new Map(rows.map(({ id, ...sale }) => [id, sale]))
}
