// Leases: a process takes rows of a queue by moving their due time ahead, to when it will be done at the latest. Each statement
// that does so notes that time here, beside the name of the process. Where the process dies, the next one makes those rows due at
// once; nobody waits for a time that a dead process has set. Work is taken over only where doing it twice does no harm.
//
// Not for payouts, refunds and defences: a call of the dead process may still be on its way to the PSP, and their leases are no
// longer than such a call.
import type { FastifyBaseLogger } from 'fastify'
import sql, { raw, type Sql } from 'sql-template-tag'
import { SECOND_MS } from '#kernel/time.ts'
import type { Database, Transaction } from '../postgres.ts'
import { startDueLoop } from './due.ts'
import { placeOf } from './process-place.ts'

/** Tables whose rows are due at their `due_at`, and may be leased. */
const QUEUES = [
  'psp_sweep',
  'dispute_watch',
  'reconciliation',
  'psp_inbox',
  'sale',
  'charge',
  'cart',
  'recurrence',
  'debit',
  'mail',
  'alert_channel',
  'legal_archive',
] as const
export type Queue = (typeof QUEUES)[number]

const HERE = placeOf(process.pid)

/** For a CTE beside one that is named `due` and answers the rows that are leased until then. */
export const lease = (queue: Queue, until: Date): Sql => sql`
  insert into lease (place, process, queue, until)
  select ${HERE.place}, ${HERE.process}, ${queue}, ${until} where exists (select from due)
  on conflict do nothing`

export interface LeaseRequest {
  now: Date
  /** When the work is done at the latest. */
  until: Date
  limit: number
  /** PSP accounts that are left alone. */
  except?: number[]
}

/** The CTE `due`, and its lease: what owes work now and belongs to a PSP account. Leasing a row twice does no harm. */
export const dueOfPsps = (
  queue: 'sale' | 'recurrence' | 'debit',
  { now, until, limit, except = [] }: LeaseRequest,
): Sql => sql`due as (
    select account_id, id from ${raw(queue)}
    where due_at <= ${now} and psp_account_id <> all(${except}::int[]) order by due_at limit ${limit}
    for update skip locked
  ), leased as (${lease(queue, until)})`

export interface TakeOverDeps {
  db: Database
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

const LOOK_MS = SECOND_MS

/** Takes over from processes that died. At its stop it gives back what this process still holds. */
export function startTakeOver({ db, clock, log }: TakeOverDeps): { stop(): Promise<void> } {
  async function round(): Promise<false> {
    for (const { queue, rows } of await takeOver(db, clock()))
      log.warn({ queue, rows }, 'a process died while it worked on these; they are taken over')
    return false
  }

  const owed = { db, rows: () => sql`select from lease where until <= ${clock()} or (${IS_ORPHANED})` }
  const loop = startDueLoop({ name: 'take-over', everyMs: LOOK_MS, owed, log, round })
  return {
    async stop() {
      await loop.stop()
      const now = clock()
      await db
        .transaction(tx => makeDue(tx, IS_OURS, now))
        .catch(error =>
          log.warn({ err: error }, 'what this process held could not be given back; it waits for its time'),
        )
    },
  }
}

export interface TakenOver {
  queue: Queue
  rows: number
}

const IS_OURS = sql`(place, process) = (${HERE.place}, ${HERE.process})`
const IS_ORPHANED = sql`not (${IS_OURS})
  and not exists (select from sender where sender.place = lease.place and sender.process = lease.process)`

/** Makes due what processes that died had leased; answers how many rows of which queues. */
export async function takeOver(db: Database, now: Date): Promise<TakenOver[]> {
  const [found] = await db.query<{ orphaned: boolean; over: boolean }>(sql`
    select coalesce(bool_or(${IS_ORPHANED}), false) as orphaned, coalesce(bool_or(until <= ${now}), false) as over from lease`)
  if (found?.over) await db.query(sql`delete from lease where until <= ${now}`)
  return found?.orphaned ? db.transaction(tx => makeDue(tx, IS_ORPHANED, now)) : []
}

async function makeDue(tx: Transaction, which: Sql, now: Date): Promise<TakenOver[]> {
  const leases = await tx.query<{ queue: Queue; until: Date }>(sql`
    delete from lease where ${which} returning queue, until`)
  const taken: TakenOver[] = []
  for (const [queue, held] of Map.groupBy(leases, one => one.queue)) {
    if (!QUEUES.includes(queue)) continue
    const rows = await tx.query(sql`
      update ${raw(queue)} set due_at = ${now}
      where due_at = any(${held.map(({ until }) => until)}::timestamptz[]) and due_at > ${now} returning 1`)
    if (rows.length > 0) taken.push({ queue, rows: rows.length })
  }
  return taken
}
