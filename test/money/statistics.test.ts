// Plans are made for what the tables hold: those that have grown are analysed soon, and only those.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { analyzeGrown } from '#db/statistics.ts'
import { freshDatabase } from '../gateway.ts'

const resources = new AsyncDisposableStack()
let db: Database
before(async () => {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  await db.query(sql`create table grows (account_id int, seq bigint, primary key (account_id, seq))`)
})
after(() => resources.disposeAsync())

const add = (count: number) =>
  db.query(
    sql`insert into grows select 1, coalesce((select max(seq) from grows), 0) + n from generate_series(1, ${count}::int) n`,
  )
const known = async () => {
  const [row] = await db.query<{ rows: number }>(sql`
    select reltuples::float8 as rows from pg_class where oid = 'grows'::regclass`)
  return row?.rows
}

describe('statistics', () => {
  it('of a table that is small are left as they are', async () => {
    await add(100)
    await analyzeGrown(db)
    assert.equal(await known(), -1)
  })

  it('are taken when it has grown, and again when it is twice as large', async () => {
    await add(4_900)
    await analyzeGrown(db)
    assert.equal(await known(), 5_000)
    await add(1_000)
    await analyzeGrown(db)
    assert.equal(await known(), 5_000)
    await add(6_000)
    await analyzeGrown(db)
    assert.equal(await known(), 12_000)
  })

  it('of a table that another session is at are left to it', async () => {
    await add(20_000)
    await db.transaction(async tx => {
      await tx.query(sql`lock table grows in share update exclusive mode`)
      await analyzeGrown(db)
    })
    assert.equal(await known(), 12_000)
    await analyzeGrown(db)
    assert.equal(await known(), 32_000)
  })
})
