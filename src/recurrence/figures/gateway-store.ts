// The SQL of the recurrences and debits of all accounts, for monitoring. It reads those that are open, and what came to pass lately.
import sql from 'sql-template-tag'
import { IS_LIVE } from '#db/account/live-accounts.ts'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type DebitStatus, OPEN_DEBIT_STATUSES } from '../debit/debit.ts'
import type { RecurrenceStatus } from '../recurrence.ts'

type Counted<S extends string> = { status: S; count: number }

/** Those of which money may still come, and those that ended since then. */
export const countDebits = (db: Queryable, endedSince: Date): Promise<Counted<DebitStatus>[]> =>
  db.query<Counted<DebitStatus>>(sql`${ANEW}
    select status, count(*)::int as count from debit
    where ${IS_LIVE} and status = any(${[...OPEN_DEBIT_STATUSES]}::text[]) and ended_at is null group by status
    union all
    select status, count(*)::int from debit where ${IS_LIVE} and ended_at >= ${endedSince} group by status`)

/** Those that live, and those that ended since then. One whose creation came to nothing was never shown. */
export const countRecurrences = (db: Queryable, endedSince: Date): Promise<Counted<RecurrenceStatus>[]> =>
  db.query<Counted<RecurrenceStatus>>(sql`${ANEW}
    select status, count(*)::int as count from recurrence where ${IS_LIVE} and status in ('CRIADA', 'APROVADA') group by status
    union all
    select status, count(*)::int from recurrence where ${IS_LIVE} and ended_at >= ${endedSince} and status <> 'FALHOU' group by status`)

export interface Offers {
  offered: number
  authorised: number
}

/** Of those that were offered since then, how many their payers have authorised by now. */
export async function countOffers(db: Queryable, since: Date): Promise<Offers> {
  const [row] = await db.query<Offers>(sql`${ANEW}
    select count(*)::int as offered, count(activated_at)::int as authorised
    from recurrence where ${IS_LIVE} and created_at >= ${since} and status not in ('CRIANDO', 'FALHOU')`)
  return row as Offers
}

/** Orders that were sent since then, by the end of their window: the last one that was sent for each. */
export interface LastOrder {
  dueOn: LocalDate
  adjusts: boolean
  sentAt: Date
}

export const findLastOrders = (db: Queryable, since: Date): Promise<LastOrder[]> =>
  db.query<LastOrder>(sql`${ANEW}
    select due_on as "dueOn", adjusts_to_business_day as adjusts, max(sent_at) as "sentAt" from debit
    where ${IS_LIVE} and sent_at >= ${since} group by due_on, adjusts_to_business_day`)
