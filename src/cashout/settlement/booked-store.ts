// The SQL of what is booked for the payments of cashouts.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { type CashoutKey, keyText } from '../cashout.ts'
import { type Booked, UNPAID } from './booked.ts'

/** Of the cashout in the outer query: its three amounts. */
export const BOOKED = sql`
  select coalesce(sum(case
      when kind in ('CASHOUT_PAID', 'CASHOUT_CHARGED') then amount_centavos
      when kind in ('CASHOUT_RETURNED', 'CASHOUT_UNCHARGED') then -amount_centavos end), 0)::bigint as seller_centavos,
    coalesce(sum(case kind
      when 'CASHOUT_LOSS' then amount_centavos
      when 'CASHOUT_SURPLUS' then -amount_centavos end), 0)::bigint as operator_centavos,
    (select coalesce(sum(amount_centavos), 0)::bigint from payout_return
      where payout_return.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id) as back_centavos
  from transfer
  where transfer.account_id = withdrawal.account_id and transfer.subject = 'withdrawal' and subject_id = withdrawal.id`

export interface BookedRow {
  seller_centavos: Centavos
  operator_centavos: Centavos
  back_centavos: Centavos
}

export const bookedOf = ({ seller_centavos, operator_centavos, back_centavos }: BookedRow): Booked => ({
  seller: seller_centavos,
  operator: operator_centavos,
  back: back_centavos,
})

/** By cashout. Read under their locks, so that it stays true. */
export async function findBooked(db: Queryable, keys: CashoutKey[]): Promise<Map<string, Booked>> {
  if (keys.length === 0) return new Map()
  const rows = await db.query<BookedRow & { account_id: number; id: bigint }>(sql`
    select withdrawal.account_id, withdrawal.id, booked.*
    from withdrawal
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      using (account_id, id)
    cross join lateral (${BOOKED}) booked`)
  return new Map(rows.map(row => [keyText({ accountId: row.account_id, id: row.id }), bookedOf(row)]))
}

export const bookedIn = (all: Map<string, Booked>, key: CashoutKey): Booked => all.get(keyText(key)) ?? UNPAID
