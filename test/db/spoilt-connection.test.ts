// A connection that has lost what it prepared, or never prepared it, is of no more use: it is replaced, and where the server has refused
// the statement for that, the caller never sees it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { passingFailure } from '#db/passing.ts'
import type { Connection } from '#db/postgres.ts'
import { ConnectionTrouble, type Database, openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../gateway.ts'

let connection: Connection
let drop: () => Promise<void>

before(async () => {
  ;({ connection, drop } = await freshDatabase())
})
after(() => drop())

async function during(max: number, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase(connection, max)
  await work(db).finally(() => db.close())
}

describe('a statement whose table has got another column', () => {
  const all = sql`select * from shape`
  const inside = (db: Database) => db.transaction(tx => tx.query(all))

  /** So many transactions at once that each has a connection of its own. */
  async function onEach(db: Database, connections: number): Promise<void> {
    const { promise: here, resolve } = Promise.withResolvers<void>()
    let count = 0
    const one = () =>
      db.transaction(async tx => {
        await tx.query(all)
        if (++count === connections) resolve()
        await here
      })
    await Promise.all(Array.from({ length: connections }, one))
  }

  it('is prepared anew on every connection, in a transaction or not', () =>
    during(8, async db => {
      await db.query(sql`create table shape (a int)`)
      await db.query(sql`insert into shape values (1)`)
      await onEach(db, 8)
      await db.query(sql`alter table shape add b int`)
      assert.deepEqual(await inside(db), [{ a: 1, b: null }])
      await onEach(db, 8)
      await db.query(sql`alter table shape add c int`)
      assert.deepEqual(await db.query(all), [{ a: 1, b: null, c: null }])
      await onEach(db, 8)
    }))
})

describe('a connection that has lost its statements', () => {
  it('is replaced, and no caller sees it', () =>
    during(1, async db => {
      const request = (n: number) => db.transaction(tx => tx.query(sql`select ${n}::int as n`))
      await request(1)
      await db.query(sql`deallocate all`)
      assert.deepEqual(await request(2), [{ n: 2 }])
    }))
})

describe('a value that cannot be sent, or an answer that cannot be read', () => {
  const circular: { circular?: unknown } = {}
  circular.circular = circular

  it('is reported as what it is, and not as a database that cannot be reached', () =>
    during(1, async db => {
      for (const statement of [sql`select ${circular}::json as told`, sql`select array[null]::int8[] as told`])
        for (const asked of [db.query(statement), db.transaction(tx => tx.query(statement))]) {
          const error = await asked.catch(reason => reason)
          assert.ok(error instanceof TypeError && !(error instanceof ConnectionTrouble), String(error))
          assert.equal(passingFailure(error), null)
        }
    }))

  it('does not spoil the same statement for the next one', () =>
    during(1, async db => {
      const request = (value: unknown) => db.transaction(tx => tx.query(sql`select ${value}::jsonb as answer`))
      await assert.rejects(request(circular), TypeError)
      for (const value of [{ a: 1 }, { a: 2 }]) assert.deepEqual(await request(value), [{ answer: value }])
    }))
})

it('a statement of which there is another text for each day has no name', () =>
  during(1, async db => {
    await db.query(sql`create table kept_from_monday (a int)`)
    await db.query(sql`analyze (skip_locked) ${raw('kept_from_monday')}`)
    const named = await db.query<{ statement: string }>(sql`select statement from pg_prepared_statements`)
    assert.deepEqual(
      named.filter(({ statement }) => statement.includes('analyze')),
      [],
    )
  }))
