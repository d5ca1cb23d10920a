// The SQL of the cashout export: newest first, walked in parts of the account's own cashouts, so that no filter makes one statement
// long.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import type { Cashout, CashoutState } from '../cashout.ts'
import { CASHOUT, type CashoutRow, cashoutOf } from '../store.ts'

export interface ExportQuestion extends Period {
  accountId: number
  state: CashoutState | null
  externalReference: string | null
}

/** Above every possible number of a cashout. */
export const NEWEST = 9_223_372_036_854_775_807n

const WALKED = raw('10000')
const BEFORE_THE_LAST = raw('9999')

/** The cashouts of the next part that match the filter. */
export async function walkCashouts(
  db: Queryable,
  question: ExportQuestion,
  behind: bigint,
  rows: number,
): Promise<Cashout[]> {
  const found = await db.query<CashoutRow>(sql`
    select ${CASHOUT} from (
      select * from withdrawal where account_id = ${question.accountId} and id < ${behind} order by id desc limit ${WALKED}
    ) withdrawal where ${conditions(question)} order by id desc limit ${rows}`)
  return found.map(cashoutOf)
}

/** The last of that part, after which the next one begins; null: the end. */
export async function endOfPart(db: Queryable, accountId: number, behind: bigint): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select id from withdrawal where account_id = ${accountId} and id < ${behind}
    order by id desc offset ${BEFORE_THE_LAST} limit 1`)
  return row?.id ?? null
}

function conditions({ from, to, state, externalReference }: ExportQuestion): Sql {
  const where = [sql`true`]
  if (from !== null) where.push(sql`created_at >= ${from}`)
  if (to !== null) where.push(sql`created_at < ${to}`)
  if (state !== null) where.push(sql`state = ${state}`)
  if (externalReference !== null) where.push(sql`external_reference = ${externalReference}`)
  return join(where, ' and ')
}
