// The SQL of the calls of APIs of charges, which are counted by day: all gateways count together.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'

export interface CountedCall {
  pspAccountId: number
  day: LocalDate
  /** Its method and path, without ids. */
  call: string
}

/** One row for each call that is among them, with its count of the day. */
export const addCalls = (db: Queryable, calls: readonly CountedCall[]) =>
  db.query<CountedCall & { added: number; count: number }>(sql`
    with made as (
      select psp_account_id, day, call, count(*)::int as added
      from unnest(${calls.map(call => call.pspAccountId)}::int[], ${calls.map(call => call.day)}::date[],
        ${calls.map(call => call.call)}::text[]) as one(psp_account_id, day, call)
      group by psp_account_id, day, call
    ), counted as (
      insert into charge_call (psp_account_id, day, call, count)
      select psp_account_id, day, call, added from made order by psp_account_id, day, call
      on conflict (psp_account_id, day, call) do update set count = charge_call.count + excluded.count
      returning psp_account_id, day, call, count
    )
    select psp_account_id as "pspAccountId", day::text, call, added, count from counted join made using (psp_account_id, day, call)`)

export const forgetCallsBefore = (db: Queryable, day: LocalDate) =>
  db.query(sql`delete from charge_call where day < ${day}::date`)
