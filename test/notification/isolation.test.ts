// Whatever one receiver does, the others do not notice; and nothing is lost, or sent twice, for lack of room.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemRandom } from '#kernel/time.ts'
import { freePort } from '../free-port.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { owed } from './backlog.ts'
import { openShop } from './shop.ts'

/** A receiver that takes everything and answers nothing. */
async function openHanging() {
  let [held, max, ended] = [0, 0, 0]
  const server = createServer((_request, response) => {
    held++
    max = Math.max(max, held)
    response.on('close', () => {
      held--
      ended++
    })
  })
  return {
    url: await listening(server),
    max: () => max,
    ended: () => ended,
    [Symbol.asyncDispose]: () => closed(server),
  }
}

async function listening(server: Server, port = 0): Promise<string> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(done => server.close(done))
}

const idsOf = (receiver: Receiver) => receiver.received.map(({ headers }) => String(headers['x-service-event-id']))

const openDeliveries = async (gateway: TestGateway) => {
  const rows = await gateway.db.query<{ attempts: number }>(sql`select attempts from delivery order by id`)
  return rows.map(({ attempts }) => attempts)
}

everyday('a receiver that hangs holds its own places and no other’s', async () => {
  await using gateway = await openTestGateway()
  await using hanging = await openHanging()
  await using well = await openReceiver()
  const { seller, signed } = await openShop(gateway)
  await signed(hanging, ['sale.pending'])
  await signed(well, ['sale.pending'])
  const few = pLimit(6)
  await Promise.all(Array.from({ length: 40 }, () => few(() => seller.sell(100_00))))
  await well.gets(40)
  assert.equal(hanging.ended(), 0, 'before the first of the hanging ones has run out of time')
  assert.ok(hanging.max() <= 4, `${hanging.max()} under way at once`)
})

everyday('the circuit of a dead receiver opens, and no attempt is used up meanwhile', async () => {
  await using gateway = await openTestGateway({ env: { WEBHOOK_RETRY_WAITS_MS: '30000,300000' } })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { person, signed } = await openShop(gateway)
  const { id: webhookId } = await signed({ url }, ['sale.pending'])
  await owed(gateway, { accountId: person.accountId, webhookId, count: 50 })
  const paused = await until(async () => {
    const attempts = await openDeliveries(gateway)
    return attempts.filter(made => made > 0).length >= 5 ? attempts : null
  }, 'five attempts in vain')
  assert.equal(paused.length, 50)
  assert.ok(paused.filter(made => made === 0).length >= 40, 'the others have all their attempts left')

  const heard: string[] = []
  const back = createServer((request, response) => {
    heard.push(String(request.headers['x-service-event-id']))
    response.end()
  })
  try {
    await listening(back, port)
    const untried = paused.filter(made => made === 0).length
    await until(() => heard.length >= untried || null, 'the rest, once it is back')
    assert.equal(new Set(heard).size, heard.length, 'each once')
  } finally {
    await closed(back)
  }
})

slow('one who is owed thousands does not keep another waiting for one', async () => {
  await using gateway = await openTestGateway()
  await using slow = await openReceiver()
  await using quick = await openReceiver()
  const crowded = await openShop(gateway)
  const { id: webhookId } = await crowded.signed(slow, ['sale.pending'])
  const other = await openShop(gateway)
  await other.signed(quick, ['sale.pending'])
  const uids = await owed(gateway, { accountId: crowded.person.accountId, webhookId, count: 5_000 })
  await slow.gets(50)
  await other.seller.sell(100_00)
  await quick.gets(1)
  assert.ok(slow.received.length < 5_000, 'before the thousands are through')
  await until(() => slow.received.length >= 5_000 || null, 'all of them')
  assert.deepEqual(idsOf(slow).toSorted(), uids.toSorted(), 'each once, also those that memory had no room for')
})

slow('who has no secret for his postbacks does not have their host left alone for others', async () => {
  await using gateway = await openTestGateway({ env: { WEBHOOK_RETRY_WAITS_MS: '30000,300000' } })
  await using well = await openReceiver()
  const without = await gateway.seller()
  const other = await gateway.seller()
  const secretBox = makeSecretBox(Buffer.alloc(32, 7), systemRandom)
  await gateway.db.query(sql`
    update account set postback_secret_sealed = ${secretBox.seal('a secret')} where id = ${other.accountId}`)
  const cancelled = async (seller: Seller) => {
    const { uuid } = await seller.sell(100_00, { postbackUrl: `${well.url}/${seller.accountId}` })
    assert.equal((await seller.api('POST', `/api/transactions/${uuid}/cancel`)).status, 202)
  }
  for (let sold = 0; sold < 30; sold++) await cancelled(without)
  await until(
    async () => (await openDeliveries(gateway)).filter(made => made === 1).length === 30 || null,
    'thirty in vain',
  )
  const began = performance.now()
  await cancelled(other)
  await well.gets(1)
  // A host that is left alone is so for four seconds at least.
  assert.ok(performance.now() - began < 4_000, `${performance.now() - began} ms`)
  assert.deepEqual(
    well.received.map(({ path }) => path),
    [`/${other.accountId}`],
  )
})
