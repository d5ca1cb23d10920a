// The SQL of what we know about payments that a PSP lists: one query for a page.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { CashoutState } from './cashout.ts'

export interface OurPayment {
  known: true
  state: CashoutState
  net: Centavos
  /** The ids of what is booked as come back, or kept as too large. */
  returns: Set<string>
  /** The kinds of what was ever kept as an anomaly of the cashout. */
  anomalies: Set<string>
}

interface OurRow {
  payout_id: string
  state: CashoutState | null
  net_centavos: Centavos
  returns: string[]
  anomalies: string[]
}

/** By payout id. Those of accounts that do not exist are not among the answer; those without an attempt are not known. */
export async function findOurs(
  db: Queryable,
  asked: { accountId: number; payout: { payoutId: string } }[],
): Promise<Map<string, OurPayment | { known: false }>> {
  const rows = await db.query<OurRow>(sql`
    select asked.payout_id, state, net_centavos, array(
      select rtr_id from payout_return
      where payout_return.account_id = withdrawal.account_id and payout_return.withdrawal_id = withdrawal.id
      union all
      select theirs ->> 'rtrId' from anomaly
      where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and kind = 'RETURN_TOO_LARGE'
    ) as returns, array(
      select kind from anomaly
      where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
    ) as anomalies
    from unnest(${asked.map(one => one.accountId)}::int[], ${asked.map(one => one.payout.payoutId)}::text[])
      as asked(account_id, payout_id)
    join account on account.id = asked.account_id
    left join payout_attempt on payout_attempt.account_id = asked.account_id
      and payout_attempt.payout_id = asked.payout_id
    left join withdrawal on withdrawal.account_id = payout_attempt.account_id
      and withdrawal.id = payout_attempt.withdrawal_id`)
  return new Map(rows.map(row => [row.payout_id, oursOf(row)]))
}

const oursOf = ({ state, net_centavos: net, returns, anomalies }: OurRow): OurPayment | { known: false } =>
  state === null
    ? { known: false }
    : { known: true, state, net, returns: new Set(returns), anomalies: new Set(anomalies) }
