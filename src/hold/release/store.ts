// The SQL of holds whose day has come: reserves of sales, and what is to be settled.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'

/** Held until a day, and then released by itself. */
export const RELEASABLE = ['RESERVE', 'SETTLEMENT'] as const
export type Releasable = (typeof RELEASABLE)[number]

export interface HoldKey {
  accountId: number
  seq: bigint
}

/** What is still held of a sale. */
export interface DueHold extends HoldKey {
  reason: Releasable
  open: Centavos
  saleId: bigint
}

/** What this database believes to be held may have been given back before it was restored: see recovery. */
const NOT_RECOVERING = sql`not exists (select from house where recovering_since is not null)`

/** Whatever is to be released by then. */
export const releasable = (now: Date): Sql => sql`
  select 1 from hold where release_at <= ${now} and closed_at is null and reason = 'RESERVE'
  union all select 1 from receivable where due_at <= ${now} and hold_seq is not null
  union all select 1 from hold_order where release_at <= ${now} and state = 'OPEN'`

/** The longest due first, of all accounts but these. Found without a lock: see `lockedHolds`. */
export const findDueReserves = (db: Queryable, now: Date, limit: number, except: number[]) =>
  db.query<HoldKey>(sql`
    select account_id as "accountId", seq from hold
    where release_at <= ${now} and closed_at is null and reason = 'RESERVE' and account_id <> all(${except}::int[])
      and ${NOT_RECOVERING}
    order by release_at, account_id, seq limit ${limit}`)

/** The same of receivables, which are due only once their acquirer has paid, where their terms say so. */
export const findDueSettlements = (db: Queryable, now: Date, limit: number, except: number[]) =>
  db.query<HoldKey>(sql`
    select account_id as "accountId", hold_seq as seq from receivable
    where due_at <= ${now} and hold_seq is not null and account_id <> all(${except}::int[]) and ${NOT_RECOVERING}
    order by due_at, account_id, hold_seq limit ${limit}`)

/** What of these is still to be released. The caller has locked the wallets, which is the lock of their holds. */
export const lockedHolds = (tx: Transaction, keys: HoldKey[], now: Date) =>
  tx.query<DueHold>(sql`
    select account_id as "accountId", seq, reason, open_centavos as open, subject_id as "saleId"
    from hold
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.seq)}::bigint[]) as key(account_id, seq)
      using (account_id, seq)
    where release_at <= ${now} and closed_at is null and ${NOT_RECOVERING} and (reason = 'RESERVE' or reason = 'SETTLEMENT' and exists (
      select from receivable
      where receivable.account_id = hold.account_id and receivable.hold_seq = hold.seq and receivable.due_at <= ${now}))
    order by account_id, seq`)

/** Nothing more is to be released of their receivables. */
export const endReleases = (tx: Transaction, keys: HoldKey[]) =>
  tx.query(sql`
    update receivable set due_at = null
    from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.seq)}::bigint[]) as released(account_id, seq)
    where receivable.account_id = released.account_id and receivable.hold_seq = released.seq`)
