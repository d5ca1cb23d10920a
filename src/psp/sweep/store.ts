// The SQL of the sweeps: how far each PSP account's lists have been compared with our books, and which process has the lease.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import { HAS_CHARGES, inUseAt } from '../store.ts'

export const SWEPT_LISTS = ['received', 'sent', 'recurrences', 'debits', 'boletos', 'cards'] as const
export type SweptList = (typeof SWEPT_LISTS)[number]

export interface Sweep {
  pspAccountId: number
  list: SweptList
  /** Everything up to here has been compared. */
  sweptTo: Date
  /** When the long way back was last swept. */
  deepSweptAt: Date | null
  trouble: string | null
  /** When the account was added to this gateway: earlier entries are not ours. */
  accountSince: Date
}

const COLUMNS = columnsOf<Sweep>({
  pspAccountId: 'psp_sweep.psp_account_id',
  list: 'psp_sweep.list',
  sweptTo: 'swept_to',
  deepSweptAt: 'deep_swept_at',
  trouble: 'trouble',
  accountSince: 'created_at',
})

/**
 * A row for each list of each account in use, from the account's first moment. Money may come in and go out after the switches
 * were turned off, so both lists are read for as long as either is on, and for a while after that. A kind that never pays out
 * has no list of sent payments, and an account without a receiving account none of recurring PIX. Answers a row for each.
 */
export const insertMissingSweeps = (db: Queryable, paysOut: string[], now: Date) =>
  db.query(sql`
    insert into psp_sweep (psp_account_id, list, swept_to, due_at)
    select psp_account.id, swept.list, date_trunc('milliseconds', created_at), ${now}
    from psp_account cross join unnest(${[...SWEPT_LISTS]}::text[]) as swept(list)
    where ${inUseAt(now)}
      and (swept.list <> 'sent' or kind = any(${paysOut}::text[]))
      and ${isListed(sql`swept.list`)}
      and not exists (
        select from psp_sweep where psp_account_id = psp_account.id and psp_sweep.list = swept.list
      )
    on conflict do nothing
    returning 1`)

/**
 * Recurring PIX is listed where there is a receiving account, which may have been removed since; paid boletos and cards where any were made, as long as
 * they can be asked about.
 */
export const isListed = (list: Sql): Sql => sql`(case when ${list} in ('received', 'sent') then true
  when ${list} = 'boletos' then collect_base_url is not null and ${HAS_CHARGES(sql`psp_account.id`)}
  when ${list} = 'cards' then collect_base_url is not null and ${HAS_CHARGES(sql`psp_account.id`, 'card')}
  else receiver_account is not null end)`

/** Leases the due rows until `until`, for one process alone. There are as few rows as PSP accounts. */
export const leaseSweeps = (db: Queryable, now: Date, until: Date) =>
  db.query<Sweep>(sql`
    with due as (
      select psp_account_id, list, created_at
      from psp_sweep join psp_account on psp_account.id = psp_account_id
      where due_at <= ${now} and ${inUseAt(now)} and ${isListed(sql`psp_sweep.list`)} order by due_at for update of psp_sweep skip locked
    ), leased as (${lease('psp_sweep', until)})
    update psp_sweep set due_at = ${until} from due
    where psp_sweep.psp_account_id = due.psp_account_id and psp_sweep.list = due.list
    returning ${COLUMNS}`)

/**
 * The row, provided that nothing has moved it since it was read: neither another process with a later lease, nor an operator
 * who has the past read again.
 */
const unmoved = ({ pspAccountId, list, sweptTo }: Sweep): Sql => sql`
  psp_account_id = ${pspAccountId} and list = ${list} and date_trunc('milliseconds', swept_to) = ${sweptTo}`

/** These answer false where the row was moved by another process, and then change nothing. */
export async function keepSweep(db: Queryable, sweep: Sweep, until: Date): Promise<boolean> {
  const rows = await db.query(sql`
    with due as (
      update psp_sweep set due_at = ${until} where ${unmoved(sweep)} returning list
    ), leased as (${lease('psp_sweep', until)})
    select list from due`)
  return rows.length > 0
}

export interface Progress {
  sweptTo: Date
  dueAt: Date
}

export async function advanceSweep(db: Queryable, sweep: Sweep, { sweptTo, dueAt }: Progress): Promise<boolean> {
  const rows = await db.query(sql`
    with due as (
      update psp_sweep set swept_to = ${sweptTo}, due_at = ${dueAt} where ${unmoved(sweep)} returning list
    ), leased as (${lease('psp_sweep', dueAt)})
    select list from due`)
  return rows.length > 0
}

export interface Finish extends Progress {
  deepSweptAt: Date | null
  trouble: string | null
}

export async function finishSweep(
  db: Queryable,
  sweep: Sweep,
  { sweptTo, dueAt, deepSweptAt, trouble }: Finish,
): Promise<boolean> {
  const rows = await db.query(sql`
    update psp_sweep set swept_to = ${sweptTo}, due_at = ${dueAt}, deep_swept_at = ${deepSweptAt}, trouble = ${trouble}
    where ${unmoved(sweep)} returning list`)
  return rows.length > 0
}

export const recordSweepTrouble = (db: Queryable, sweep: Sweep, trouble: string, dueAt: Date) =>
  db.query(sql`update psp_sweep set trouble = ${trouble}, due_at = ${dueAt} where ${unmoved(sweep)}`)

/** The unread entries of this PSP account wait no longer. */
export const prioritiseSweeps = (db: Queryable, pspAccountId: number, now: Date) =>
  db.query(sql`
    update psp_sweep set due_at = ${now}
    where psp_account_id = ${pspAccountId} and trouble is not null and due_at > ${now}`)

/** What has just come is seen by this list alone: it is read at the next look. */
export const sweepSoon = (
  db: Queryable,
  { pspAccountId, list }: { pspAccountId: number; list: SweptList },
  now: Date,
) =>
  db.query(sql`
    update psp_sweep set due_at = ${now} where psp_account_id = ${pspAccountId} and list = ${list} and due_at > ${now}`)

/** For a database that may have lost what the PSPs know: every list is read again from here on, and at once. */
export const rewindSweeps = (db: Queryable, from: Date, now: Date) =>
  db.query(sql`update psp_sweep set swept_to = least(swept_to, ${from}), due_at = ${now}`)

export const findSweeps = (db: Queryable) =>
  db.query<Sweep>(sql`
    select ${COLUMNS} from psp_sweep join psp_account on psp_account.id = psp_account_id
    where ${isListed(sql`psp_sweep.list`)} order by psp_sweep.psp_account_id, psp_sweep.list`)
