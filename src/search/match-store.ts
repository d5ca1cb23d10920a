// What a search has met: which thing, why, and how sure that is. A search of an account names it in every statement; the operator's
// asks each account's own indexes in turn, so that none has to be kept for this alone.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Terms } from './terms.ts'

export const KINDS = ['sale', 'receipt', 'cashout', 'refund', 'dispute', 'link', 'cart', 'account', 'person'] as const
export type Kind = (typeof KINDS)[number]

/** By what it was found; the first ones name a thing and nothing else. */
export const REASONS = [
  'NUMBER',
  'UUID',
  'TXID',
  'END_TO_END_ID',
  'PSP_ID',
  'REFERENCE',
  'PROTOCOL',
  'SLUG',
  'SALE',
  'DOCUMENT',
  'PIX_KEY',
  'EMAIL',
  'NAME',
  'AMOUNT',
] as const
export type Reason = (typeof REASONS)[number]

/** What is named so is meant, and nothing else need be looked for. A number may be an amount as well. */
export const SURE: readonly Reason[] = ['UUID', 'TXID', 'END_TO_END_ID', 'PSP_ID', 'REFERENCE', 'PROTOCOL']

export interface ThingKey {
  accountId: number
  id: bigint
}

export interface Match extends ThingKey {
  by: Reason
}

/** `accountId` null: of every account, for the operator. */
export interface Scope {
  accountId: number | null
  /** Carts are not found by who their buyers are, and not named by them: these people may have bought nothing. */
  hidesBuyers: boolean
}

export interface Question {
  scope: Scope
  terms: Terms
  /** Of each kind and reason. */
  rows: number
}

/** The accounts that are asked, as `a`. Ids of ours that PSPs know name theirs. */
function accounts({ scope: { accountId }, terms }: Question, minted = false): Sql {
  if (accountId !== null) return sql`(select ${accountId}::int as id) a`
  if (minted) return sql`(select ${terms.mintedBy}::int as id) a`
  return sql`(select id from account) a`
}

/** Of each account the first rows of its own index. */
export const ofEach = (asked: Question, table: Sql, where: Sql, order: Sql, minted = false): Sql => sql`
  select one.account_id, one.id from ${accounts(asked, minted)} cross join lateral (
    select account_id, id from ${table} where account_id = a.id and ${where} order by ${order} limit ${asked.rows}
  ) one limit ${asked.rows}`

/** By an index that knows no accounts. */
export const ofAll = ({ scope: { accountId }, rows }: Question, table: Sql, where: Sql): Sql => sql`
  select account_id, id from ${table} where ${where} and (${accountId}::int is null or account_id = ${accountId}) limit ${rows}`

/** Greater than whatever a name goes on with, compared byte by byte. */
const LAST = '\u{10ffff}'

/** By an index with `text_pattern_ops`. */
export const beginsWith = (folded: Sql, name: string | null): Sql =>
  sql`${folded} ~>=~ ${name}::text and ${folded} ~<~ ${name === null ? null : name + LAST}::text`

export const by = (reason: Reason, found: Sql): Sql =>
  sql`select account_id, id, ${raw(`'${reason}'`)}::text as by from (${found}) ${raw(`by_${reason.toLowerCase()}`)}`

interface MatchRow {
  account_id: number
  id: bigint
  by: Reason
}

const matchOf = ({ account_id: accountId, id, by }: MatchRow): Match => ({ accountId, id, by })

/** Planned for what is asked: what was not said is left out of the plan. */
export async function readMatches(db: Queryable, branches: Sql[]): Promise<Match[]> {
  const rows = await db.query<MatchRow>(sql`${ANEW} ${join(branches, ' union all ')}`)
  return rows.map(matchOf)
}

/** How many of the newest one statement looks through: 20 to 60 ms. */
const WALKED = 20_000

export interface Walk {
  matches: Match[]
  /** Whether there was nothing older that has not been looked at. */
  complete: boolean
}

interface WalkRow extends MatchRow {
  complete: boolean
}

/**
 * Looks through the newest rows. `reason` says why one is wanted, or null; `source` gives them, the newest first and no more
 * than may be walked, and `isWhole` is about `walked`.
 */
export async function walk(
  db: Queryable,
  { source, reason, isWhole, rows }: { source: Sql; reason: Sql; isWhole: Sql; rows: number },
): Promise<Walk> {
  const found = await db.query<WalkRow | { id: null; complete: boolean }>(sql`${ANEW}
    with walked as materialized (select account_id, id, (${reason})::text as by from (${source}) newest)
    select account_id, id, by, complete from (select (${isWhole}) as complete) one
    left join lateral (select * from walked where by is not null order by id desc limit ${rows}) wanted on true`)
  const matches = found.flatMap(row => (row.id === null ? [] : [matchOf(row)]))
  return { matches, complete: found[0]?.complete ?? true }
}

/** Of an account by its key; of all by an index of the ids alone. */
export const newest = (asked: Question, table: Sql, columns: Sql): Sql => newestWhere(asked, table, columns, sql`true`)

/** Those of them of which an index has the order. */
export const newestWhere = ({ scope: { accountId } }: Question, table: Sql, columns: Sql, where: Sql): Sql => sql`
  select account_id, id, ${columns} from ${table}
  where ${accountId === null ? sql`true` : sql`account_id = ${accountId}`} and ${where}
  order by id desc limit ${raw(String(WALKED))}`

export const wasNotCut = sql`select count(*) < ${raw(String(WALKED))} from walked`

const ACTIVE = raw('500')
const EACH = raw('100')

/** Where ids alone have no index: of the accounts that moved last, the newest of each. */
export const newestOfActive = (asked: Question, table: Sql, columns: Sql): Sql =>
  asked.scope.accountId !== null
    ? newest(asked, table, columns)
    : sql`select one.* from (select account_id from wallet order by updated_at desc limit ${ACTIVE}) active
      cross join lateral (
        select account_id, id, ${columns} from ${table} where account_id = active.account_id order by id desc limit ${EACH}
      ) one`

export const activeWereNotCut = (asked: Question): Sql =>
  asked.scope.accountId !== null
    ? wasNotCut
    : sql`select coalesce(max(rows) < ${EACH}, true) and count(*) < ${ACTIVE}
      from (select count(*) as rows from walked group by account_id) of_account`
