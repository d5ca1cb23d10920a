// The SQL of our records about payments that a PSP lists: one query for a page.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { suspenseAccountOf } from '#kernel/account/suspense-account.ts'
import type { Centavos } from '#kernel/money.ts'
import { STANDS } from '../anomaly/store.ts'
import type { CashoutState } from '../cashout.ts'
import { type Booked, UNPAID } from '../settlement/booked.ts'
import { BOOKED, type BookedRow, bookedOf } from '../settlement/booked-store.ts'

export interface OurPayment {
  known: true
  state: CashoutState
  booked: Booked
  /** The ids of the returns that are booked, or stored as too large. */
  returns: Set<string>
  /** The reports of the PSP in open and in decided anomalies; see `wordOf`. */
  answered: Set<string>
  /** The last report of the PSP beside a stored anomaly; empty where there is none. */
  reports: Set<string>
}

/** `lost`: the id cannot name any account of today. */
export interface Unknown {
  known: false
  lost: boolean
}

interface OurRow extends BookedRow {
  payout_id: string
  lost: boolean
  state: CashoutState | null
  returns: string[]
  answered: string[]
  reports: string[]
}

export const wordOf = ({ state, amount }: { state: string; amount: Centavos }): string =>
  state === 'paid' ? `paid ${amount}` : state

/** The same, of what is stored. */
const worded = (word: Sql) => sql`concat_ws(' ', ${word} ->> 'state', ${word} ->> 'amount')`

/**
 * By payout id. Those without an attempt are unknown. A payment for a lost account is booked on the suspense account. An
 * account that is clearly younger than the payment has only got the same number as the account that made it.
 */
export async function findOurs(
  db: Queryable,
  asked: { accountId: number; payout: { payoutId: string; requestedAt: Date | null } }[],
): Promise<Map<string, OurPayment | Unknown>> {
  const rows = await db.query<OurRow>(sql`
    select asked.payout_id, state, booked.*,
      account.id is null or (account.created_at > asked.requested_at + interval '10 minutes') is true as lost,
      array(
        select rtr_id from payout_return
        where payout_return.account_id = withdrawal.account_id and payout_return.withdrawal_id = withdrawal.id
        union all
        select theirs ->> 'rtrId' from anomaly
        where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
          and kind = 'RETURN_TOO_LARGE'
      ) as returns, coalesce(answered, '{}') as answered, coalesce(reports, '{}') as reports
    from unnest(${asked.map(one => one.accountId)}::int[], ${asked.map(one => one.payout.payoutId)}::text[],
      ${asked.map(one => one.payout.requestedAt)}::timestamptz[], ${asked.map(one => suspenseAccountOf(one.accountId))}::int[])
      as asked(account_id, payout_id, requested_at, suspense_id)
    left join account on account.id = asked.account_id
    left join payout_attempt on payout_attempt.account_id in (asked.account_id, asked.suspense_id)
      and payout_attempt.payout_id = asked.payout_id
    left join withdrawal on withdrawal.account_id = payout_attempt.account_id
      and withdrawal.id = payout_attempt.withdrawal_id
    left join lateral (${BOOKED}) booked on withdrawal.id is not null
    left join lateral (
      select array_agg(${worded(sql`theirs`)}) filter (where told_since is null and ${STANDS}) as answered,
        array_agg(${worded(sql`coalesce(told_since, theirs)`)}) as reports
      from anomaly
      where anomaly.account_id = withdrawal.account_id and subject = 'withdrawal' and subject_id = withdrawal.id
        and theirs ->> 'state' in ('paid', 'failed')
    ) kept on true`)
  return new Map(rows.map(row => [row.payout_id, oursOf(row)]))
}

const oursOf = (row: OurRow): OurPayment | Unknown =>
  row.state === null
    ? { known: false, lost: row.lost }
    : {
        known: true,
        state: row.state,
        booked: row.seller_centavos === null ? UNPAID : bookedOf(row),
        returns: new Set(row.returns),
        answered: new Set(row.answered),
        reports: new Set(row.reports),
      }
