// The SQL of the guard against card testing. Nothing is stored for it beside the attempts themselves, but until when an account's cards are off.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export interface Attempts {
  declined: number
  approved: number
  /** Nobody knows yet what became of them. */
  unanswered: number
}

/** So many of the latest are counted: a large shop has thousands in ten minutes. */
const MAX_COUNTED = 500

/** Until the end of the transaction no other attempt of the account is admitted, on any gateway. */
export const lockAttempts = (tx: Transaction, accountId: number) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`cards/${accountId}`}, 0))`)

export async function findCardsOff(db: Queryable, accountId: number): Promise<Date | null> {
  const [row] = await db.query<{ until: Date | null }>(sql`
    select cards_off_until as until from account where id = ${accountId}`)
  return row?.until ?? null
}

export async function countAttempts(db: Queryable, accountId: number, from: Date): Promise<Attempts> {
  const [row] = await db.query<Attempts>(sql`
    select count(*) filter (where reported_state = 'declined' or decline is not null)::int as declined,
      count(*) filter (where reported_state in ('approved', 'paid', 'contested', 'refunded'))::int as approved,
      count(*) filter (where state in ('OPENING', 'PAYING') and coalesce(reported_state, 'new') = 'new')::int as unanswered
    from (select state, reported_state, decline from charge
      where account_id = ${accountId} and method = 'card' and created_at > ${from}
      order by created_at desc limit ${MAX_COUNTED}) as latest`)
  return row ?? { declined: 0, approved: 0, unanswered: 0 }
}

/** So many are counted at most: what is more is as unusual. */
const MAX_DECLINES_COUNTED = 20_000

/** Of all accounts. */
export async function countDeclines(db: Queryable, from: Date, to: Date): Promise<number> {
  const [row] = await db.query<{ declined: number }>(sql`
    select count(*)::int as declined from (
      select from charge where method = 'card' and decline is not null and created_at > ${from} and created_at <= ${to}
      limit ${MAX_DECLINES_COUNTED}) as counted`)
  return row?.declined ?? 0
}

export const recordCardsOff = (tx: Transaction, accountId: number, { until, now }: { until: Date; now: Date }) =>
  tx.query(sql`
    update account set cards_off_until = ${until}, updated_at = ${now}, seal = default where id = ${accountId}`)
