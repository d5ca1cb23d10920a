// A survey reads one table of a block of accounts, page by page in the order of its key, and judges every row by SQL: what
// is wrong comes back as a count and the first key for each check, what is to be compared afterwards as sums for each
// account. So neither here nor there anything grows with the number of rows.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'

/** What a row holds where it is wrong, by the names of the statement beside the sentence. */
export type Row = Record<string, string | null>

export interface Survey {
  table: string
  /** Its rows, where they are more than the table's: each with account_id. */
  rows?: Sql
  /** Its rows are of no account: they are read with those of the suspense account, and their key stands alone. */
  ofGateway?: true
  /** What picks the rows of a block, where their key does not begin with the account: it stands alone. */
  within?: (block: Block) => Sql
  /** The columns that name a row within its account, in the order of an index that begins with account_id. */
  key: readonly string[]
  /** The page begins with the last row of the page before, which is not judged again. */
  overlaps?: true
  /**
   * A statement over the rows of a page, that answers for those of them that are `fresh`: account_id, the columns of the
   * key, those of `sums`, and one for each check. Arithmetic is done in numeric: a changed value may be huge.
   */
  judged: (page: Sql, fresh: Sql) => Sql
  /** Columns to be added up for each account. */
  sums: readonly string[]
  /** A boolean column, false where the row is in order: what is unknown is not. And the sentence that says what differs. */
  checks: Record<string, (row: Row) => string>
}

/** What a block's surveys have added up for one account. */
export type Tally = Map<string, bigint>

/** Accounts from one to the other, both included. */
export interface Block {
  from: number
  to: number
}

/** Rows that fail one check. */
export interface Wrong {
  check: string
  count: number
  /** The first of them. */
  accountId: number
  key: readonly string[]
}

export interface Reading {
  /** At most. */
  pageRows: number
  /** Rows of the next page, by table, and the stopwatch by which a page is slow. */
  paces: Map<string, number>
  elapsedMs: () => number
  /** Breaks it off between two pages. */
  leaving: AbortSignal
  onRows: (table: string, rows: number) => void
}

/** Reads the block to its end and adds to the tallies. */
export async function runSurvey(
  tx: Transaction,
  { pageRows, paces, elapsedMs, leaving, onRows }: Reading,
  survey: Survey,
  block: Block,
  tallies: Map<number, Tally>,
): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  let after: PageRow | undefined
  for (;;) {
    leaving.throwIfAborted()
    const max = paces.get(survey.table) ?? Math.min(FIRST_PAGE_ROWS, pageRows)
    const began = elapsedMs()
    const found: PageRow[] = await tx.query<PageRow>(pageOf(survey, block, after, max))
    const tookMs = elapsedMs() - began
    for (const row of found) tally(survey, row, tallies, wrong)
    const rows = found.reduce((sum, row) => sum + row.rows, 0)
    onRows(survey.table, rows)
    if (rows < max) return wrong
    paces.set(survey.table, nextPace(max, tookMs, pageRows))
    after = found.at(-1)
  }
}

const FIRST_PAGE_ROWS = 2_000
const MIN_PAGE_ROWS = 100
const QUICK_MS = 1_000
const SLOW_MS = 4_000

/** Rows of the page after one that took so long. A server that reads from a slow disk ends a statement that takes 30 s. */
export function nextPace(rows: number, ms: number, max: number): number {
  if (ms < QUICK_MS) return Math.min(rows * 2, max)
  return ms < SLOW_MS ? rows : Math.min(rows, Math.max(Math.floor(rows / 2), MIN_PAGE_ROWS))
}

interface PageRow {
  account_id: number
  rows: number
  last: string[]
  sums: string[]
  counts: number[]
  firsts: (string[] | null)[]
}

function pageOf(survey: Survey, block: Block, after: PageRow | undefined, pageRows: number): Sql {
  const { key, overlaps, judged, sums, checks, within = ofAccounts } = survey
  const columns = placeColumns(survey).join(', ')
  const place = after === undefined ? empty : placeOf(survey, after.account_id, after.last)
  const begin = after === undefined ? empty : sql`and (${raw(columns)}) ${raw(overlaps ? '>=' : '>')} (${place})`
  const page = sql`
    select * from ${rowsOf(survey)} where ${within(block)} ${begin}
    order by ${raw(columns)} limit ${overlaps && after !== undefined ? pageRows + 1 : pageRows}::int`
  const fresh = overlaps && after !== undefined ? sql`(${raw(columns)}) > (${place})` : sql`true`
  const name = `array[${key.join(', ')}]`
  const all = (texts: string[], type: string) => raw(`array[${texts.join(', ')}]::${type}[]`)
  const names = Object.keys(checks)
  return sql`
    select account_id, count(*)::int as rows, max(${raw(name)})::text[] as last,
      ${all(
        sums.map(column => `coalesce(sum(${column}), 0)::text`),
        'text',
      )} as sums,
      ${all(
        names.map(check => `count(*) filter (where ${check} is not false)`),
        'int',
      )} as counts,
      ${all(
        names.map(check => `to_jsonb((min(${name}) filter (where ${check} is not false))::text[])`),
        'jsonb',
      )} as firsts
    -- Offset 0: what is judged is computed once, and not for each place where it is counted.
    from (${judged(page, fresh)} offset 0) judged group by account_id order by ${raw(standsAlone(survey) ? `max(${name})` : 'account_id')}`
}

const ofAccounts = ({ from, to }: Block) => sql`account_id between ${from}::int and ${to}::int`
const standsAlone = ({ ofGateway, within }: Survey) => ofGateway || within !== undefined

const rowsOf = ({ table, rows }: Survey) => rows ?? raw(table)
const placeColumns = (survey: Survey) => (standsAlone(survey) ? [...survey.key] : ['account_id', ...survey.key])
const placeOf = (survey: Survey, accountId: number, key: readonly string[]) =>
  join(standsAlone(survey) ? [...key] : [accountId, ...key])

function tally({ sums, checks }: Survey, row: PageRow, tallies: Map<number, Tally>, wrong: Wrong[]): void {
  const tally = tallies.getOrInsertComputed(row.account_id, () => new Map())
  for (const [n, name] of sums.entries()) tally.set(name, (tally.get(name) ?? 0n) + BigInt(row.sums[n] ?? 0))
  for (const [n, check] of Object.keys(checks).entries()) {
    const count = row.counts[n] ?? 0
    if (count === 0) continue
    const known = wrong.find(found => found.check === check)
    if (known === undefined) wrong.push({ check, count, accountId: row.account_id, key: row.firsts[n] ?? [] })
    else known.count += count
  }
}

/** What is to be said of the first row that fails a check. */
export async function explain(tx: Transaction, survey: Survey, { check, accountId, key }: Wrong): Promise<string> {
  const columns = raw(placeColumns(survey).join(', '))
  const backwards = raw(
    placeColumns(survey)
      .map(column => `${column} desc`)
      .join(', '),
  )
  const place = placeOf(survey, accountId, key)
  // With the row before it, where one is judged by the other.
  const page = sql`
    select * from (
      select * from ${rowsOf(survey)} where account_id = ${accountId}::int and (${columns}) <= (${place})
      order by ${backwards} limit ${survey.overlaps ? 2 : 1}::int
    ) rows order by ${columns}`
  const rows = await tx.query<{ found: Row }>(sql`
    select jsonb_object_agg(columns.name, columns.value) as found
    from (${survey.judged(page, sql`true`)}) judged, jsonb_each_text(to_jsonb(judged)) as columns(name, value)
    where (${columns}) = (${place})`)
  return survey.checks[check]?.(rows[0]?.found ?? {}) ?? check
}
