// How many there are of a list is counted in bounded time: so many rows of a stretch of one index are looked through, however many of them the
// filter leaves out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { countEntries } from '#audit/store.ts'
import { countAnomalies } from '#cashout/anomaly/store.ts'
import type { Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import { totalDisputes } from '#dispute/list-store.ts'
import { totalOrders } from '#hold/order/store.ts'
import { centavos } from '#kernel/money.ts'
import { totalOutgoing } from '#outgoing/store.ts'
import { totalCases } from '#reconciliation/case/store.ts'
import { countRecurrences } from '#recurrence/list/store.ts'
import { registerOperator } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'

/** What is looked through, in one line. */
async function stretchOf(count: (db: Queryable) => Promise<Totals>): Promise<string> {
  let text = ''
  const db: Queryable = {
    async query(statement) {
      text ||= statement.text
      return [{ count: 0, amount: centavos(0) }] as never
    },
  }
  await count(db)
  const [, stretch] = /\(select \* from (.*) limit 60000\)/s.exec(text) ?? []
  return (stretch ?? text).replaceAll(/\$\d+/g, '?').replaceAll(/\s+/g, ' ')
}

const CASES = { state: null, kind: null, accountId: null, accountIds: null, reconciliationId: null }
const DISPUTES = {
  accountId: null,
  accountIds: null,
  status: null,
  kind: null,
  defence: null,
  saleUuid: null,
  deadlineBefore: null,
  below: null,
  limit: 1,
}
const ENTRIES = {
  reader: 'operator' as const,
  accountId: null,
  accountIds: null,
  action: null,
  subject: null,
  subjectId: null,
  actorId: null,
  from: null,
  to: null,
  below: null,
  limit: 1,
}
const now = new Date()

describe('what is looked through', () => {
  const all: [what: string, count: (db: Queryable) => Promise<Totals>, stretch: string][] = [
    [
      'recurrences with every filter',
      db =>
        countRecurrences(db, 1001, {
          status: 'CRIADA',
          contrato: 'A',
          journey: 1,
          document: '1',
          externalReference: 'x',
          hasAlert: true,
          from: now,
          to: now,
        }),
      'recurrence where account_id = ? and contrato = ? order by account_id desc, id desc',
    ],
    [
      'recurrences of a period',
      db => countRecurrences(db, 1001, { from: now, to: now, journey: 1 }),
      'recurrence where account_id = ? and true order by account_id desc, id desc',
    ],
    [
      'disputes of an account in a state',
      db => totalDisputes(db, { ...DISPUTES, accountId: 1001, status: 'OPEN', kind: 'MED', deadlineBefore: now }),
      'dispute where account_id = ? order by account_id desc, id desc',
    ],
    [
      'disputes in a state',
      db => totalDisputes(db, { ...DISPUTES, status: 'OPEN', kind: 'MED', accountIds: [1001] }),
      'dispute where status = ? order by id desc',
    ],
    [
      'disputes of a kind',
      db => totalDisputes(db, { ...DISPUTES, kind: 'MED' }),
      'dispute where true order by id desc',
    ],
    ['anomalies to be decided', db => countAnomalies(db, false), 'anomaly where decided_at is null order by id desc'],
    ['anomalies that are decided', db => countAnomalies(db, true), 'anomaly order by account_id desc, id desc'],
    [
      'open cases of a kind',
      db => totalCases(db, { ...CASES, state: 'OPEN', kind: 'MISSING_HERE', accountIds: [1001] }),
      "reconciliation_case where state = 'OPEN' order by id desc",
    ],
    [
      'closed cases of an account',
      db => totalCases(db, { ...CASES, state: 'CORRECTED', accountId: 1001 }),
      'reconciliation_case where account_id = ? and true order by account_id desc, id desc',
    ],
    [
      'entries of an account by a person',
      db => countEntries(db, { ...ENTRIES, accountId: 1001, action: 'x', actorId: 'y', subject: 'sale', from: now }),
      'audit where account_id = ? order by account_id desc, id desc',
    ],
    [
      'entries of an action',
      db => countEntries(db, { ...ENTRIES, action: 'x', to: now }),
      'audit where true order by id desc',
    ],
    [
      'orders of an account in a state',
      db => totalOrders(db, { accountId: 1001, accountIds: null, state: 'OPEN', reason: 'JUDICIAL' }),
      'hold_order where account_id = ? order by account_id desc, id desc',
    ],
    [
      'orders in a state',
      db => totalOrders(db, { accountId: null, accountIds: [1001], state: 'OPEN', reason: null }),
      'hold_order order by id desc',
    ],
  ]
  for (const [what, count, stretch] of all) it(`for ${what}`, async () => assert.equal(await stretchOf(count), stretch))

  it('for money on its way out is what has begun, of whom is asked for', async () => {
    const filter = { status: 'SENT' as const, accountId: 1001, id: null, accountIds: null, before: now }
    const stretch = await stretchOf(db => totalOutgoing(db, 'refund', filter))
    assert.match(stretch, /\) under_way where true and account_id = \? order by id$/)
  })
})

slow(
  'of 60,001 entries that the filter leaves out no more are looked through, and it is said that there may be more',
  async () => {
    await using gateway = await openTestGateway()
    const { accountId } = await gateway.seller()
    const olga = await registerOperator(gateway)
    const record = (action: string, subject: string, count: number) =>
      gateway.db.query(sql`
      insert into audit (account_id, actor, action, subject, subject_id, detail, created_at)
      select ${accountId}, 'house', ${action}, ${subject}, '1', '{}', now() from generate_series(1, ${count}::int)`)
    await record('wanted', 'old', 3)
    await record('other', 'new', 60_001)
    const totals = async (query: string) => {
      const { status, body, text } = await olga.call('GET', `/api/admin/audit/totals?userId=${accountId}&${query}`)
      assert.equal(status, 200, text)
      return body
    }
    assert.deepEqual(await totals('action=wanted'), { count: 0, more: true })
    assert.deepEqual(await totals('action=other'), { count: 10_000, more: true })
    assert.deepEqual(
      await totals('action=wanted&subject=old&subjectId=1'),
      { count: 3, more: false },
      'an index finds them',
    )
  },
)
