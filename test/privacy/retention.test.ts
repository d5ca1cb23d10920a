// Everything that can happen has happened once in this gateway; then its time is over. Nobody is named in it any more, and the books are as they were.
import assert from 'node:assert/strict'
import { pino } from 'pino'
import sql, { raw } from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import { CUSTOMER_COLUMNS } from '#privacy/data-map/customers.ts'
import type { KindName } from '#privacy/data-map/kinds.ts'
import { NO_DOCUMENT } from '#privacy/forget-store.ts'
import type { WalkedRow } from '#privacy/retention/store.ts'
import { forgetSome, walkedUpTo } from '#privacy/retention/worker.ts'
import { closedGateway, examined } from '../doctor/scene.ts'
import { slow } from '../long.ts'
import { ofNobody } from './things.ts'

const TERMS = {
  cartDays: 30,
  unpaidSaleDays: 180,
  contactDays: 1_825,
  moneyYears: 10,
  notificationDays: 90,
  callbackDays: 90,
  requestLogDays: 30,
}
/** What the retentions of this feature end; carts have one of their own, and what goes by the day is dropped. */
const ENDED: readonly KindName[] = ['unpaid-sale', 'contact', 'payer', 'recipient', 'dispute']

const runFor = async (db: Database, days: number) => {
  const clock = () => new Date(Date.now() + days * DAY_MS)
  const deps = { db, clock, log: pino({ level: 'silent' }), terms: TERMS, askedFor: ofNobody }
  for (let rounds = 0; await forgetSome(deps); rounds++) assert.ok(rounds < 100, 'it never ends')
}

const NOBODY = [
  '',
  '[]',
  NO_DOCUMENT,
  '{"name":"","document":""}',
  '{"name": "", "document": ""}',
  '{"name" : "", "document" : ""}',
]

/** "table.column rows", of what still names somebody. */
async function named(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const [table, kinds] of Object.entries(CUSTOMER_COLUMNS)) {
    const columns = new Set(ENDED.flatMap(kind => kinds[kind] ?? []))
    for (const column of columns) {
      const [row] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from ${raw(table)} where ${raw(column)} is not null and ${raw(column)}::text <> all(${NOBODY}::text[])`)
      if (row !== undefined && row.count > 0) found.push(`${table}.${column} ${row.count}`)
    }
  }
  return found
}

slow(
  'thirty years later nobody is named but in what still waits for a person, and the doctor finds nothing',
  async () => {
    await using scene = await closedGateway()
    const { db } = scene
    const before = await named(db)
    assert.ok(before.length > 10, before.join(', '))
    await runFor(db, 200)
    assert.deepEqual((await examined(db)).findings, [])
    await runFor(db, 30 * 366)
    // Money and cashouts that wait for a person, a dispute that is open, a recurrence in force, and a transfer and a boleto that may still be paid.
    const left = new Set((await named(db)).map(line => line.split('.')[0]))
    assert.deepEqual([...left], ['sale', 'charge', 'bank_transfer', 'recurrence', 'receipt', 'withdrawal'])
    // By then the events of these days are gone.
    assert.deepEqual(
      (await examined(db)).findings.filter(({ check }) => !check.startsWith('event.')),
      [],
    )
    const [marks] = await db.query<{ count: number }>(
      sql`select count(*)::int as count from retention_mark where last_id > 0`,
    )
    assert.ok((marks?.count ?? 0) >= 6)
  },
)

const row = (id: bigint, waits: boolean, day: number, isAsked = false): WalkedRow => ({
  id,
  createdAt: new Date(Date.UTC(2020, 0, day)),
  isRipe: !waits,
  waits,
  isAsked,
})

slow('a walk goes up to the first row that waits, and passes one that has waited for too long', () => {
  const tooOld = new Date(Date.UTC(2020, 0, 10))
  assert.equal(walkedUpTo([row(1n, false, 11), row(2n, true, 12), row(3n, false, 13)], tooOld), 1n)
  assert.equal(walkedUpTo([row(1n, true, 9), row(2n, false, 12)], tooOld), 2n)
  assert.equal(walkedUpTo([row(1n, true, 11)], tooOld), null)
  assert.equal(walkedUpTo([row(1n, false, 1), row(2n, false, 2, true), row(3n, false, 12)], tooOld), 3n)
  assert.equal(walkedUpTo([], tooOld), null)
})
