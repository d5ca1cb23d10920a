// The SQL of how many balance events an account has been sent.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'

/** The next number of each of these accounts, whose wallets are locked. */
export async function numberBalanceEvents(
  tx: Transaction,
  accountIds: number[],
  now: Date,
): Promise<Map<number, number>> {
  const rows = await tx.query<{ account_id: number; version: number }>(sql`
    insert into balance_news (account_id, version, told_at)
    select account_id, 1, ${now}::timestamptz from unnest(${accountIds}::int[]) as told(account_id) order by account_id
    on conflict (account_id) do update
      set version = balance_news.version + 1, told_at = excluded.told_at, seal = default
    returning account_id, version`)
  return new Map(rows.map(row => [row.account_id, row.version]))
}
