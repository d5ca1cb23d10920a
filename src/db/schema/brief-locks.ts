// Behind one who waits for a lock everybody waits. So what needs a lock on tables in use asks for it a short while only, goes back, lets
// those go first whom it has held up, and tries again, until it has it or is to end. Meanwhile it says whom it waits for.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { type Connection, sqlState } from '../postgres.ts'
import { clientFor } from '../server/client.ts'

export interface Way {
  /** For a look at the database while the client waits. */
  connection: Connection
  client: pg.Client
  say: (sentence: string) => void
  leaving: AbortSignal
}

const LOCK_MS = 2 * SECOND_MS
/** Those whom it has held up get so long for their work. */
const AGAIN_MS = SECOND_MS
/** Whoever waits so long is not about to get the lock. */
const LOOK_AFTER_MS = SECOND_MS
const SAY_EVERY_MS = MINUTE_MS

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

export async function withBriefLocks(way: Way, work: () => Promise<void>): Promise<void> {
  const { client, leaving } = way
  await client.query(`set lock_timeout = ${LOCK_MS}`)
  const pid: number = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  for (let sayAt = 0; ; ) {
    leaving.throwIfAborted()
    const look = setTimeout(() => {
      if (performance.now() < sayAt) return
      sayAt = performance.now() + SAY_EVERY_MS
      void sayWhoBlocks(way, pid)
    }, LOOK_AFTER_MS)
    try {
      await work()
      return
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? '')) throw error
      await client.query('rollback')
      await wait(AGAIN_MS, null, { signal: leaving }).catch(() => {})
    } finally {
      clearTimeout(look)
    }
  }
}

interface Blocker {
  pid: number
  /** Null: it is of a role that this one may not look at. */
  program: string | null
  since: Date | null
}

async function sayWhoBlocks({ connection, say }: Way, pid: number): Promise<void> {
  const blockers = await blockersOf(connection, pid).catch(() => [])
  if (blockers.length === 0) return
  say(`The migration lets others go first and tries again. It waits for ${blockers.map(nameOf).join(', ')}`)
}

async function blockersOf(connection: Connection, waiting: number): Promise<Blocker[]> {
  const client = clientFor(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Blocker>(
      `select pid, nullif(application_name, '') as program, coalesce(xact_start, state_change) as since
       from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by since limit 5`,
      [waiting],
    )
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

const nameOf = ({ pid, program, since }: Blocker) =>
  `${program ?? 'a program without a name'} (process ${pid} of PostgreSQL${since === null ? '' : `, since ${since.toISOString()}`})`
