// When events are sent: never before the request that caused them has been answered, and numbered so that a receiver can order them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'node:test'
import { assertBooks, untilIdle } from '../books.ts'
import { idsOf, REQUEST } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { times } from '../long.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { openReceiver } from '../receiver.ts'
import { SALE } from '../sale/selling.ts'
import { until } from '../until.ts'
import { openShop } from './shop.ts'

const ROUNDS = times(15, 40)

/** A receiver that only notes when it first received each uuid. */
async function stopwatch() {
  const heard = new Map<string, number>()
  const server = createServer((asked, answer) => {
    const at = performance.now()
    const chunks: Buffer[] = []
    asked.on('data', chunk => chunks.push(chunk))
    asked.on('end', () => {
      const { uuid } = JSON.parse(Buffer.concat(chunks).toString())
      if (!heard.has(uuid)) heard.set(uuid, at)
      answer.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

const headersOf = (seller: Seller) => ({
  'x-api-public-key': seller.publicKey,
  'x-api-private-key': seller.privateKey,
  'content-type': 'application/json',
})

/** The uuid of what a POST created, and when its answer began to come in. */
async function created(gateway: TestGateway, seller: Seller, path: string, body: object) {
  const asked = request(gateway.url + path, { method: 'POST', headers: headersOf(seller) }).end(JSON.stringify(body))
  let at = Number.POSITIVE_INFINITY
  asked.once('response', () => {
    at = performance.now()
  })
  const [answer] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  assert.equal(answer.statusCode, 201)
  return { uuid: JSON.parse(Buffer.concat(chunks).toString()).uuid as string, at }
}

test(`the events of ${ROUNDS} creations never overtake their 201`, async t => {
  await using gateway = await openTestGateway()
  await using receiver = await stopwatch()
  const { seller, signed, unsigned } = await openShop(gateway, { funds: 99_999_00 })
  await signed(receiver, ['sale.pending', 'withdrawal.pending'])
  await unsigned(receiver)

  const kinds: [what: string, path: string, body: object][] = [
    ['sales', '/api/transactions', SALE],
    ['cashouts', '/api/public/cashout', REQUEST],
  ]
  for (const [what, path, body] of kinds)
    await t.test(what, async () => {
      for (let n = 0; n < ROUNDS; n++) {
        const { uuid, at } = await created(gateway, seller, path, body)
        const heard = await until(() => receiver.heard.get(uuid) ?? null, 'the news')
        assert.ok(heard > at, `the news came ${at - heard} ms before the answer`)
      }
    })

  await untilIdle(gateway)
  await assertBooks(gateway)
})

/** A request as it goes over the wire. */
function written(seller: Seller, path: string, body: object): string {
  const text = JSON.stringify(body)
  const headers = Object.entries({ host: 'x', 'content-length': String(text.length), ...headersOf(seller) })
  return [`POST ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', text].join('\r\n')
}

// Of two requests on one connection the second is answered after the first, however early its work is done. The first creation waits for
// its PSP, so the second one's event has half a second in which to be too early.
for (const [what, path, body] of [
  ['a sale', '/api/transactions', SALE],
  ['a cashout', '/api/public/cashout', REQUEST],
] as const)
  test(`the event of ${what} waits for an answer that is held up`, async () => {
    await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '500' })
    await using receiver = await stopwatch()
    const { gateway, wire } = line
    const [slow, shop] = [await gateway.seller(), await openShop(gateway, { funds: 300_00 })]
    await shop.signed(receiver, ['sale.pending', 'withdrawal.pending'])
    wire.fail('PUT', `/v2/cob/${idsOf(slow)}`, { forwarded: true, answer: 'silence' })

    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    let answers = ''
    let at = Number.POSITIVE_INFINITY
    socket.on('data', bytes => {
      answers += bytes
      at = Math.min(at, performance.now())
    })
    socket.write(written(slow, '/api/transactions', SALE))
    await until(() => wire.passed.some(({ path }) => path.includes(idsOf(slow))) || null, 'the first to wait')
    socket.write(written(shop.seller, path, body))
    await until(() => answers.split('201 Created').length === 3 || null, 'both answers')
    const [, second = ''] = [...answers.matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid]) => uuid ?? '')
    const heard = await until(() => receiver.heard.get(second) ?? null, 'the news')
    assert.ok(heard > at, `the news came ${at - heard} ms before the answer`)
    socket.destroy()
  })

test('the events of one subject are numbered in the order in which they happened', async () => {
  await using gateway = await openTestGateway()
  await using receiver = await openReceiver()
  // The first event is refused twice, so that later events overtake it.
  receiver.answers.splice(0, 1, 500, 500, 200)
  const { seller, signed } = await openShop(gateway)
  await signed(receiver, ['sale.pending', 'sale.paid', 'sale.canceled'])
  const sale = await seller.sell(100_00, { pix: { expiresInSeconds: 5 } })
  gateway.advance(6_000)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'CANCELADO')
  await gateway.pay(sale.pixKey, { late: true })
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  await untilIdle(gateway)
  const reported = new Map(
    receiver.received.map(({ headers, body }) => [Number(headers['x-service-event-sequence']), body.status]),
  )
  const inOrder = [...reported].toSorted(([a], [b]) => a - b).map(([, status]) => status)
  assert.deepEqual(inOrder, ['PENDENTE', 'CANCELADO', 'PAGO'])
})
