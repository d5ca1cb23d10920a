// The SQL of reserves whose day has come.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'

export interface ReserveKey {
  accountId: number
  seq: bigint
}

/** What is still held of a reserve. */
export interface OpenReserve extends ReserveKey {
  open: Centavos
  saleId: bigint
}

/** What this database believes to be held may have been given back before it was restored: see recovery. */
const NOT_RECOVERING = sql`not exists (select from house where recovering_since is not null)`

/** The longest due first, of all accounts but these. Found without a lock: see `lockedReserves`. */
export const findDueReserves = (db: Queryable, now: Date, limit: number, except: number[]) =>
  db.query<ReserveKey>(sql`
    select account_id as "accountId", seq from hold
    where release_at <= ${now} and closed_at is null and reason = 'RESERVE' and account_id <> all(${except}::int[])
      and ${NOT_RECOVERING}
    order by release_at, account_id, seq limit ${limit}`)

/** What of these is still to be released. The caller has locked the wallets, which is the lock of their holds. */
export const lockedReserves = (tx: Transaction, keys: ReserveKey[], now: Date) =>
  tx.query<OpenReserve>(sql`
    select account_id as "accountId", seq, open_centavos as open, subject_id as "saleId"
    from hold
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.seq)}::bigint[]) as key(account_id, seq)
      using (account_id, seq)
    where release_at <= ${now} and closed_at is null and reason = 'RESERVE' and ${NOT_RECOVERING}
    order by account_id, seq`)
