// What must be true when a crowd has gone home: everything that was promised is there once, nothing else is there but what was in doubt,
// and the books add up with the bank's.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { assertBooks, untilIdle, untruths } from '../books.ts'
import { until } from '../until.ts'
import type { Diary } from './people.ts'

export interface Left {
  connection: Connection
  bankUrl: string
  diary: Diary
}

interface Row {
  uuid: string
  reference: string
  state: string
}

export async function assertAftermath({ connection, bankUrl, diary }: Left): Promise<void> {
  assert.deepEqual(diary.wrong, [])
  const db = openDatabase(connection, 3)
  try {
    // Two minutes go by: the leases of what a lost answer left half done run out.
    await db.query(sql`update sale set due_at = now() where status = 'EM_PROCESSAMENTO'`)
    await db.query(sql`update delivery set leased_until = now() where leased_until > now()`)
    await db.query(sql`update psp_inbox set due_at = now() where due_at > now()`)
    await untilIdle({ db })
    const audited = { db, bankUrl }
    await until(async () => (await untruths(audited)).length === 0 || null, 'the books to add up').catch(() => {})
    await assertBooks(audited)

    const cashouts = await db.query<Row>(sql`
      select uuid::text, external_reference as reference, state from withdrawal where external_reference is not null`)
    const sales = await db.query<Row>(sql`
      select uuid::text, external_reference as reference, status as state from sale
      where external_reference ~ '^[0-9]+-[0-9]+$'`)
    assertKept('cashout', cashouts, diary.cashouts, diary.inDoubt.cashouts)
    assertKept('sale', sales, diary.sales, diary.inDoubt.sales)
    const stateOf = new Map(sales.map(({ uuid, state }) => [uuid, state]))
    for (const uuid of diary.paid) assert.equal(stateOf.get(uuid), 'PAGO', uuid)
    for (const { uuid, state } of cashouts) assert.equal(state, 'settled', uuid)
  } finally {
    await db.close()
  }
}

function assertKept(what: string, rows: Row[], promised: Map<string, string>, inDoubt: Set<string>): void {
  const stored = Map.groupBy(rows, ({ reference }) => reference)
  for (const [reference, uuid] of promised)
    assert.deepEqual(
      stored.get(reference)?.map(row => row.uuid),
      [uuid],
      `the ${what} ${reference} was promised`,
    )
  for (const [reference, found] of stored) {
    assert.equal(found.length, 1, `the ${what} ${reference} is there ${found.length} times`)
    assert.ok(promised.has(reference) || inDoubt.has(reference), `nobody asked for the ${what} ${reference}`)
  }
}
