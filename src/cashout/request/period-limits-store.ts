// The SQL of what accounts have cashed out in the current day and the current night. Nothing is read for accounts without such
// a limit. Read under the lock of their wallets, so that no other request spends meanwhile.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { Limits } from '#kernel/terms/limits.ts'
import { limitsSpending, type Spending, type Spent, windowsAt } from './period-limits.ts'

/**
 * A request counts in the day of its own moment, which is stored with it: another gateway's clock does not move it to another
 * day.
 */
export async function findSpending(tx: Transaction, limitsOf: Map<number, Limits>, now: Date): Promise<Spending> {
  const accountIds = [...limitsOf].flatMap(([id, limits]) => (limitsSpending(limits, now) ? [id] : []))
  if (accountIds.length === 0) return new Map()
  const { day, night } = windowsAt(now)
  const [from, to] = night === null ? [day.from, day.to] : [earlier(day.from, night.from), later(day.to, night.to)]
  const rows = await tx.query<Spent & { account_id: number }>(sql`
    select account_id, day, night from unnest(${accountIds}::int[]) as asked(account_id)
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where created_at >= ${day.from} and created_at < ${day.to}), 0)::bigint as day,
        case when ${night !== null} then coalesce(sum(amount_centavos)
          filter (where created_at >= ${night?.from} and created_at < ${night?.to}), 0)::bigint end as night
      from withdrawal
      where withdrawal.account_id = asked.account_id and created_at >= ${from} and created_at < ${to}
        and state not in ('refused', 'cancelled')
    ) spent`)
  return new Map(rows.map(({ account_id, ...spent }) => [account_id, spent]))
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)
