// The SQL of retentions: which accounts have rows that are old enough, a page of them under the lock of its mark, and what was ended long ago.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Database, Queryable, Transaction } from '#db/postgres.ts'
import type { AskedFor, FindAskedFor } from '../erasure/parts-store.ts'
import type { Search, Walk } from './retentions-store.ts'

/** It may not know yet what was paid. */
const NOT_IN_RECOVERY = sql`not exists (select from house where recovering_since is not null)`

/** An older process moves `last_id` alone, and passes rows that it cannot judge. */
const COME_TO = sql`least(mark.last_id, mark.judged_id)`

/** Null: what was left out is still asked for. */
const goesBackTo = ({ requests }: AskedFor) =>
  sql`case when not mark.left_for <@ ${requests}::bigint[] then mark.left_from - 1 end`

/** Those that were looked at least lately come first, so that one with much to forget keeps no other waiting. */
export async function findAccounts(
  db: Queryable,
  { name, table }: Walk,
  { before, asked, limit }: Pick<PageOfWalk, 'before' | 'asked' | 'limit'>,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select account.id from account
    left join retention_mark mark on mark.account_id = account.id and retention = ${name}
    cross join lateral (
      select created_at from ${raw(table)} oldest
      where oldest.account_id = account.id and oldest.id > coalesce(${goesBackTo(asked)}, ${COME_TO}, 0) order by oldest.id limit 1
    ) next
    where next.created_at < ${before} and ${NOT_IN_RECOVERY}
    order by mark.updated_at nulls first, account.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** How far a walk has come. */
export interface Mark {
  lastId: bigint
  /** The first row that was left out, and the requests that were open by then. Null: none was. */
  leftFrom: bigint | null
  leftFor: bigint[] | null
}

/** Null: another process is at it. */
export async function lockMark(
  tx: Transaction,
  { accountId, name, asked, now }: { accountId: number; name: string; asked: AskedFor; now: Date },
): Promise<Mark | null> {
  await tx.query(sql`
    insert into retention_mark (account_id, retention, last_id, updated_at) values (${accountId}, ${name}, 0, ${now})
    on conflict (account_id, retention) do nothing`)
  const [row] = await tx.query<Mark & { backTo: bigint | null }>(sql`
    select ${COME_TO} as "lastId", left_from as "leftFrom", left_for as "leftFor", ${goesBackTo(asked)} as "backTo"
    from retention_mark mark where account_id = ${accountId} and retention = ${name} for update skip locked`)
  if (row === undefined) return null
  const { backTo, ...mark } = row
  return backTo === null ? mark : { lastId: backTo, leftFrom: null, leftFor: null }
}

export const setMark = (
  tx: Transaction,
  { accountId, name, now, lastId, leftFrom, leftFor }: Mark & { accountId: number; name: string; now: Date },
) =>
  tx.query(sql`
    update retention_mark set last_id = ${lastId}, judged_id = ${lastId}, left_from = ${leftFrom}, left_for = ${leftFor}::bigint[], updated_at = ${now}
    where account_id = ${accountId} and retention = ${name}`)

export interface WalkedRow {
  id: bigint
  createdAt: Date
  /** Also where it is asked for. */
  isRipe: boolean
  waits: boolean
  /** An authority has asked for it, and waits for its answer. */
  isAsked: boolean
}

interface PageOfWalk {
  accountId: number
  after: bigint
  before: Date
  asked: AskedFor
  limit: number
}

export const readPage = (
  tx: Transaction,
  { table, isRipe, waits }: Walk,
  { accountId, after, before, asked, limit }: PageOfWalk,
): Promise<WalkedRow[]> =>
  tx.query<WalkedRow>(sql`
    select id, created_at as "createdAt", ${isRipe(before)} as "isRipe", ${waits(before)} as waits, ${asked.rowsOf(table)} as "isAsked"
    from ${raw(table)}
    where account_id = ${accountId} and id > ${after} and created_at < ${before} order by id limit ${limit}`)

/** These rows of a table. */
export const isAmong = (table: string, accountId: number, ids: bigint[]): Sql =>
  sql`${raw(table)}.account_id = ${accountId} and ${raw(table)}.id = any(${ids}::bigint[])`

/** Some of those that have ended; answers how many were forgotten. */
export const forgetEnded = (
  db: Database,
  search: Search,
  { before, askedFor, limit }: { before: Date; askedFor: FindAskedFor; limit: number },
): Promise<number> =>
  db.transaction(async tx => {
    const { table, key, isRipe, forget } = search
    const asked = await askedFor(tx, table)
    const columns = key.map(column => raw(`${table}.${column}`))
    const rows = await tx.query<{ one: bigint; other: bigint }>(sql`
      select ${columns[0]}::bigint as one, ${columns[1]}::bigint as other from ${raw(table)}
      where ${isRipe(before)} and not ${asked.rowsOf(table)} and ${NOT_IN_RECOVERY} limit ${limit} for update of ${raw(table)} skip locked`)
    if (rows.length === 0) return 0
    const [ones, others] = [rows.map(({ one }) => one), rows.map(({ other }) => other)]
    return forget(tx, sql`(${join(columns)}) in (select * from unnest(${ones}::bigint[], ${others}::bigint[]))`)
  })
