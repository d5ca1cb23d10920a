// The SQL of the inbox: the callbacks of PSPs, stored raw and once, and how far each has been applied.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import { IS_RECONCILED } from '../store.ts'

/** A callback with this many failed tries is a dead letter: an alert is raised, and it is tried every hour. */
export const DEAD_AT_ATTEMPT = 12

export const CALLBACK_STATUSES = ['waiting', 'dead', 'given-up', 'applied'] as const
export type CallbackStatus = (typeof CALLBACK_STATUSES)[number]

export interface NewCallback {
  pspAccountId: number
  bodyHash: Buffer
  body: Buffer
  now: Date
  /** What waits for longer than this is leased by no worker. */
  latestLease: Date
}

/**
 * Stores a callback once; the same bytes again are counted. Where they wait for longer than a lease lasts no worker has them, and they
 * are tried again at once.
 */
export async function keepCallback(db: Queryable, callback: NewCallback): Promise<void> {
  const { pspAccountId, bodyHash, body, now, latestLease } = callback
  await db.query(sql`
    insert into psp_inbox (psp_account_id, body_hash, body, received_at, due_at)
    values (${pspAccountId}, ${bodyHash}, ${body}, ${now}, ${now})
    on conflict (psp_account_id, body_hash) do update set seen = psp_inbox.seen + 1,
      due_at = case
        when psp_inbox.applied_at is null and coalesce(psp_inbox.due_at > ${latestLease}, true) then excluded.due_at
        else psp_inbox.due_at
      end`)
}

/**
 * Stores a callback that says the same at each change: whenever it comes it is new. What a worker has at this moment stays with it; that
 * it came again meanwhile shows in `seen` when the worker is done (`CAME_AGAIN`).
 */
export async function keepRepeatingCallback(db: Queryable, callback: NewCallback): Promise<void> {
  const { pspAccountId, bodyHash, body, now, latestLease } = callback
  await db.query(sql`
    insert into psp_inbox (psp_account_id, body_hash, body, received_at, due_at, repeats)
    values (${pspAccountId}, ${bodyHash}, ${body}, ${now}, ${now}, true)
    on conflict (psp_account_id, body_hash) do update set seen = psp_inbox.seen + 1, received_at = excluded.received_at,
      attempts = 0, applied_at = null, trouble = null, seal = default,
      due_at = case
        when coalesce(psp_inbox.due_at > ${latestLease}, true) then excluded.due_at
        else psp_inbox.due_at
      end`)
}

export interface KeptCallback {
  pspAccountId: number
  id: bigint
  body: Buffer
  receivedAt: Date
  /** Its body is a form, and the same at each change. */
  repeats: boolean
  /** How often it had come when it was leased. */
  seen: number
  /** The number of failed tries. */
  attempts: number
  /** The keys of the entries that the PSP has confirmed: they are not queried again. */
  confirmed: string[]
}

export interface CallbackLease {
  now: Date
  until: Date
  limit: number
  /** PSP accounts whose callbacks are left alone for now. */
  except: number[]
}

/** Leases the due ones until `until`. Applying twice does no harm, so the rows of a dead process simply become due again. */
export function leaseCallbacks(db: Queryable, { now, until, limit, except }: CallbackLease): Promise<KeptCallback[]> {
  return db.query<KeptCallback>(sql`
    with due as (
      select psp_account_id, id from psp_inbox
      where due_at <= ${now} and psp_account_id <> all(${except}::int[]) order by due_at limit ${limit}
      for update skip locked
    ), leased as (${lease('psp_inbox', until)})
    update psp_inbox set due_at = ${until} from due
    where psp_inbox.psp_account_id = due.psp_account_id and psp_inbox.id = due.id
    returning psp_inbox.psp_account_id as "pspAccountId", psp_inbox.id, body, received_at as "receivedAt", repeats, seen,
      attempts, confirmed`)
}

const isOne = ({ pspAccountId, id }: KeptCallback): Sql => sql`psp_account_id = ${pspAccountId} and id = ${id}`

/** Stores what the PSP has confirmed, and extends the lease of the worker to `until`. */
export const recordConfirmed = (db: Queryable, callback: KeptCallback, keys: string[], until: Date) =>
  db.query(sql`
    with due as (
      update psp_inbox set confirmed = confirmed || ${keys}::text[], due_at = ${until}, seal = default
      where ${isOne(callback)} returning id
    ), leased as (${lease('psp_inbox', until)})
    select from due`)

/** A notice that came again while it was worked on may be of a later change: it is due once more. */
const CAME_AGAIN = ({ seen }: KeptCallback): Sql => sql`(repeats and seen <> ${seen})`

export const markApplied = (db: Queryable, callback: KeptCallback, now: Date) =>
  db.query(sql`
    update psp_inbox set applied_at = case when ${CAME_AGAIN(callback)} then null else ${now}::timestamptz end,
      due_at = case when ${CAME_AGAIN(callback)} then ${now}::timestamptz end, trouble = null, seal = default
    where ${isOne(callback)}`)

export interface Trouble {
  trouble: string
  /** Failed tries to be added; a replay may have reset the number meanwhile. */
  tries: 0 | 1
  /** At least this number. */
  atLeast?: number
  /** null: it is given up. */
  dueAt: Date | null
}

export const markTrouble = (db: Queryable, callback: KeptCallback, { trouble, tries, atLeast = 0, dueAt }: Trouble) =>
  db.query(sql`
    update psp_inbox set due_at = case when ${CAME_AGAIN(callback)} then received_at else ${dueAt}::timestamptz end, trouble = ${trouble}, attempts = greatest(attempts + ${tries}, ${atLeast}),
      seal = default
    where ${isOne(callback)}`)

/** Deletes callbacks that were applied or given up and came before `cutoff`; answers how many, at most `limit`. */
export async function deleteOldCallbacks(db: Queryable, cutoff: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    with old as (
      select psp_account_id, id from psp_inbox where due_at is null and received_at < ${cutoff}
      order by received_at limit ${limit} for update skip locked
    )
    delete from psp_inbox using old
    where psp_inbox.psp_account_id = old.psp_account_id and psp_inbox.id = old.id
    returning psp_inbox.id`)
  return rows.length
}

/** A callback as an operator reads it. */
export interface SeenCallback {
  id: bigint
  pspAccountId: number
  receivedAt: Date
  seen: number
  attempts: number
  status: CallbackStatus
  trouble: string | null
  dueAt: Date | null
  appliedAt: Date | null
  sizeBytes: number
  /** The whole body, or its first bytes. */
  body: Buffer
}

const STATUS = sql`case
  when applied_at is not null then 'applied'
  when due_at is null then 'given-up'
  when attempts >= ${DEAD_AT_ATTEMPT} then 'dead'
  else 'waiting' end`

const COLUMNS = columnsOf<Omit<SeenCallback, 'body'>>({
  id: 'id',
  pspAccountId: 'psp_account_id',
  receivedAt: 'received_at',
  seen: 'seen',
  attempts: 'attempts',
  status: STATUS,
  trouble: 'trouble',
  dueAt: 'due_at',
  appliedAt: 'applied_at',
  sizeBytes: 'length(body)',
})

/** Of which PSP accounts. null: of all but the test bank of test mode, whose callbacks are about play money. */
const asked = (pspAccountId: number | null): Sql =>
  pspAccountId === null ? IS_RECONCILED : sql`psp_account.id = ${pspAccountId}`

const ofAsked = (pspAccountId: number | null): Sql =>
  sql`psp_account_id in (select psp_account.id from psp_account where ${asked(pspAccountId)})`

export interface CallbackQuery {
  pspAccountId: number | null
  /** null: all of them. */
  status: CallbackStatus | null
  /** Below this id. */
  cursor: bigint | null
  limit: number
  previewBytes: number
}

/** Newest first. Open ones have an index of their own; the rest is read account by account. */
export function listCallbacks(db: Queryable, query: CallbackQuery): Promise<SeenCallback[]> {
  const { pspAccountId, status, cursor, limit, previewBytes } = query
  const columns = sql`${COLUMNS}, substring(body from 1 for ${previewBytes}::int) as body`
  const below = sql`(${cursor}::bigint is null or id < ${cursor})`
  const isOpen = status !== null && status !== 'applied'
  return db.query<SeenCallback>(
    isOpen
      ? sql`select ${columns} from psp_inbox
          where applied_at is null and ${STATUS} = ${status} and ${ofAsked(pspAccountId)} and ${below} order by id desc limit ${limit}`
      : sql`select one.* from psp_account cross join lateral (
            select ${columns} from psp_inbox
            where psp_account_id = psp_account.id and (${status}::text is null or applied_at is not null) and ${below}
            order by id desc limit ${limit}
          ) one where ${asked(pspAccountId)} order by one.id desc limit ${limit}`,
  )
}

/** The ids are unique in the whole table, but lead no index: the few PSP accounts are searched one by one. */
const HERE = (id: bigint) => sql`psp_account_id in (select id from psp_account) and psp_inbox.id = ${id}`

export async function findCallback(db: Queryable, id: bigint): Promise<SeenCallback | null> {
  const [row] = await db.query<SeenCallback>(sql`select ${COLUMNS}, body from psp_inbox where ${HERE(id)}`)
  return row ?? null
}

const AFRESH = (now: Date) => sql`due_at = ${now}, attempts = 0, applied_at = null, trouble = null, confirmed = '{}'`

/** As if it had just come in. Answers false where there is none. */
export async function replayCallback(db: Queryable, id: bigint, now: Date): Promise<boolean> {
  const rows = await db.query(sql`update psp_inbox set ${AFRESH(now)}, seal = default where ${HERE(id)} returning id`)
  return rows.length > 0
}

/** Oldest first, at most `limit` of them; answers how many. */
export async function replayCallbacks(
  db: Queryable,
  {
    pspAccountId,
    status,
    limit,
    now,
  }: Pick<CallbackQuery, 'pspAccountId' | 'limit'> & { status: 'dead' | 'given-up'; now: Date },
): Promise<number> {
  const rows = await db.query(sql`
    with chosen as (
      select psp_account_id, id from psp_inbox where applied_at is null and ${STATUS} = ${status} and ${ofAsked(pspAccountId)}
      order by id limit ${limit} for update skip locked
    )
    update psp_inbox set ${AFRESH(now)}, seal = default from chosen
    where psp_inbox.psp_account_id = chosen.psp_account_id and psp_inbox.id = chosen.id
    returning psp_inbox.id`)
  return rows.length
}
