// The doctor: reads a whole gateway's books, or one account of them, in one snapshot that writes nothing, and names what does not
// add up. It goes from block of accounts to block of accounts, because everything that must hold holds within one account; so it
// may run beside any load, and needs the same little memory whatever has been written.
import sql from 'sql-template-tag'
import type { Database, Queryable, Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { compareTallies } from './ledger/balance.ts'
import { CORRECTIONS, DIFFERENCES } from './ledger/corrections.ts'
import { CLOSED_DAYS, DAY_FIGURES } from './ledger/days.ts'
import { ENTRIES } from './ledger/entries.ts'
import { holds } from './ledger/holds.ts'
import { locate } from './ledger/locate.ts'
import { balanceEvents, HOLD_ORDERS, PROPOSALS } from './ledger/orders.ts'
import { SEALED, sealed } from './row-hashes.ts'
import { inSnapshot, type Snapshot } from './snapshot.ts'
import { takeTurn } from './store.ts'
import { type Block, explain, type Reading, runSurvey, type Survey, type Tally, type Wrong } from './survey.ts'
import { WAITS } from './surveys/approvals.ts'
import { CHECKOUTS, carts } from './surveys/carts.ts'
import { cashouts } from './surveys/cashouts.ts'
import { CHARGES } from './surveys/charges.ts'
import { deliveries } from './surveys/deliveries.ts'
import { CLAIMS, disputes } from './surveys/disputes.ts'
import { events, findEventsSince } from './surveys/events.ts'
import { KEYS } from './surveys/keys.ts'
import { RECEIVABLES } from './surveys/receivables.ts'
import { DEBITS, RECURRENCES } from './surveys/recurrences.ts'
import { refunds } from './surveys/refunds.ts'
import { RECEIPTS, sales } from './surveys/sales.ts'
import { MOVEMENTS, TRANSFERS } from './surveys/transfers.ts'
import type { DoctorDeps } from './watch.ts'

/** What is wrong with one thing: the first row, in a sentence, and how many rows are wrong in the same way. */
export interface Finding {
  /** Table and check, such as "transfer.chain". */
  check: string
  table: string
  accountId: number
  /** Within the account; null where the account itself names the row. */
  key: string | null
  said: string
  rows: number
}

export interface Examination {
  /** In the order in which they were met. */
  findings: Finding[]
  accounts: number
  /** Rows that were read, by table. */
  rows: Record<string, number>
  beganAt: Date
  durationMs: number
}

export interface ExamineOptions {
  /** This one only. */
  accountId?: number
  /** Not while another one that asks for this is at it: then the answer is null. */
  alone?: boolean
  pageRows?: number
  /** Breaks it off. */
  leaving?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export interface Progress {
  entries: number
  /** By the wallets' own count. */
  ofEntries: number
}

const PAGE_ROWS = 20_000
const BLOCK_ACCOUNTS = 500

export function examine(
  { db, clock }: Pick<DoctorDeps, 'clock'> & { db: Pick<Database, 'transaction'> },
  options: ExamineOptions = {},
): Promise<Examination | null> {
  const {
    accountId,
    alone = false,
    pageRows = PAGE_ROWS,
    leaving = new AbortController().signal,
    onProgress = () => {},
  } = options
  const began = performance.now()
  const elapsedMs = () => performance.now() - began
  const beganAt = clock()
  return inSnapshot(db, async snapshot => {
    const [tx] = snapshot
    if (alone && !(await takeTurn(tx))) return null
    const examination: Examination = { findings: [], accounts: 0, rows: {}, beganAt, durationMs: 0 }
    const ofEntries = await countEntries(tx, accountId)
    const onRows = (table: string, rows: number) => {
      examination.rows[table] = (examination.rows[table] ?? 0) + rows
      onProgress({ entries: examination.rows[ENTRIES.table] ?? 0, ofEntries })
    }
    const since = await findEventsSince(tx, beganAt)
    const whole: Whole = {
      snapshot,
      reading: { pageRows, paces: new Map(), elapsedMs, leaving, onRows },
      lanes: lanesOf(since, beganAt),
      since,
    }
    for await (const block of blocks(tx, pageRows, accountId)) {
      examination.accounts += block.accounts
      await examineBlock(whole, block, examination.findings)
    }
    return { ...examination, durationMs: Math.round(elapsedMs()) }
  })
}

/** Everything that is read. */
export const surveysOf = (since: Date, now: Date): Survey[] => lanesOf(since, now).flat()

/** What is read through the one connection of a snapshot, and what through the other: about as much. */
const lanesOf = (since: Date, now: Date): readonly [Survey[], Survey[]] => [
  [
    ENTRIES,
    holds(now),
    sealed(HOLD_ORDERS),
    sealed(PROPOSALS),
    sealed(CORRECTIONS),
    sealed(DIFFERENCES),
    sealed(DAY_FIGURES),
    sealed(CLOSED_DAYS, `${SUSPENSE_ACCOUNT_ID}`),
    sealed(balanceEvents(since)),
    sealed(refunds(since)),
    sealed(disputes(since)),
    sealed(carts(since)),
    sealed(CHECKOUTS),
    sealed(RECURRENCES),
    sealed(DEBITS),
    sealed(TRANSFERS),
    MOVEMENTS,
    sealed(RECEIVABLES),
    sealed(CHARGES),
    sealed(CLAIMS),
    sealed(KEYS),
    sealed(WAITS),
    ...SEALED,
    ...deliveries(since),
  ],
  [sales(since), RECEIPTS, cashouts(since), events(since)].map(survey => sealed(survey)),
]

async function countEntries(db: Queryable, accountId: number | undefined): Promise<number> {
  const [row] = await db.query<{ entries: string }>(sql`
    select coalesce(sum(seq), 0)::text as entries from wallet
    where ${accountId ?? null}::int is null or account_id = ${accountId ?? null}`)
  return Number(row?.entries ?? 0)
}

const MIN_ACCOUNT = -(2 ** 31)
const MAX_ACCOUNT = 2 ** 31 - 1

/** Together they cover every number that an account can have, so that rows of accounts that are not there are met too. */
async function* blocks(
  tx: Transaction,
  pageRows: number,
  accountId?: number,
): AsyncGenerator<Block & { accounts: number }> {
  if (accountId !== undefined) {
    yield { from: accountId, to: accountId, accounts: 1 }
    return
  }
  let from = MIN_ACCOUNT
  while (from <= MAX_ACCOUNT) {
    const accounts = await tx.query<{ id: number; entries: string }>(sql`
      select id, coalesce(seq, 0)::text as entries from account left join wallet on account_id = id
      where id >= ${from}::int order by id limit ${BLOCK_ACCOUNTS}`)
    const sizes = accounts.map(({ entries }) => Number(entries))
    let count = 0
    for (let sum = 0; count < sizes.length && (count === 0 || sum + (sizes[count] ?? 0) <= pageRows); count++)
      sum += sizes[count] ?? 0
    const isLast = count === accounts.length && count < BLOCK_ACCOUNTS
    const to = isLast ? MAX_ACCOUNT : (accounts[count - 1]?.id ?? MAX_ACCOUNT)
    yield { from, to, accounts: count }
    from = to + 1
  }
}

/** What every block is examined with. */
interface Whole {
  snapshot: Snapshot
  reading: Reading
  lanes: readonly [Survey[], Survey[]]
  since: Date
}

async function examineBlock(
  { snapshot, reading, lanes, since }: Whole,
  block: Block,
  findings: Finding[],
): Promise<void> {
  const tallies = new Map<number, Tally>()
  const walk = async (lane: 0 | 1) => {
    const wrong: [Survey, Wrong][] = []
    for (const survey of lanes[lane])
      for (const one of await runSurvey(snapshot[lane], reading, survey, block, tallies)) wrong.push([survey, one])
    return wrong
  }
  const [tx] = snapshot
  for (const [survey, wrong] of (await both(walk(0), walk(1))).flat()) {
    const { count: rows, accountId, key } = wrong
    const found = { check: `${survey.table}.${wrong.check}`, table: survey.table, accountId, key: key.join(' '), rows }
    await add(findings, found, async () => ({ ...found, said: await explain(tx, survey, wrong) }))
  }
  for (const { check: name, table, accountId, said: message } of await compareTallies(tx, block, tallies)) {
    const check = `${table}.${name}`
    await add(findings, { check, rows: 1 }, async () => ({
      check,
      table,
      accountId,
      key: null,
      said: message,
      rows: 1,
      ...(await locate(tx, check, accountId, since)),
    }))
  }
}

/** Neither connection is given back while the other one still reads. */
async function both<T>(one: Promise<T>, other: Promise<T>): Promise<T[]> {
  const [first, second] = await Promise.allSettled([one, other])
  return [answerOf(first), answerOf(second)]
}

function answerOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** The first row of each check is named; those of later blocks are counted with it. */
async function add(
  findings: Finding[],
  { check, rows }: Pick<Finding, 'check' | 'rows'>,
  survey: () => Promise<Finding>,
): Promise<void> {
  const known = findings.find(finding => finding.check === check)
  if (known === undefined) findings.push(await survey())
  else known.rows += rows
}
