// The SQL of what is usual for an account: what came in and went out on each past day, added up once and kept.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Direction } from '../case/case.ts'
import { KINDS_OF } from './movements.ts'

/** Those of these days that were not added up yet. */
export async function findMissingDays(tx: Transaction, accountId: number, days: LocalDate[]): Promise<LocalDate[]> {
  const rows = await tx.query<{ day: LocalDate }>(sql`
    select day from unnest(${days}::date[]) day
    where not exists (
      select from monitoring_day where account_id = ${accountId} and monitoring_day.day = day.day)
    order by day`)
  return rows.map(({ day }) => day)
}

export interface DayStretch {
  day: LocalDate
  /** Above `after`, up to and with `upTo`. */
  after: bigint
  upTo: bigint
}

export const addUpDays = (tx: Transaction, accountId: number, stretches: DayStretch[]) =>
  tx.query(sql`
    insert into monitoring_day (account_id, day, incoming_centavos, cashout_centavos)
    select ${accountId}, day, incoming, cashouts
    from unnest(${stretches.map(({ day }) => day)}::date[], ${stretches.map(({ after }) => after)}::bigint[],
      ${stretches.map(({ upTo }) => upTo)}::bigint[]) stretch (day, after, up_to)
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where kind = any(${KINDS_OF.INCOMING}::text[])), 0)::bigint as incoming,
        coalesce(sum(amount_centavos) filter (where kind = any(${KINDS_OF.CASHOUT}::text[])), 0)::bigint as cashouts
      from transfer where account_id = ${accountId} and seq > after and seq <= up_to
    ) sums
    on conflict do nothing`)

/** What the days from `from` on and before `to` came to. */
export async function sumDays(
  tx: Transaction,
  accountId: number,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<Record<Direction, Centavos>> {
  const [row] = await tx.query<Record<Direction, Centavos>>(sql`
    select coalesce(sum(incoming_centavos), 0)::bigint as "INCOMING", coalesce(sum(cashout_centavos), 0)::bigint as "CASHOUT"
    from monitoring_day where account_id = ${accountId} and day >= ${from}::date and day < ${to}::date`)
  return row as Record<Direction, Centavos>
}
