// A clock that is put back raises no alert: the order is known by numbers, and not by times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { findEventsSince } from '#doctor/surveys/events.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { findings } from '../books.ts'
import { openTestGateway } from '../gateway.ts'
import { decide, listed, untilUnmatched } from '../sale/incoming.ts'
import { at, setTerms } from '../sale/selling.ts'

test('money that was kept, and went back to its payer when the clock had gone back', async () => {
  await using gateway = await openTestGateway()
  const [seller, olga] = [await gateway.seller(), await registerOperator(gateway)]
  await setTerms(gateway, seller, { unexpected: 'KEEP' })
  const sale = await seller.sell(50_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(at(sale), 'PAGO')
  gateway.advance(HOUR_MS)
  await gateway.pay(sale.pixKey, { again: true })
  await untilUnmatched(gateway, seller, 'UNACCEPTED 5000 ALREADY_PAID')
  gateway.advance(-HOUR_MS)
  const [kept] = await listed(olga, '?status=UNACCEPTED')
  assert.equal((await decide(olga, kept, 'return')).status, 202)
  await untilUnmatched(gateway, seller, 'RETURNED 5000 ALREADY_PAID')
  assert.deepEqual(await findings(gateway.db), [])
})

test('events of the first day that is kept, of which some may be on the day before, which is dropped', async () => {
  await using gateway = await openTestGateway()
  const now = new Date()
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const daysAgo = async () => (midnight - (await findEventsSince(gateway.db, now)).getTime()) / DAY_MS
  assert.equal(await daysAgo(), 0)
  await gateway.db.query(sql`select make_day_partitions(${new Date(midnight - 5 * DAY_MS)}::timestamptz::date, 6)`)
  assert.equal(await daysAgo(), 4)
  await gateway.db.query(
    sql`select drop_day_partitions('attempt', ${new Date(midnight - 3 * DAY_MS)}::timestamptz::date)`,
  )
  assert.equal(await daysAgo(), 2)
})
