// A PostgreSQL server of the operator's own, named by DATABASE_URL, or the one of several that takes writes: one look before the start, so
// that what is wrong with it is one sentence. One that is only just coming up, or not promoted yet, is waited for. The sentences name host and database, never the password.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartProblem } from '#kernel/start-problem.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Connection } from '../postgres.ts'
import { NoneWritable, NotWritable } from './candidates.ts'
import { connectionTo, placeOf } from './server-list.ts'
import { serversOf } from './servers.ts'
import { serverStatusOf } from './status.ts'
import { pointAt } from './status-session.ts'

export interface WaitSettings {
  /** For so long a server that is not there yet is asked again. */
  waitMs: number
  /** Called once for each reason. */
  say: (sentence: string) => void
  /** Nobody wants to start any more. */
  leaving: AbortSignal
}

const OLDEST_MAJOR = 15
const MAX_LOOK_MS = 10_000
const LOOK_EVERY_MS = 250

/** Throws a StartProblem that says what to do. Without a time to wait the first refusal counts. */
export async function reachServer(url: string, waiting: WaitSettings = NONE): Promise<Connection> {
  const connection = readable(url)
  const version = await versionOf(connection, waiting)
  if (version >= OLDEST_MAJOR) return connection
  throw new StartProblem(
    `DATABASE_URL names a PostgreSQL ${version} server; Porteira needs ${OLDEST_MAJOR} or newer. ` +
      'Unset DATABASE_URL to use the PostgreSQL that Porteira brings.',
  )
}

function readable(url: string): Connection {
  try {
    return connectionTo(url)
  } catch {
    throw new StartProblem('DATABASE_URL cannot be read; postgres://user:password@host:5432/database was expected.')
  }
}

const NONE: WaitSettings = { waitMs: 0, say() {}, leaving: new AbortController().signal }

async function versionOf(connection: Connection, { waitMs, say, leaving }: WaitSettings): Promise<number> {
  const until = performance.now() + waitMs
  let lastWords = ''
  for (;;) {
    leaving.throwIfAborted()
    const leftMs = until - performance.now()
    const seen = await look(connection, leftMs > 0 ? Math.min(leftMs, MAX_LOOK_MS) : MAX_LOOK_MS)
    if (typeof seen === 'number') return seen
    const { place, words, isComing } = seen
    if (!isComing || performance.now() + LOOK_EVERY_MS > until) throw unusable(seen, isComing ? waitMs : 0)
    if (words !== lastWords) say(`Waiting for the database at ${place}, ${inSeconds(waitMs)} at most: ${words}`)
    lastWords = words
    await sleep(LOOK_EVERY_MS, undefined, { signal: leaving })
  }
}

interface Refusal {
  place: string
  words: string
  /** Whether a server that is coming up, or is about to be promoted, answers like this. */
  isComing: boolean
}

/** The major version, or why there is none to see. */
async function look(connection: Connection, maxMs: number): Promise<number | Refusal> {
  const client = clientOf(connection, maxMs)
  client.on('error', () => {})
  try {
    const server = await serversOf(connection)?.writable()
    if (server != null) pointAt(client, server)
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    const major = Math.trunc(Number(rows[0].server_version_num) / 10_000)
    if (major >= OLDEST_MAJOR && !(await serverStatusOf(client, maxMs)).writable) throw new NotWritable(STANDBY)
    return major
  } catch (error) {
    return { place: placeIn(connection, client), words: wordsOf(error), isComing: isComing(error) }
  } finally {
    // One that does not answer does not say goodbye either.
    void client.end().catch(() => {})
  }
}

const STANDBY = 'it is a standby, or takes no writes'

function placeIn({ servers = [] }: Connection, { host, port, database }: pg.Client): string {
  const places = servers.length === 0 ? `${host}:${port}` : servers.map(placeOf).join(' and ')
  return `${places}, database ${database}`
}

function unusable({ place, words }: Refusal, waitedMs: number): StartProblem {
  const waited = waitedMs > 0 ? ` after ${inSeconds(waitedMs)} (DATABASE_WAIT_MS)` : ''
  return new StartProblem(
    `The database that DATABASE_URL names (${place}) cannot be used${waited}: ${words}. ` +
      'Check the address, the user and the password, and that the server runs.',
  )
}

const inSeconds = (ms: number) => `${ms / SECOND_MS} s`

/** Without the looks of other clients: an old server is to be named as one. */
function clientOf(connection: Connection, maxMs: number): pg.Client {
  try {
    return new pg.Client({ ...connection, connectionTimeoutMillis: maxMs, query_timeout: maxMs })
  } catch {
    throw new StartProblem('DATABASE_URL cannot be read; postgres://user:password@host:5432/database was expected.')
  }
}

// No machine of that name yet, nobody listening on it, or no room; a server that starts, stops or replays its log.
const COMING = new Set([
  ...[
    'ENOENT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ],
  ...['57P01', '57P02', '57P03', '53300'],
])
// The driver's own words have no code.
const SILENT = /timeout|terminated/i

/** A wrong password or a database that does not exist stays as it is, however long one waits. */
function isComing(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isComing)
  if (error instanceof NoneWritable) return error.reasons.some(isComing)
  if (error instanceof NotWritable) return true
  const { code, message } = error as { code?: string; message?: string }
  return code === undefined ? SILENT.test(message ?? '') : COMING.has(code)
}

// Several addresses that all refuse come as one error without words of its own.
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
