// Faults of the database, each under the load of a till: connections that are ended, COMMITs whose answer is lost, a server that dies, one
// that is full, one that takes no connections, one whose past is held by a reader. Each ends by itself.
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { type Connection, ConnectionTrouble, type Database, openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../../gateway.ts'
import { until } from '../../until.ts'
import { openTill, type Till, type TillDeps } from './paying.ts'
import { type Cut, openSeveringProxy } from './severing-proxy.ts'

export interface Verdict {
  message: string
  wrong: string[]
}

export interface Infrastructure {
  resources: AsyncDisposableStack
  connection: Connection
  /** Not ended by what ends the others. */
  watch: Database
  till(deps?: Partial<TillDeps>): Promise<Till>
}

export type Fault = (infrastructure: Infrastructure, times: number) => Promise<Verdict>

/** On a database of its own. */
export async function suffer(fault: Fault, times: number): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  return await sufferAt(fault, times, connection, resources)
}

export function sufferAt(
  fault: Fault,
  times: number,
  connection: Connection,
  resources: AsyncDisposableStack,
): Promise<Verdict> {
  const watch = openDatabase(connection, 1)
  resources.defer(() => watch.close())
  const till = async (deps: Partial<TillDeps> = {}) =>
    resources.use(await openTill({ direct: watch, through: connection, ...deps }))
  return fault({ resources, connection, watch, till }, times)
}

const COMMITS_BETWEEN = 8
const LASTS_MS = 1_000
/** From the end of a fault to the next payment, and to the end of everything that is owed. */
const MAX_RECOVERY_MS = 8_000

/** Pays all the while; `work` strikes each time when some more payments have been made. */
export async function struck(till: Till, times: number, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let slowestMs = 0
  const paying = till.payUntil(() => isOver)
  try {
    for (let time = 0; time < times; time++) {
      await paidAgain(till)
      await work()
      const struckMs = performance.now()
      await paidAgain(till)
      slowestMs = Math.max(slowestMs, performance.now() - struckMs)
    }
  } finally {
    isOver = true
    await paying
  }
  return slowestMs
}

async function paidAgain({ ends }: Till): Promise<void> {
  const before = ends.committed
  await until(() => ends.committed >= before + COMMITS_BETWEEN || null, 'payments to be made again')
}

export async function verdictOf(till: Till, slowestMs: number): Promise<Verdict> {
  const sinceMs = performance.now()
  const { message, wrong } = await till.judged()
  const tookMs = performance.now() - sinceMs
  return {
    message: `${message}; payments again after ${Math.round(slowestMs)} ms, all told after ${Math.round(tookMs)} ms`,
    wrong: [
      ...wrong,
      ...(slowestMs > MAX_RECOVERY_MS ? [`payments were made again only after ${Math.round(slowestMs)} ms`] : []),
      ...(till.ends.triedAgain > 0 ? [] : ['no payment was tried again']),
      ...(till.ends.rolledBack > 0 ? [] : ['no payment was rolled back']),
    ],
  }
}

const endOthers = (watch: Database) =>
  watch.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)

const connectionsEnd: Fault = async ({ watch, till: open }, times) => {
  const till = await open()
  const verdict = await verdictOf(till, await struck(till, times, () => endOthers(watch)))
  const { lost, inDoubt } = till.ends
  return lost + inDoubt > 0
    ? verdict
    : { ...verdict, wrong: [...verdict.wrong, 'no connection was lost in the middle'] }
}

const FATES: Cut[] = ['not', 'not', 'not', 'after', 'not', 'before', 'after']

const commitsAreCut: Fault = async ({ resources, connection, till: open }, times) => {
  let commits = 0
  const proxy = resources.use(await openSeveringProxy(connection, () => FATES[commits++ % FATES.length] as Cut))
  const till = await open({ through: proxy.connection })
  await till.payUntil(() => commits >= times * FATES.length)
  const { ends } = till
  const { before, after } = proxy.cuts
  const { events } = await till.books()
  const { message, wrong } = await verdictOf(till, 0)
  return {
    message: `${before} cut before, ${after} after; ${message}`,
    wrong: [
      ...wrong,
      // The client cannot tell the two apart; those whose answer was lost are committed.
      ...(ends.inDoubt === before + after ? [] : [`${ends.inDoubt} in doubt`]),
      ...(events.length === ends.committed + after ? [] : [`${events.length} facts`]),
    ],
  }
}

const isFlush: (statement: { text: string }) => boolean = ({ text }) => text.includes('put_off')

/** Every third time that attempts are logged, the answer is lost. */
const flushesAreLost: Fault = async ({ till: open }, times) => {
  let flushes = 0
  let lost = 0
  const bent = (db: Database): Database => ({
    ...db,
    async query<Row>(statement: Parameters<Database['query']>[0]): Promise<Row[]> {
      const rows = await db.query<Row>(statement)
      if (!isFlush(statement) || ++flushes % 3 !== 0) return rows
      lost++
      throw new ConnectionTrouble(new Error('cut'))
    },
  })
  const till = await open({ bent })
  await till.payUntil(() => lost >= times)
  return verdictOf(till, 0)
}

/** Nothing of the engine can be written, neither events nor the log. */
const diskIsFull: Fault = async ({ watch, till: open }, times) => {
  await watch.query(sql`create table full_disk (at timestamptz)`)
  await watch.query(sql`
    create function refuse_on_full_disk() returns trigger language plpgsql as $$ begin
      if exists (select from full_disk) then raise exception 'could not extend file' using errcode = '53100'; end if;
      return null;
    end $$`)
  for (const table of [sql`event`, sql`attempt`, sql`transfer`])
    await watch.query(sql`
      create trigger full_disk before insert on ${table} for each statement execute function refuse_on_full_disk()`)
  const till = await open()
  const slowestMs = await struck(till, times, async () => {
    await watch.query(sql`insert into full_disk values (now())`)
    await lasting()
    await watch.query(sql`delete from full_disk`)
  })
  return verdictOf(till, slowestMs)
}

/** No connection is left for a client that has lost its own. */
const serverIsCrowded: Fault = async ({ watch, till: open }, times) => {
  const till = await open()
  const slowestMs = await struck(till, times, async () => {
    await limitConnections(watch, 1)
    await endOthers(watch)
    await lasting()
    await limitConnections(watch, -1)
  })
  return verdictOf(till, slowestMs)
}

const limitConnections = (db: Database, max: number) =>
  db.query(sql`
    do $$ begin
      execute format('alter database %I connection limit ${raw(String(max))}', current_database());
    end $$`)

/** Another part of the process has all the connections. */
const poolIsExhausted: Fault = async ({ till: open }, times) => {
  const till = await open()
  return verdictOf(till, await struck(till, times, () => till.crowd(LASTS_MS)))
}

/** A report that reads and reads: nothing that was there when it began can be cleaned up. */
const readerIsOld: Fault = async ({ connection, resources, till: open }, times) => {
  const till = await open()
  const reader = new pg.Client(connection)
  await reader.connect()
  resources.defer(() => reader.end())
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from delivery')
  const slowestMs = await struck(till, times, lasting)
  const verdict = await verdictOf(till, slowestMs)
  const { rows } = await reader.query('select count(*)::int as count from event')
  return {
    message: verdict.message,
    wrong: [...verdict.wrong, ...(rows[0].count === 0 ? [] : ['the report did not hold its snapshot'])],
  }
}

const lasting = () => new Promise(wake => setTimeout(wake, LASTS_MS))

/** With what a failure calls it, and how often it comes in the suite. */
export const FAULTS: [name: string, fault: Fault, times: number][] = [
  ['every connection is ended by the server, again and again', connectionsEnd, 6],
  ['COMMITs are cut off, before they arrive or before their answer does', commitsAreCut, 12],
  ['the answer to what logs the attempts is lost', flushesAreLost, 4],
  ['the disk is full', diskIsFull, 1],
  ['the server takes no connections any more', serverIsCrowded, 1],
  ['the pool of the process is exhausted', poolIsExhausted, 1],
  ['a report holds an old snapshot', readerIsOld, 1],
]
