// The database: statements, and transactions that mark their async context. Only this folder knows the driver. Every statement is
// a prepared one: the text is built from templates whose values are always bound.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { transactions } from '#kernel/concurrency/observed.ts'
import { insideTransaction } from '#kernel/no-network.ts'
import { copyIn } from './bulk/copy.ts'
import { isPlannedAnew } from './planned-anew.ts'
import { type Connections, connectionsOf, poolOf } from './pool.ts'
import type { ServerAddress } from './server/server-list.ts'
import { serversOf } from './server/servers.ts'

export interface Queryable {
  /** Runs one statement and answers its rows. int8 and its arrays arrive as bigint, dates as Date, bytea as Buffer. */
  query<Row>(statement: Sql): Promise<Row[]>
}

export interface Transaction extends Queryable {
  readonly inTransaction: true
}

export interface Database extends Queryable {
  /** Read committed. Commits when `work` resolves, rolls back when it throws; deadlocks are tried again. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One that was opened here. */
export interface OpenDatabase extends Database {
  /** Many rows at once, by a COPY from STDIN, as lines of `copyText`s: all or none. A server that crashes may forget the last second of them. */
  copy(statement: string, lines: string): Promise<void>
  /** At this moment. */
  connections(): Connections
  /** Called at once when a standby has been promoted in the place of the server, before anything is asked of it. */
  onPromotion(listener: () => void): void
}

export interface Connection {
  host?: string
  port?: number
  user?: string
  database?: string
  password?: string
  connectionString?: string
  /** Of DATABASE_URL: copies of each other, of which one takes writes; empty: the one server is named above. Absent: the embedded server. */
  servers?: readonly ServerAddress[]
}

export function openDatabase(connection: Connection, max = 20): OpenDatabase {
  const pool = poolOf(connection, { max })
  const servers = serversOf(connection)
  const heeded = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt()
    } catch (error) {
      if (isReadOnly(error)) servers?.giveUp()
      throw error
    }
  }
  return {
    query: statement => retried(() => heeded(() => run(pool, statement))),
    transaction: work =>
      retried(() =>
        transactions.during(
          () => ({}),
          () => heeded(() => transact(pool, work)),
        ),
      ),
    copy: (statement, lines) => heeded(() => copyIn(pool, statement, lines).catch(throwTyped)),
    connections: () => connectionsOf(pool, max),
    onPromotion: listener => servers?.onPromotion(listener),
    close: () => pool.end(),
  }
}

/** The server could not be asked: nobody knows more than that. Before a COMMIT this means that nothing has happened. */
export class ConnectionTrouble extends Error {
  constructor(cause: unknown) {
    super(`the database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** COMMIT was sent and its answer was lost: what was to be committed may stand. It is read, never repeated. */
export class CommitInDoubt extends Error {
  constructor(cause: unknown) {
    super('the answer to a COMMIT was lost', { cause })
  }
}

const RETRY_FOR_MS = 10_000
const AGAIN_MS = 500

/**
 * Tries again while the database cannot be reached, for the ten seconds that a restart may take: no try begins later than
 * that. Only for what may be repeated.
 */
export async function patiently<T>(work: () => Promise<T>, retryForMs = RETRY_FOR_MS): Promise<T> {
  const latest = performance.now() + retryForMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConnectionTrouble) || performance.now() + AGAIN_MS > latest) throw error
      await new Promise(wake => setTimeout(wake, AGAIN_MS))
    }
  }
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(throwTyped)
  let broken: Error | undefined
  const begun = client.query('begin').then(() => {}, throwTyped)
  begun.catch(() => {})
  const pipeline = behind(client, begun)
  try {
    const answer = await insideTransaction(() => work({ inTransaction: true, query: pipeline.query }))
    await begun
    pipeline.end()
    await commit(client)
    return answer
  } catch (error) {
    pipeline.end()
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw pipeline.reasonOf(error)
  } finally {
    client.release(broken ?? pipeline.spoilt())
  }
}

interface Pipeline {
  query: Queryable['query']
  /** Errors beside the one that has failed the transaction are dropped: the connection soon belongs to another caller. */
  end(): void
  /** What went wrong first. Statements that went out together fail with it, saying only that the transaction is lost. */
  reasonOf(error: unknown): unknown
  /** Why nobody else is to get this connection, where that is so. */
  spoilt(): Error | undefined
}

const TRANSACTION_LOST = '25P02'

// A plan whose columns have changed, a statement that the server does not know any more.
const STALE_STATES = new Set(['0A000', '26000'])

const isStale = (error: unknown) => STALE_STATES.has(sqlState(error) ?? '')

/** What the driver takes for prepared is not there, or may not be: this connection would fail with that statement for ever. */
const isSpoiling = (error: unknown): error is Error => !(error instanceof pg.DatabaseError) || isStale(error)

/**
 * What begins with `select` goes out together with BEGIN: it reads, locks, or gives out numbers, which no rollback takes back
 * either. Anything else waits for the answer: were BEGIN refused, the statement would stand by itself. A `select` of a function
 * that writes looks like one that reads: it must not be what a transaction begins with.
 */
function behind(client: pg.PoolClient, begun: Promise<void>): Pipeline {
  let [hasBegun, waits, isOver] = [false, false, false]
  let first: unknown
  let spoilt: Error | undefined
  const begins = begun.then(() => {
    hasBegun = true
  })
  begins.catch(() => {})
  async function query<Row>(statement: Sql): Promise<Row[]> {
    // Behind one that waits everything does: they go out in the order in which they were given.
    waits ||= !READS.test(statement.text)
    if (!hasBegun && waits) await begins
    if (isOver) throw new Error('the transaction is over')
    try {
      return await run<Row>(client, statement)
    } catch (error) {
      if (sqlState(error) !== TRANSACTION_LOST) first ??= error
      if (isSpoiling(error)) spoilt ??= error
      throw error
    }
  }
  return {
    query,
    end() {
      isOver = true
    },
    reasonOf: error => (sqlState(error) === TRANSACTION_LOST ? (first ?? error) : error),
    spoilt: () => spoilt,
  }
}

const READS = /^\s*select\s/

async function commit(client: pg.PoolClient): Promise<void> {
  const end = await client.query('commit').catch(error => {
    throw isRefusal(error) ? error : new CommitInDoubt(error)
  })
  // A transaction that had failed answers COMMIT with ROLLBACK and no error.
  if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back by the server')
}

/** The driver's own errors become ours; the server's refusals stay as they are. */
export function throwTyped(error: unknown): never {
  throw isTroubled(error) ? new ConnectionTrouble(error) : error
}

/** Of an error of the driver: whether it means that the server cannot be asked, and nothing about the statement. */
export const isTroubled = (error: unknown): boolean => !isRefusal(error) && !isOurs(error)

/** The server has judged what it was asked, and done nothing of it. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !isTrouble(error.code)

/** A value that cannot be sent, an answer that cannot be read: a fault of this program, whatever the server does. */
const isOurs = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError

const RETRIED_STATES = new Set(['40001', '40P01', ...STALE_STATES])
const MAX_TRIES = 5

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MAX_TRIES || !RETRIED_STATES.has(sqlState(error) ?? '')) throw error
      await new Promise(wake => setTimeout(wake, Math.random() * 10 * 2 ** tries))
    }
  }
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

const READ_ONLY = '25006'

/** The server has become a standby, or takes no writes any more: another one does, or will. */
const isReadOnly = (error: unknown): boolean =>
  error instanceof ConnectionTrouble && sqlState(error.cause) === READ_ONLY

// Connection failures, resources, an administrator's shutdown, system errors, no writes: the server is in no state to judge.
const TROUBLE = /^(08|53|57P|58|25006)/

const isTrouble = (state: string | undefined) => state !== undefined && TROUBLE.test(state)

/**
 * Whether work that failed with this error has certainly changed nothing and may succeed without the ask that spoiled it:
 * anything but a connection that failed, which would fail the rest as well, or a commit in doubt.
 */
export function isDivisible(error: unknown): boolean {
  return !(error instanceof CommitInDoubt || error instanceof ConnectionTrouble)
}

// Sequences of a transaction, conflicts, locks, and what an operator or a time limit has broken off.
const PASSING = /^(25|40|55|57)/

/** What was to be booked is dated in a closed day, because the clock of this process stands back. It says nothing of the work. */
export const isOfClosedDay = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'transfer_of_closed_day'

/** Whether the same work would fail again whenever it is tried, because of what it is about. */
export const failsAgain = (error: unknown): boolean =>
  isDivisible(error) && !isOfClosedDay(error) && !PASSING.test(sqlState(error) ?? '')

// One name for each text. Texts come from templates in the source, so there are few; the bound only guards against a
// template that builds its text from data.
const names = new Map<string, string>()
const MAX_NAMES = 1_000
let named = 0

// The server takes no parameters in these, so that their texts may hold data, or the name of a day's partition.
const NAMELESS = /^(set|analyze) /

function nameOf(text: string): string | undefined {
  if (NAMELESS.test(text) || isPlannedAnew(text)) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = `s${named++}`
  names.set(text, name)
  return name
}

interface Runner {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>
}

async function run<Row>(runner: Runner, statement: Sql): Promise<Row[]> {
  const name = nameOf(statement.text)
  const query = { text: statement.text, values: statement.values, ...(name === undefined ? {} : { name }) }
  const result = await runner.query(query).catch(error => {
    // Every other connection has prepared it as well, under that name.
    if (isStale(error)) names.delete(statement.text)
    return throwTyped(error)
  })
  return result.rows as Row[]
}
