// The SQL of the watch over the PSPs' lists of disputes: which is due, and how it stands with each.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import { inUseAt } from '#psp/store.ts'

export interface Watched {
  pspAccountId: number
  /** When the long way back was last gone. */
  deepAt: Date | null
  /** Failures in a row. */
  troubles: number
  /** When the account was connected to this gateway: what lies before is not ours. */
  accountSince: Date
}

/** `kinds`: those whose PSPs list disputes. The first time is not the first moment: money comes before disputes of it. */
export const insertMissingWatches = (db: Queryable, kinds: string[], now: Date, firstAt: Date) =>
  db.query(sql`
    insert into dispute_watch (psp_account_id, due_at)
    select id, ${firstAt} from psp_account
    where kind = any(${kinds}::text[]) and ${inUseAt(now)}
      and not exists (select from dispute_watch where psp_account_id = psp_account.id)
    on conflict do nothing`)

/** Also one that was put off further than it is by now: clocks go back. */
export const dueWatches = (now: Date, latest: Date): Sql =>
  sql`select from dispute_watch where due_at <= ${now} or due_at > ${latest}`

/** Takes what is due until `until`, for one process alone. Like `dueWatches`. */
export const leaseWatches = (db: Queryable, now: Date, until: Date, latest: Date) =>
  db.query<Watched>(sql`
    with due as (
      select psp_account_id, created_at from dispute_watch join psp_account on psp_account.id = psp_account_id
      where (due_at <= ${now} or due_at > ${latest}) and ${inUseAt(now)} order by due_at for update of dispute_watch skip locked
    ), leased as (${lease('dispute_watch', until)})
    update dispute_watch set due_at = ${until} from due where dispute_watch.psp_account_id = due.psp_account_id
    returning dispute_watch.psp_account_id as "pspAccountId", deep_at as "deepAt", troubles,
      due.created_at as "accountSince"`)

export interface WatchEnd {
  dueAt: Date
  deepAt: Date | null
  trouble: string | null
  troubles: number
}

export const endWatch = (db: Queryable, pspAccountId: number, { dueAt, deepAt, trouble, troubles }: WatchEnd) =>
  db.query(sql`
    update dispute_watch set due_at = ${dueAt}, deep_at = ${deepAt}, trouble = ${trouble}, troubles = ${troubles}
    where psp_account_id = ${pspAccountId}`)
