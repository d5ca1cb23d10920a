// Several gateways on one database share what is owed: everything once while all are well, and nothing lost when one ends.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { owed } from './backlog.ts'
import { openShop } from './shop.ts'

const RECEIVERS = 8
const EACH = 300

const eventIds = (receivers: Receiver[]) =>
  receivers.flatMap(({ received }) => received.map(({ headers }) => String(headers['x-service-event-id'])))

const senders = async (gateway: TestGateway) =>
  (await gateway.db.query<{ count: number }>(sql`select count(*)::int as count from sender`))[0]?.count

test('two gateways on one database send everything once, and one goes on alone when the other stops', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const on = { connection, bank }
  await using first = await openTestGateway({ on })
  const shop = await openShop(first)
  await using receivers = new AsyncDisposableStack()
  const all: Receiver[] = []
  const webhooks: number[] = []
  for (let n = 0; n < RECEIVERS; n++) {
    const receiver = receivers.use(await openReceiver())
    all.push(receiver)
    webhooks.push((await shop.signed(receiver, ['sale.pending'])).id)
  }
  const { accountId } = shop.person
  const oweAll = async () =>
    (await Promise.all(webhooks.map(id => owed(first, { accountId, webhookId: id, count: EACH })))).flat()

  const second = await openTestGateway({ on })
  let uids: string[]
  try {
    await until(async () => (await senders(first)) === 2 || null, 'both to be there')
    uids = await oweAll()
    await until(() => eventIds(all).length >= RECEIVERS * EACH || null, 'everything')
    assert.deepEqual(eventIds(all).toSorted(), uids.toSorted())
    uids.push(...(await oweAll()))
  } finally {
    await second[Symbol.asyncDispose]()
  }
  assert.equal(await senders(first), 1)
  await until(() => eventIds(all).length >= 2 * RECEIVERS * EACH || null, 'everything again')
  assert.deepEqual(eventIds(all).toSorted(), uids.toSorted(), 'a gateway that stops leaves nothing undone or unlogged')
})
