// The database takes its connections away, again and again, or the answer to a COMMIT is lost: a fact is there if and only if the
// payment is that made it true, and everything that is there is told.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { CommitInDoubt, type Connection, ConnectionTrouble, type Database, openDatabase } from '#db/postgres.ts'
import { openEgress } from '#http/egress.ts'
import type { Centavos } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { freshDatabase } from '../../house.ts'
import { until } from '../../until.ts'
import { listen, openAccount } from './audience.ts'
import { type Engine, startEngine } from './engine.ts'
import { saleFact } from './facts.ts'
import { type Books, halfFacts, readBooks, wrongLog } from './judgement.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { type Cut, openSeveringProxy } from './severing-proxy.ts'

const CLIENTS = 6
/** Connections are taken away so often, each time when so many more payments have been made. */
const TIMES = 8
const COMMITS_BETWEEN = 8
const ENDS_MS = 30_000
const PATH = '/shop'

/** A quarter. */
const isRefused = (eventId: string) => '048c'.includes(eventId.charAt(0))

interface Till extends AsyncDisposable {
  receivers: Receivers
  engine: Engine
  /** Not through whatever is in between. */
  direct: Database
  /** How the payments ended. */
  ends: Ends
  /** Pays and tells, with so many clients, until it is told to stop. */
  payUntil(stop: () => boolean): Promise<void>
  books(): Promise<Books>
}

interface Ends {
  committed: number
  inDoubt: number
  lost: number
}

async function openTill(direct: Database, through: Connection, bent = (db: Database) => db): Promise<Till> {
  const parts = new AsyncDisposableStack()
  const receivers = parts.use(await openReceivers())
  const accountId = await openAccount(direct)
  const { secret } = await listen(direct, { accountId, url: receivers.at(PATH) })
  // Some are refused at first, so that there is something to be put off.
  receivers.rules.set(PATH, { secret, answer: (eventId, nth) => (nth === 1 && isRefused(eventId) ? 503 : 200) })
  const db = openDatabase(through, 10)
  parts.defer(() => db.close())
  const egress = openEgress({ publicOnly: false, timeoutMs: 5_000 })
  parts.defer(() => egress.close())
  const engine = startEngine({ db: bent(db), egress, timeoutMs: 5_000 })
  parts.defer(() => engine.dispatcher.stop())
  let payments = 0n
  const ends: Ends = { committed: 0, inDoubt: 0, lost: 0 }

  async function pay(number: bigint): Promise<void> {
    const now = new Date()
    try {
      const born = await db.transaction(async tx => {
        const books = await openBooks(tx, [accountId], now)
        const sale = { subject: 'sale' as const, subjectId: number, pspAccountId: 1 }
        books.mustPost(accountId, { kind: 'SALE', amount: 100_00n as Centavos, ...sale })
        await books.write()
        return engine.outbox.write(tx, [saleFact({ accountId, number })], now)
      })
      ends.committed++
      engine.outbox.send(born.flat())
    } catch (error) {
      if (error instanceof CommitInDoubt) ends.inDoubt++
      else if (error instanceof ConnectionTrouble) ends.lost++
      else throw error
    }
  }

  return {
    ...{ receivers, engine, direct, ends },
    async payUntil(stop) {
      const client = async () => {
        while (!stop()) await pay(++payments)
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
    },
    books: () =>
      readBooks(
        { db: direct },
        sql`select account_id, subject_id as number from transfer where kind = 'SALE' and account_id = ${accountId}`,
      ),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function judge(t: TestContext, till: Till): Promise<void> {
  const { committed, inDoubt, lost } = till.ends
  const open = async () => (await till.direct.query(sql`select from delivery limit 1`)).length
  await until(async () => (await open()) === 0 || null, 'everything to be told', ENDS_MS)
  const books = await till.books()
  const { receipts, complaints } = till.receivers
  t.diagnostic(
    `${committed} payments committed, ${inDoubt} in doubt, ${lost} lost; ${books.events.length} facts, ${receipts.length} letters`,
  )
  assert.deepEqual(halfFacts(books), [])
  assert.deepEqual(wrongLog(books.logged), [])
  assert.deepEqual(complaints, [])
  assert.ok(books.events.length >= committed && books.events.length <= committed + inDoubt)
  const heard = new Set(receipts.map(({ eventId }) => eventId))
  assert.deepEqual([...heard].toSorted(), books.events.map(({ uid }) => uid).toSorted())
  assert.equal(
    receipts.length,
    books.logged.length,
    'no engine ended: every letter is in the log, and none was sent twice',
  )
}

test(`every connection is ended by the server, ${TIMES} times under load`, async t => {
  await using parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  // It is not to end itself.
  const watch = openDatabase(connection, 1)
  parts.defer(() => watch.close())
  const till = parts.use(await openTill(watch, connection))
  let isOver = false
  const paying = till.payUntil(() => isOver)
  try {
    for (let times = 1; times <= TIMES; times++) {
      await until(() => till.ends.committed >= times * COMMITS_BETWEEN || null, 'payments to be made again')
      await watch.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    }
  } finally {
    isOver = true
    await paying
  }
  const { ends } = till
  assert.ok(ends.lost + ends.inDoubt > 0, 'connections were lost in the middle')
  await judge(t, till)
})

test('COMMITs are cut off, before they arrive or before their answer does', async t => {
  await using parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const direct = openDatabase(connection, 2)
  parts.defer(() => direct.close())
  const fates: Cut[] = ['not', 'not', 'not', 'after', 'not', 'before', 'after']
  let commits = 0
  const proxy = parts.use(await openSeveringProxy(connection, () => fates[commits++ % fates.length] as Cut))
  const till = parts.use(await openTill(direct, proxy.connection))
  await till.payUntil(() => commits >= 100)
  const { ends } = till
  t.diagnostic(`${proxy.cuts.before} cut before, ${proxy.cuts.after} after`)
  assert.equal(ends.inDoubt, proxy.cuts.before + proxy.cuts.after, 'nobody can tell the two apart')
  const { events } = await till.books()
  assert.equal(events.length, ends.committed + proxy.cuts.after, 'those whose answer was lost stand')
  await judge(t, till)
})

/** Every third time that attempts are logged, nobody hears that it was done. */
function losingFlushes(db: Database, lost: { count: number }): Database {
  let flushes = 0
  return {
    ...db,
    async query<Row>(statement: Parameters<Database['query']>[0]): Promise<Row[]> {
      const rows = await db.query<Row>(statement)
      if (!statement.text.includes('put_off') || ++flushes % 3 !== 0) return rows
      lost.count++
      throw new ConnectionTrouble(new Error('cut'))
    },
  }
}

test('the answer to what logs the attempts is lost: it is repeated, and each attempt is logged once', async t => {
  await using parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const direct = openDatabase(connection, 2)
  parts.defer(() => direct.close())
  const lost = { count: 0 }
  const till = parts.use(await openTill(direct, connection, db => losingFlushes(db, lost)))
  await till.payUntil(() => lost.count >= 4)
  await judge(t, till)
  assert.ok(lost.count >= 4)
})
