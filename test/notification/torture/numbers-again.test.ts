// The database is put back by a moment under an engine that lives on, as when a standby that lags is promoted: what happens from then on
// has the numbers of what is gone, and is sent all the same.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { eventUid } from '#notification/events/event.ts'
import { until } from '../../until.ts'
import { saleEvent } from './events.ts'
import { openDeliveries, openLoad } from './load.ts'

const SLOW_MS = 1_000

test('an event that has the numbers of one that is gone is sent, also while that is under way', async () => {
  await using load = await openLoad()
  const { accountId, path } = await load.enrol()
  const rule = load.receivers.rules.get(path)
  assert.ok(rule !== undefined)
  load.receivers.rules.set(path, { ...rule, delayMs: SLOW_MS })
  const [gone, next] = [saleEvent({ accountId, number: 1n }), saleEvent({ accountId, number: 2n })]
  const [before] = await load.db.query<{ last_value: bigint; is_called: boolean }>(sql`
    select last_value, is_called from event_id`)
  await load.emit([gone])
  await until(() => load.receivers.receipts.length === 1 || null, 'the first letter')
  await load.db.query(sql`delete from delivery`)
  await load.db.query(sql`delete from event`)
  await load.db.query(sql`select setval('event_id', ${before?.last_value}, ${before?.is_called})`)
  await load.emit([next])
  await until(async () => (await openDeliveries(load.db)) === 0 || null, 'everything to be sent')
  const heard = load.receivers.receipts.map(({ eventId }) => eventId)
  assert.ok(heard.includes(eventUid(next)), 'it is closed and in the log, and was not sent')
})
