// The bank's books on disk: one SQLite file, every commit on the disk before it is answered. Statements are constant text
// with bound values; nothing is ever pasted into SQL. All calls are synchronous, so a transaction cannot be interleaved.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'

export interface Database {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  run(sql: string, ...values: SQLInputValue[]): number
  transaction<T>(work: () => T): T
  /** How often anything was written so far. */
  readonly writes: number
  close(): void
}

const READS = /^\s*(?:select|with)\s/i

/** How long a start waits for the process before it to let go of the file. */
const OTHER_PROCESS_MS = 2_000

export function openDatabase(location: string): Database {
  const connection = connect(location)
  let writes = 0
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? connection.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const counted = (sql: string): StatementSync => {
    if (!READS.test(sql)) writes++
    return statement(sql)
  }
  return {
    all: <Row>(sql: string, ...values: SQLInputValue[]) => counted(sql).all(...values) as Row[],
    first: <Row>(sql: string, ...values: SQLInputValue[]) => counted(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(counted(sql).run(...values).changes),
    transaction(work) {
      connection.exec('begin immediate')
      try {
        const result = work()
        connection.exec('commit')
        return result
      } catch (error) {
        connection.exec('rollback')
        throw error
      }
    },
    get writes() {
      return writes
    },
    close: () => connection.close(),
  }
}

// The file is held for the bank alone: two banks on one folder would pay everything twice.
function connect(location: string): DatabaseSync {
  const connection = new DatabaseSync(location, { timeout: OTHER_PROCESS_MS })
  try {
    connection.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
    )
    createSchema(connection, location)
    return connection
  } catch (error) {
    connection.close()
    const isLocked = (error as { errcode?: number }).errcode === 5
    throw isLocked ? new Error(`another bank is working on ${location}`) : error
  }
}

function createSchema(connection: DatabaseSync, location: string): void {
  const version = Number(connection.prepare('pragma user_version').get()?.user_version ?? 0)
  if (version > SCHEMA_VERSION)
    throw new Error(`${location} was written by a newer bank (schema ${version}, this one knows ${SCHEMA_VERSION})`)
  connection.exec(`begin immediate; ${SCHEMA}; pragma user_version = ${SCHEMA_VERSION}; commit`)
}
