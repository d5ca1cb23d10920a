// The SQL of lists of cashouts: filters, and pages below a cursor.
import sql, { join, type Sql } from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import { COUNTS } from '../approval/store.ts'
import type { Cashout, CashoutState } from '../cashout.ts'
import { CASHOUT, type CashoutRow, cashoutOf } from '../store.ts'

export interface CashoutFilter {
  state?: CashoutState
  from?: Date
  to?: Date
  externalReference?: string
  /** Only those that wait for approval; `operator`: that of the operator is missing, perhaps with others. */
  waiting?: 'anybody' | 'operator'
}

/**
 * Newest first, below the cursor. `accountId` null: of every live account. A period is read by its own index: the index of numbers would
 * also read everything that came after the period.
 */
export async function listCashouts(
  db: Queryable,
  accountId: number | null,
  filter: CashoutFilter,
  page: { below: bigint | null; rows: number },
): Promise<Cashout[]> {
  const where = conditions(filter)
  where.push(accountId === null ? isLive(sql`withdrawal.account_id`) : sql`withdrawal.account_id = ${accountId}`)
  const byTime = accountId !== null && (filter.from !== undefined || filter.to !== undefined)
  if (page.below !== null) where.push(byTime ? behind(accountId, page.below) : sql`withdrawal.id < ${page.below}`)
  const order = byTime ? sql`withdrawal.created_at desc, withdrawal.id desc` : sql`withdrawal.id desc`
  const rows = await db.query<CashoutRow>(sql`
    select ${CASHOUT} from withdrawal where ${join(where, ' and ')} order by ${order} limit ${page.rows}`)
  return rows.map(cashoutOf)
}

/** The sum of the list: the gross amounts. */
export function totalCashouts(
  db: Queryable,
  accountId: number,
  { from, to, ...filter }: CashoutFilter,
): Promise<Totals> {
  const period = conditions({ ...(from && { from }), ...(to && { to }) })
  return countUpTo(db, {
    from: sql`withdrawal where ${join([sql`withdrawal.account_id = ${accountId}`, ...period], ' and ')}`,
    order: sql`withdrawal.created_at desc, withdrawal.id desc`,
    where: join([sql`true`, ...conditions(filter)], ' and '),
    amount: sql`amount_centavos`,
  })
}

const behind = (accountId: number, id: bigint): Sql =>
  sql`(withdrawal.created_at, withdrawal.id) < (
    (select created_at from withdrawal last where last.account_id = ${accountId} and last.id = ${id}), ${id}::bigint)`

function conditions({ state, from, to, externalReference, waiting }: CashoutFilter): Sql[] {
  return [
    state && sql`state = ${state}`,
    from && sql`withdrawal.created_at >= ${from}`,
    to && sql`withdrawal.created_at < ${to}`,
    externalReference !== undefined && sql`external_reference = ${externalReference}`,
    waiting && sql`wait = 'OPEN'`,
    waiting === 'operator' &&
      sql`exists (select from payout_wait where payout_wait.account_id = withdrawal.account_id
        and withdrawal_id = withdrawal.id and operator_needed)
      and not exists (select from payout_approval where payout_approval.account_id = withdrawal.account_id
        and withdrawal_id = withdrawal.id and by_kind = 'operator' and decision = 'APPROVED' and ${COUNTS})`,
  ].filter(condition => typeof condition === 'object')
}

/** Of any account: for the operator. */
export async function findCashoutByUuid(db: Queryable, uuid: string): Promise<Cashout | null> {
  const [row] = await db.query<CashoutRow>(sql`select ${CASHOUT} from withdrawal where uuid = ${uuid}`)
  return row === undefined ? null : cashoutOf(row)
}
