// What the receiver does decides whether it is tried again: 2xx is done, a 4xx and a redirect are final, 5xx, no connection
// and no answer within ten seconds are tried three times in all.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { untilIdle } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { ATTEMPTS } from './attempts.ts'
import { openShop } from './shop.ts'

interface Outcome {
  answers: number[]
  attempts: number
  log: string
}

const OUTCOMES: Record<string, Outcome> = {
  '200': { answers: [200], attempts: 1, log: 'DELIVERED 200' },
  '204': { answers: [204], attempts: 1, log: 'DELIVERED 204' },
  '299': { answers: [299], attempts: 1, log: 'DELIVERED 299' },
  '400': { answers: [400], attempts: 1, log: 'FAILED 400' },
  '401': { answers: [401], attempts: 1, log: 'FAILED 401' },
  '404': { answers: [404], attempts: 1, log: 'FAILED 404' },
  '408': { answers: [408], attempts: 1, log: 'FAILED 408' },
  '410': { answers: [410], attempts: 1, log: 'FAILED 410' },
  '429': { answers: [429], attempts: 1, log: 'FAILED 429' },
  '500, then 200': { answers: [500, 200], attempts: 2, log: 'RETRY 500, DELIVERED 200' },
  '500 twice, then 200': { answers: [500, 500, 200], attempts: 3, log: 'RETRY 500, RETRY 500, DELIVERED 200' },
  '500 for ever': { answers: [500], attempts: 3, log: 'RETRY 500, RETRY 500, FAILED 500' },
  '503, then 404': { answers: [503, 404], attempts: 2, log: 'RETRY 503, FAILED 404' },
}

/** Every attempt to reach the receiver, "RETRY 500, DELIVERED 200". */
async function logOf(gateway: TestGateway, { url }: { url: string }): Promise<string> {
  const rows = await gateway.db.query<{ line: string }>(sql`
    select concat_ws(' ', outcome, coalesce(http_status::text, error)) as line from ${ATTEMPTS}
    where target = ${url} order by delivery_id, n`)
  return rows.map(({ line }) => line).join(', ')
}

const untilLogged = (gateway: TestGateway, receiver: { url: string }, log: string) =>
  until(async () => (await logOf(gateway, receiver)) === log || null, log)

everyday('what a receiver answers', { concurrency: true }, async t => {
  await using gateway = await openTestGateway()
  await Promise.all(
    Object.entries(OUTCOMES).map(([sentence, { answers, attempts, log }]) =>
      t.test(`${sentence}: ${attempts} attempts`, async () => {
        await using receiver = await openReceiver()
        receiver.answers.splice(0, 1, ...answers)
        const { seller, signed } = await openShop(gateway)
        await signed(receiver, ['sale.pending'])
        await seller.sell(100_00)
        await untilLogged(gateway, receiver, log)
        await untilIdle(gateway)
        assert.equal(receiver.received.length, attempts)
        assert.equal(await logOf(gateway, receiver), log)
      }),
    ),
  )
})

/** A receiver that behaves in its own way. */
async function strange(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

everyday('a receiver that is not there is tried three times', async () => {
  await using gateway = await openTestGateway()
  const gone = await strange(() => {})
  await gone[Symbol.asyncDispose]()
  const { seller, signed } = await openShop(gateway)
  await signed(gone, ['sale.pending'])
  await seller.sell(100_00)
  const log = ['RETRY', 'RETRY', 'FAILED'].map(outcome => `${outcome} connection refused`).join(', ')
  await untilLogged(gateway, gone, log)
})

slow('a receiver that closes the connection is tried again', async () => {
  await using gateway = await openTestGateway()
  let calls = 0
  await using rude = await strange((request, response) => {
    calls += 1
    if (calls === 1) request.socket.destroy()
    else response.end()
  })
  const { seller, signed } = await openShop(gateway)
  await signed(rude, ['sale.pending'])
  await seller.sell(100_00)
  await untilLogged(gateway, rude, 'RETRY the connection was closed, DELIVERED 200')
})

everyday('a redirect is not followed, and is final', async () => {
  await using gateway = await openTestGateway()
  await using target = await openReceiver()
  await using redirecting = await strange((_request, response) =>
    response.writeHead(307, { location: target.url }).end(),
  )
  const { seller, signed } = await openShop(gateway)
  await signed(redirecting, ['sale.pending'])
  await seller.sell(100_00)
  await untilLogged(gateway, redirecting, 'FAILED 307')
  await untilIdle(gateway)
  assert.deepEqual(target.received, [])
})

slow('a receiver that hangs', async t => {
  await using gateway = await openTestGateway()
  const calls: number[] = []
  await using hanging = await strange((_request, response) => {
    calls.push(performance.now())
    if (calls.length > 1) response.end()
  })
  await using healthy = await openReceiver()
  const { seller, signed } = await openShop(gateway)
  await signed(hanging, ['sale.pending'])
  await signed(healthy, ['sale.pending'])
  await seller.sell(100_00)

  await t.test('does not delay the others', async () => {
    await healthy.gets(1)
    assert.ok(calls.length <= 1, 'before it is given up')
  })

  await t.test('is given up after ten seconds, and tried again', async () => {
    await untilLogged(gateway, hanging, 'RETRY no answer in time, DELIVERED 200')
    const [first = 0, second = 0] = calls
    assert.ok(second - first >= 9_900 && second - first < 20_000, `${second - first} ms`)
  })
})
