// The SQL of keys. Every statement takes a batch; an answer, once written, is never changed while its key lives.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Answer } from './answer.ts'
import type { KeyRequest } from './key.ts'

/** What is known of a key that was used before. */
export interface Kept {
  askHash: Buffer
  subjectId: bigint | null
  busyUntil: Date | null
  answer: Answer | null
  expiresAt: Date
}

interface KeyRow {
  account_id: number
  route: string
  key: string
}

/** The key as one text, for maps. Account and route hold no line break. */
export const keyText = ({ accountId, route, key }: Omit<KeyRequest, 'askHash'>) => `${accountId}\n${route}\n${key}`
const rowText = (row: KeyRow) => keyText({ accountId: row.account_id, route: row.route, key: row.key })

const columnsOf = (requests: KeyRequest[]) => sql`
  ${requests.map(request => request.accountId)}::int[], ${requests.map(request => request.route)}::text[], ${requests.map(request => request.key)}::text[]`

/**
 * Writes the keys that nobody has used, or not for so long that they have expired, and answers which those are. All others
 * are locked by this too (a conflicting row is, whatever the condition says), in the same order.
 */
export async function insertFreeKeys(
  tx: Transaction,
  requests: KeyRequest[],
  now: Date,
  expiresAt: Date,
): Promise<Set<string>> {
  const rows = await tx.query<KeyRow>(sql`
    insert into idempotency (account_id, route, key, ask_hash, created_at, expires_at)
    select ask.*, ${now}::timestamptz, ${expiresAt}::timestamptz
    from unnest(${columnsOf(requests)}, ${requests.map(request => request.askHash)}::bytea[]) as ask(account_id, route, key, ask_hash)
    order by account_id, route, key
    on conflict (account_id, route, key) do update
      set ask_hash = excluded.ask_hash, subject_id = null, busy_until = null, status = null, answer = null,
        created_at = excluded.created_at, expires_at = excluded.expires_at, seal = default
      where idempotency.expires_at <= excluded.created_at
    returning account_id, route, key`)
  return new Set(rows.map(rowText))
}

/**
 * Locks the keys and answers what is known of them, by key text. What they stand for is locked later. Each is looked up by
 * itself, in order: a join would be planned for good while the table is still empty, and read all of it ever after.
 */
export async function findKept(tx: Transaction, requests: KeyRequest[]): Promise<Map<string, Kept>> {
  if (requests.length === 0) return new Map()
  const rows = await tx.query<
    KeyRow & {
      ask_hash: Buffer
      subject_id: bigint | null
      busy_until: Date | null
      status: number | null
      answer: Buffer | null
      expires_at: Date
    }
  >(sql`
    select kept.* from (select * from unnest(${columnsOf(requests)}) order by 1, 2, 3) as ask(account_id, route, key)
    cross join lateral (
      select account_id, route, key, ask_hash, subject_id, busy_until, status, answer, expires_at from idempotency
      where (account_id, route, key) = (ask.account_id, ask.route, ask.key) for update
    ) kept`)
  return new Map(
    rows.map(row => {
      const { ask_hash: askHash, subject_id: subjectId, busy_until: busyUntil, expires_at: expiresAt } = row
      const { status, answer: body } = row
      const answer = status === null || body === null ? null : { status, body }
      return [rowText(row), { askHash, subjectId, busyUntil, answer, expiresAt }]
    }),
  )
}

/** Whether an answer that was to be kept under the key is there, and lives. */
export async function isAnswerKept(tx: Transaction, request: KeyRequest, now: Date): Promise<boolean> {
  const kept = (await findKept(tx, [request])).get(keyText(request))
  return kept !== undefined && kept.expiresAt > now
}

/** A key that one request works on until then. If that process dies, the next request goes on from there. */
export interface Hold {
  request: KeyRequest
  /** What was begun, so that a later request can go on with it. */
  subjectId: bigint
  busyUntil: Date
}

export const holdKeys = (tx: Transaction, holds: Hold[]) =>
  tx.query(sql`
    update idempotency set subject_id = hold.subject_id, busy_until = hold.busy_until, seal = default
    from unnest(${columnsOf(holds.map(({ request }) => request))}, ${holds.map(({ subjectId }) => subjectId)}::bigint[],
      ${holds.map(({ busyUntil }) => busyUntil)}::timestamptz[])
      as hold(account_id, route, key, subject_id, busy_until)
    where (idempotency.account_id, idempotency.route, idempotency.key) = (hold.account_id, hold.route, hold.key)`)

/**
 * No request works on it any more and there is no answer that stays. A key that another request has taken meanwhile is left
 * alone.
 */
export const releaseKeys = (db: Queryable, holds: Hold[]) =>
  db.query(sql`
    update idempotency set busy_until = null
    from unnest(${columnsOf(holds.map(({ request }) => request))}, ${holds.map(({ busyUntil }) => busyUntil)}::timestamptz[])
      as hold(account_id, route, key, busy_until)
    where (idempotency.account_id, idempotency.route, idempotency.key) = (hold.account_id, hold.route, hold.key)
      and idempotency.busy_until = hold.busy_until and status is null`)

/** Keeps the answers, in the commit that they describe. One that stands is never changed. */
export const finishKeys = (tx: Transaction, finished: { request: KeyRequest; answer: Answer }[]) =>
  tx.query(sql`
    update idempotency set status = done.status, answer = done.answer, seal = default
    from unnest(${columnsOf(finished.map(({ request }) => request))}, ${finished.map(({ answer }) => answer.status)}::int[],
      ${finished.map(({ answer }) => answer.body)}::bytea[]) as done(account_id, route, key, status, answer)
    where (idempotency.account_id, idempotency.route, idempotency.key) = (done.account_id, done.route, done.key)
      and idempotency.status is null`)

/** Writes keys that no request has claimed, with their answers, in the commit that these describe. */
export async function keepAnswers(
  tx: Transaction,
  kept: { request: KeyRequest; answer: Answer }[],
  now: Date,
  expiresAt: Date,
): Promise<void> {
  if (kept.length === 0) return
  const requests = kept.map(({ request }) => request)
  const rows = await tx.query(sql`
    insert into idempotency (account_id, route, key, ask_hash, status, answer, created_at, expires_at)
    select ask.*, ${now}::timestamptz, ${expiresAt}::timestamptz
    from unnest(${columnsOf(requests)}, ${requests.map(request => request.askHash)}::bytea[],
      ${kept.map(({ answer }) => answer.status)}::int[], ${kept.map(({ answer }) => answer.body)}::bytea[])
      as ask(account_id, route, key, ask_hash, status, answer)
    order by account_id, route, key
    on conflict (account_id, route, key) do update
      set ask_hash = excluded.ask_hash, subject_id = null, busy_until = null, status = excluded.status,
        answer = excluded.answer, created_at = excluded.created_at, expires_at = excluded.expires_at, seal = default
      where idempotency.expires_at <= excluded.created_at
    returning 1`)
  // A request that has written one meanwhile did not wait for this transaction. Nothing of it may stand.
  if (rows.length !== kept.length) throw new Error('a key was used by another request meanwhile')
}

/** Keys under which nothing was begun after all: as if they had never been sent. */
export const forgetKeys = (tx: Transaction, requests: KeyRequest[]) =>
  tx.query(sql`
    delete from idempotency using unnest(${columnsOf(requests)}) as ask(account_id, route, key)
    where (idempotency.account_id, idempotency.route, idempotency.key) = (ask.account_id, ask.route, ask.key)
      and subject_id is null and status is null`)

/** Answers how many went. */
export async function removeExpired(db: Queryable, now: Date, max: number): Promise<number> {
  const rows = await db.query(sql`
    with old as (
      select account_id, route, key from idempotency where expires_at <= ${now} order by expires_at limit ${max}
      for update skip locked
    )
    delete from idempotency using old
    where (idempotency.account_id, idempotency.route, idempotency.key) = (old.account_id, old.route, old.key)
    returning 1`)
  return rows.length
}
