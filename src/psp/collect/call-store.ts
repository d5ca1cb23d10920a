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

/** How often it was made since it was last stored. */
export interface CallsOfDay extends CountedCall {
  added: number
}

/** Of each its count of the day. */
export const addCalls = (db: Queryable, calls: readonly CallsOfDay[]) =>
  db.query<CountedCall & { count: number }>(sql`
    insert into charge_call (psp_account_id, day, call, count)
    select * from unnest(${calls.map(call => call.pspAccountId)}::int[], ${calls.map(call => call.day)}::date[],
      ${calls.map(call => call.call)}::text[], ${calls.map(call => call.added)}::int[]) as made(psp_account_id, day, call, added)
    order by psp_account_id, day, call
    on conflict (psp_account_id, day, call) do update set count = charge_call.count + excluded.count
    returning psp_account_id as "pspAccountId", day::text, call, count`)

export const forgetCallsBefore = (db: Queryable, day: LocalDate) =>
  db.query(sql`delete from charge_call where day < ${day}::date`)
