// The pool of connections: how values arrive, and how long anything may take.
import pg from 'pg'
import type { Connection } from './postgres.ts'
import { clientClassFor } from './server/client.ts'

export interface Connections {
  max: number
  busy: number
  idle: number
  /** Statements and transactions that wait for one. */
  waiting: number
}

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

const types = new pg.TypeOverrides()
types.setTypeParser(INT8, text => BigInt(text))
types.setTypeParser(DATE, text => text)
const parseArray = pg.types.getTypeParser(INT8_ARRAY as never) as (text: string) => string[]
types.setTypeParser(INT8_ARRAY as never, (text: string) => parseArray(text).map(BigInt))

const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
const LOCK_MS = 10_000
/** Each costs the server up to ten megabytes. The one that was used last is used next, so that at rest all but one or two end. */
const IDLE_MS = 10_000
/** A process that is cut off holds its locks for so long, and others wait for them. No transaction of ours waits for anybody but the database. */
const IDLE_IN_TRANSACTION_MS = 20_000
/** When the server says nothing at all any more: longer than any statement may take there. */
const SILENCE_MS = 40_000

export function poolOf(connection: Connection, options: { max: number; searchPath?: string }): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: options.max,
    types,
    application_name: 'porteira',
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    // A forgotten lock or a connection that died in silence must not hold a whole lane of work for ever.
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    // Statements that need not know of each other's answers go out together.
    pipeline: true,
    ...(options.searchPath === undefined ? {} : { options: `-c search_path=${options.searchPath}` }),
    Client: clientClassFor(connection),
  })
  // A connection that the server ends, idle or not, is replaced by the pool, and its user gets the error of its own query.
  // Without these listeners the mere event would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

export const connectionsOf = (pool: pg.Pool, max: number): Connections => ({
  max,
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
