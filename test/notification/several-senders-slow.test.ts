// Several gateways and receivers that are slow, so that much waits in memory: still everything once, whichever gateway joins, whichever had
// what in memory, and whatever is changed meanwhile at another gateway.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { owed } from './backlog.ts'
import { openShop } from './shop.ts'

const ENDS_MS = 90_000
const WEBHOOKS = 12
const EACH = 400
/** What a gateway holds in memory is read anew after five seconds. */
const HEARD_OF_MS = 7_000

interface Slow extends AsyncDisposable {
  url: string
  ids: string[]
  /** When it was last sent an event. */
  sentAtMs: number
}

/** A receiver that accepts everything, so long after the request. */
async function openSlow(delayMs: number): Promise<Slow> {
  const server = createServer((request, response) => {
    slow.ids.push(String(request.headers['x-service-event-id']))
    slow.sentAtMs = performance.now()
    request.resume()
    setTimeout(() => response.end(), delayMs)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const slow: Slow = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ids: [],
    sentAtMs: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
  return slow
}

/** What two gateways share. */
async function openInfrastructure(resources: AsyncDisposableStack) {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  return { connection, bank }
}

const senders = (gateway: TestGateway, count: number) =>
  until(async () => {
    const [row] = await gateway.db.query<{ count: number }>(sql`select count(*)::int as count from sender`)
    return row?.count === count || null
  }, `${count} senders`)

describe('slow receivers of several gateways', { concurrency: true }, () => {
  it('what slow receivers are owed is sent once, also what was in memory when another gateway came', async () => {
    await using resources = new AsyncDisposableStack()
    const on = await openInfrastructure(resources)
    await using first = await openTestGateway({ on })
    const shop = await openShop(first)
    const all: Slow[] = []
    const uids: string[] = []
    for (let n = 0; n < 6; n++) {
      const receiver = resources.use(await openSlow(1_000))
      all.push(receiver)
      const { id: webhookId } = await shop.signed(receiver, ['sale.pending'])
      // At most sixteen a second: more than the newcomer waits before it reads.
      uids.push(...(await owed(first, { accountId: shop.person.accountId, webhookId, count: 280 })))
    }
    const received = () => all.flatMap(({ ids }) => ids)
    await until(() => received().length > 50 || null, 'the first to be at it')
    await using _second = await openTestGateway({ on })
    await senders(first, 2)
    await until(() => received().length >= uids.length || null, 'everything', ENDS_MS)
    assert.deepEqual(received().toSorted(), uids.toSorted())
  })

  it('what one gateway has written and cannot send at once is sent once, by whichever', async () => {
    await using resources = new AsyncDisposableStack()
    const on = await openInfrastructure(resources)
    await using first = await openTestGateway({ on })
    await using _second = await openTestGateway({ on })
    await senders(first, 2)
    const shop = await openShop(first)
    const all: Slow[] = []
    for (let n = 0; n < 6; n++) {
      const receiver = resources.use(await openSlow(2_000))
      all.push(receiver)
      await shop.signed(receiver, ['sale.pending'])
    }
    // Longer than what is written here is left to its gateway.
    const sales = 160
    for (let sold = 0; sold < sales; sold += 20)
      await Promise.all(Array.from({ length: 20 }, () => shop.seller.sell(100_00)))
    const received = () => all.flatMap(({ ids }) => ids)
    await until(() => received().length >= all.length * sales || null, 'everything', ENDS_MS)
    for (const { ids } of all) assert.equal(new Set(ids).size, sales)
    assert.equal(received().length, all.length * sales)
  })

  it('a change at one gateway reaches the other, although it has much in memory', async () => {
    await using resources = new AsyncDisposableStack()
    const on = await openInfrastructure(resources)
    await using first = await openTestGateway({ on })
    await using _second = await openTestGateway({ on })
    await senders(first, 2)
    const shop = await openShop(first)
    const moved = resources.use(await openSlow(0))
    const webhooks: { id: number; old: Slow }[] = []
    // Each gateway reads about half of the lanes.
    for (let n = 0; n < WEBHOOKS; n++) {
      const old = resources.use(await openSlow(1_000))
      const { id } = await shop.signed(old, ['sale.pending'])
      await owed(first, { accountId: shop.person.accountId, webhookId: id, count: EACH })
      webhooks.push({ id, old })
    }
    await until(() => webhooks.every(({ old }) => old.ids.length > 0) || null, 'all of them to be sent', ENDS_MS)
    const isRemoved = (place: number) => place % 3 === 0
    for (const [place, { id }] of webhooks.entries()) {
      const path = `/api/webhook/${id}`
      if (isRemoved(place)) assert.equal((await shop.person.call('DELETE', path)).status, 204)
      else assert.equal((await shop.person.call('PUT', path, { webhookUrl: moved.url })).status, 200)
    }
    const changedAtMs = performance.now()
    const received = () => new Set([moved, ...webhooks.map(({ old }) => old)].flatMap(({ ids }) => ids)).size
    const toCome = webhooks.filter((_, place) => !isRemoved(place)).length * EACH
    await until(() => received() >= toCome || null, 'the rest at the new address', ENDS_MS)
    await until(() => performance.now() > changedAtMs + HEARD_OF_MS || null, 'every webhook to have received it')
    for (const { old } of webhooks)
      assert.ok(old.sentAtMs < changedAtMs + HEARD_OF_MS, `told ${old.sentAtMs - changedAtMs} ms after the change`)
  })
})
