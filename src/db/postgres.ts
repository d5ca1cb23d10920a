// The database as the house sees it: statements, and transactions that mark their async context. Only this folder knows
// the driver. Every statement is a prepared one: the text is built from templates whose values are always bound.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { insideTransaction } from '#kernel/no-network.ts'

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

export interface Connection {
  host?: string
  port?: number
  user?: string
  database?: string
  password?: string
  connectionString?: string
}

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

const types = new pg.TypeOverrides()
types.setTypeParser(INT8, text => BigInt(text))
types.setTypeParser(DATE, text => text)
const parseArray = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => string[]
types.setTypeParser(INT8_ARRAY as never, (text: string) => parseArray(text).map(BigInt))

export function poolOf(connection: Connection, options: { max: number; searchPath?: string }): pg.Pool {
  return new pg.Pool({
    ...connection,
    max: options.max,
    types,
    application_name: 'porteira',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...(options.searchPath === undefined ? {} : { options: `-c search_path=${options.searchPath}` }),
  })
}

export function openDatabase(connection: Connection, max = 20): Database {
  const pool = poolOf(connection, { max })
  // An idle connection that the server ends (a restart) is replaced by the pool; without a listener it would end us.
  pool.on('error', () => {})
  return {
    query: statement => run(pool, statement),
    transaction: work => retried(() => transact(pool, work)),
    close: () => pool.end(),
  }
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const answer = await insideTransaction(() =>
      work({ inTransaction: true, query: statement => run(client, statement) }),
    )
    const end = await client.query('commit')
    // A transaction that had failed answers COMMIT with ROLLBACK and no error.
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back by the server')
    return answer
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const RETRIED_STATES = new Set(['40001', '40P01'])
const MOST_TRIES = 5

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MOST_TRIES || !RETRIED_STATES.has(sqlState(error) ?? '')) throw error
      await new Promise(wake => setTimeout(wake, Math.random() * 10 * 2 ** tries))
    }
  }
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

// Connection failures, resources, operator intervention, system errors: whether anything was done is not known.
const IN_DOUBT = /^(08|53|57|58)/

/** Whether the server itself refused the statement, so that nothing of its transaction has happened. */
export function isDefinite(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !IN_DOUBT.test(state)
}

// One name for each text. Texts come from templates in the source, so there are few; the bound only guards against a
// template that builds its text from data.
const names = new Map<string, string>()
const MOST_NAMES = 1_000

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

interface Runner {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>
}

async function run<Row>(runner: Runner, statement: Sql): Promise<Row[]> {
  const name = nameOf(statement.text)
  const query = { text: statement.text, values: statement.values, ...(name === undefined ? {} : { name }) }
  const result = await runner.query(query)
  return result.rows as Row[]
}
