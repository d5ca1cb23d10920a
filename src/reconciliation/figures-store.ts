// The SQL of how reconciliation stands, in figures for monitoring: read from small tables and partial indexes.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'

export interface Standing {
  openCases: number
  /** Days that could not be read, and are tried again. */
  troubledDays: number
  /** The end of the last closed day; null: none is. */
  closedTo: Date | null
  /** PSP accounts that answered with their balance when they were read last, and those of them that do not cover what should lie there. */
  answered: number
  uncovered: number
  /** What they lack, also without what is under way out. */
  lacking: Centavos
  /** The PSP account whose last look is the longest ago; null: none was looked at. */
  checkedAt: Date | null
}

export async function readStanding(db: Queryable): Promise<Standing> {
  const [row] = await db.query<Standing>(sql`
    select (select count(*)::int from reconciliation_case where state = 'OPEN') as "openCases",
      (select count(*)::int from reconciliation where due_at is not null and trouble is not null) as "troubledDays",
      (select max(ends_at) from day_close where state <> 'REOPENED') as "closedTo",
      coverage.*
    from (
      select count(covers)::int as answered, count(*) filter (where not covers)::int as uncovered,
        coalesce(sum(expected_centavos - in_flight_centavos - balance_centavos) filter (where not covers), 0)::bigint as lacking,
        min(checked_at) as "checkedAt"
      from psp_coverage
    ) coverage`)
  return row as Standing
}
