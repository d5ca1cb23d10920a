// How much of the tables the engine's statements look at, however large they are, and with any plan that the server has kept. Pages are
// counted and not times, so that a busy machine does not matter; one more than is written here is a plan that went wrong.
import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../../gateway.ts'
import { fillShelf, HOT, type HotStatement, layShelf, type Shelf } from './hot-statements.ts'
import { openMeter } from './meter.ts'

const ROWS = 10_000

/**
 * Of 8 kB: at most so many, with ten thousand open deliveries and as many ended ones, a tenth of each for the one that is measured. A page
 * of a log may look at five thousand entries, a reading of the backlog brings five hundred deliveries with their events, and as many end in
 * a completion.
 */
const MAX_PAGES: Record<string, number> = {
  'the fan-out': 1_000,
  'the lanes that owe': 60,
  'the backlog': 700,
  'the completion': 7_000,
  'the log': 500,
  'the log, further down': 500,
  'the log of what failed': 250,
  'the log of what is open': 300,
  'the log of one event': 5_000,
  'the log of one day': 2_000,
  'the count of the log': 700,
  'the count of the log of one day': 2_000,
  // The server may keep one plan of two for these: it reads 4,000 pages or 6,600.
  'the count of what names one customer': 7_000,
  'the log of what names one customer': 7_000,
  'the pull': 450,
  'the pull of one type on one day': 450,
  'the pull of what no one took': 800,
  'sending one again': 500,
  'sending again what was missed': 2_500,
  'the look at the health': 2_200,
  'the closing of what is owed': 30,
}
/** Of empty tables there are only the first pages of their indexes, one for each day. */
const MAX_OF_NOTHING = 800

/** Afterwards everything is as it was. */
async function played(db: Database, request: HotStatement, shelf: Shelf): Promise<void> {
  const undone = new Error('undone')
  const playing = db.transaction(async tx => {
    const stage: Database = { query: tx.query, transaction: work => work(tx), close: async () => {} }
    await request(stage, shelf)
    throw undone
  })
  await playing.catch(error => {
    if (error !== undone) throw error
  })
}

/** The server keeps a plan for good after five times. */
const TIMES = 7
const TABLES = ['account', 'webhook', 'sender', 'event', 'delivery', 'attempt']

async function vacuum(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  for (const table of TABLES) await client.query(`vacuum analyze ${table}`)
  await client.end()
}

/** The server's own visits come when they come; what they do to plans is played by `vacuum`. */
async function keepServerAway(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relname ~ '^(${TABLES.join('|')})'`,
  )
  for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = off)`)
  await client.end()
}

const states: [name: string, isVacuumed: boolean][] = [
  ['of an installation that is new', false],
  ['that were vacuumed when they were empty', true],
]

for (const [name, isVacuumed] of states)
  test(`each statement looks at no more than it must in tables ${name}`, async t => {
    await using resources = new AsyncDisposableStack()
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    await keepServerAway(connection)
    const meter = resources.use(openMeter(connection))
    const sessions = () => {
      const db = openDatabase(connection, 1)
      resources.defer(() => db.close())
      return db
    }
    const kept = sessions()
    const shelf = await layShelf(kept)
    if (isVacuumed) await vacuum(connection)
    for (const request of Object.values(HOT))
      for (let times = 0; times < TIMES; times++) await played(kept, request, shelf)

    const wrong: string[] = []
    async function measure(state: string, db: Database, max: (name: string) => number): Promise<void> {
      for (const [name, request] of Object.entries(HOT)) {
        const { pages } = await meter.cost(() => played(db, request, shelf))
        t.diagnostic(`${name} ${state}: ${pages} pages`)
        if (pages > max(name)) wrong.push(`${name} ${state}: ${pages} pages, ${max(name)} at most`)
      }
    }
    const maxOfMany = (name: string) => MAX_PAGES[name] ?? 0
    await measure('where nothing is', kept, name => Math.min(MAX_OF_NOTHING, maxOfMany(name)))
    await fillShelf(kept, shelf, { open: ROWS, logged: ROWS })
    await measure('with the plan that was kept', kept, maxOfMany)
    await vacuum(connection)
    await measure('planned anew', sessions(), maxOfMany)
    assert.deepEqual(wrong, [])
  })
