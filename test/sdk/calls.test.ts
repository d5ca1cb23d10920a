// Calls of the SDK on a line that loses answers: nothing is done twice, what failed says what to do, and no error shows a key.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import {
  type ApiError,
  ConnectionError,
  Porteira,
  type PorteiraOptions,
  TimeoutError,
} from '../../sdk/typescript/src/index.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { type FaultyLine, openFaultyLine } from './faulty-line.ts'

const SALE = {
  amount: 100_00,
  paymentMethod: 'PIX' as const,
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: 100_00, quantity: 1 }],
}
const CASHOUT = { amount: 150.5, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' as const }

const failureOf = async (call: PromiseLike<unknown>): Promise<Error> => {
  try {
    await call
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}

describe('calls on a line that loses answers', () => {
  let gateway: TestGateway
  let line: FaultyLine
  /** Never answers. It is a line of its own: a call that is given up early may arrive later than the next one begins, or never. */
  let deaf: FaultyLine
  let seller: Seller
  let porteira: Porteira
  const client = (more: Partial<PorteiraOptions> = {}) =>
    new Porteira({ publicKey: seller.publicKey, privateKey: seller.privateKey, baseUrl: line.url, ...more })
  before(async () => {
    gateway = await openTestGateway()
    line = await openFaultyLine(gateway.url)
    deaf = await openFaultyLine(gateway.url)
    deaf.faults.push('silent', 'silent', 'silent')
    seller = await gateway.seller({ funds: 1_000_00 })
    porteira = client()
  })
  after(async () => {
    await line[Symbol.asyncDispose]()
    await deaf[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })

  it('make a sale once, under one key, however often its answer is lost', async () => {
    line.faults.push('answer lost', 'request lost', 'answer lost')
    line.seen()
    const sale = await porteira.sales.create({ ...SALE, externalReference: 'once' })
    const requests = line.seen()
    assert.equal(requests.length, 4)
    assert.equal(new Set(requests.map(({ key }) => key)).size, 1)
    const made = await porteira.sales.list({ externalReference: 'once' })
    assert.deepEqual(
      made.data.map(({ uuid }) => uuid),
      [sale.uuid],
    )
  })

  it('make a cashout once, and take its money once', async () => {
    const { total } = await porteira.balance.get()
    line.faults.push('answer lost', { status: 502, text: '<h1>Bad Gateway</h1>' })
    const cashout = await porteira.cashouts.create({ ...CASHOUT, externalReference: 'once' })
    await seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
    const listed = await porteira.cashouts.list().take(10)
    assert.deepEqual(
      listed.map(({ uuid }) => uuid),
      [cashout.uuid],
    )
    assert.equal((await porteira.balance.get()).total, total - 150_50)
    await assertBooks(gateway)
  })

  it('fail with the key under which the same call brings what was made', async () => {
    line.faults.push('answer lost')
    const lost = await failureOf(porteira.sales.create(SALE, { maxRetries: 0 }))
    assert.ok(lost instanceof ConnectionError && lost.idempotencyKey !== null)
    assert.deepEqual([lost.name, lost.operation, lost.attempts], ['ConnectionError', 'createSale', 1])
    const [latest] = await porteira.sales.list({ limit: 1 }).take(1)
    const sale = await porteira.sales.create(SALE, { idempotencyKey: lost.idempotencyKey })
    assert.equal(sale.uuid, latest?.uuid)
  })

  it('are not made again without a key where they may have been done, and are where the gateway has not begun', async () => {
    line.seen()
    line.faults.push('answer lost')
    const webhook = { webhookUrl: 'https://shop.example.com/hook', events: ['sale.paid' as const] }
    assert.ok((await failureOf(porteira.webhooks.create(webhook))) instanceof ConnectionError)
    line.faults.push({ status: 503, headers: { 'retry-after': '0' }, text: '{"error":"UNAVAILABLE","message":"…"}' })
    assert.equal(((await failureOf(porteira.webhooks.create(webhook))) as ApiError).status, 503)
    line.faults.push({ status: 503, text: '{"error":"OVERLOADED","message":"…"}' })
    const refused = await failureOf(porteira.webhooks.create(webhook))
    assert.deepEqual((refused as ApiError).status, 403)
    assert.equal(line.seen().length, 4)
  })

  it('that read are made again; without an answer in time they end, and so they do when their caller ends them', async () => {
    line.faults.push('request lost', 'answer lost')
    assert.ok((await porteira.balance.get()).total > 0)
    const unheard = client({ baseUrl: deaf.url })
    const late = await failureOf(unheard.balance.get({ timeoutMs: 50, maxRetries: 1 }))
    assert.ok(late instanceof TimeoutError && late instanceof ConnectionError)
    assert.equal(late.attempts, 2)
    line.seen()
    line.faults.push('silent')
    const controller = new AbortController()
    const ended = failureOf(porteira.balance.get({ signal: controller.signal }))
    await until(() => line.seen().length > 0, 'the call to have arrived')
    controller.abort(new Error('the shop is closing'))
    assert.equal((await ended).message, 'the shop is closing')
  })

  it('hand a long Retry-After and a redirect to their caller, with the request id', async () => {
    const headers = { 'retry-after': '60', 'x-request-id': 'r-1' }
    line.faults.push({ status: 429, headers, text: '{"error":"RATE_LIMITED","message":"too many"}' })
    const limited = (await failureOf(porteira.balance.get())) as ApiError
    assert.deepEqual(
      [limited.name, limited.code, limited.retryAfterSeconds, limited.requestId, limited.attempts],
      ['RateLimitError', 'RATE_LIMITED', 60, 'r-1', 1],
    )
    line.seen()
    line.faults.push({ status: 302, headers: { location: `${gateway.url}/api/public/balance` }, text: '' })
    assert.equal(((await failureOf(porteira.balance.get())) as ApiError).status, 302)
    assert.equal(line.seen().length, 1)
  })

  it('say where baseUrl may be wrong: an answer that is no JSON', async () => {
    line.faults.push({ status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Shop</h1>' })
    assert.match((await failureOf(porteira.balance.get())).message, /is baseUrl the address of a gateway\?/)
  })

  it('never show a key: not in a message, a stack, JSON, a property or a cause, nor does the client', async () => {
    const wrong = client({ privateKey: 'sk_wrong_but_secret', maxRetries: 0 })
    const nowhere = client({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    const unheard = client({ baseUrl: deaf.url })
    const timeout = await failureOf(unheard.balance.get({ timeoutMs: 50, maxRetries: 0 }))
    line.faults.push({ status: 500, text: 'oops' })
    const failures: unknown[] = [
      timeout,
      await failureOf(porteira.balance.get({ maxRetries: 0 })),
      await failureOf(wrong.balance.get()),
      await failureOf(nowhere.sales.create(SALE)),
      await failureOf(porteira.sales.create({ ...SALE, amount: 0 })),
      await failureOf(porteira.cashouts.create({ ...CASHOUT, amount: 90_000 })),
      await failureOf(porteira.sales.get('00000000-0000-4000-8000-000000000000')),
      await failureOf((async () => porteira.sales.get('..'))()),
      await failureOf((async () => client({ privateKey: `${seller.privateKey}\n` }))()),
      await failureOf((async () => client({ publicKey: seller.privateKey }))()),
      await failureOf((async () => client({ baseUrl: `http://user:${seller.privateKey}@localhost` }))()),
      porteira,
      wrong,
      porteira.sales,
      porteira.sales.list(),
    ]
    for (const failure of failures) {
      const { message, stack } = failure as Error
      const shown = [
        message,
        stack,
        String(failure),
        JSON.stringify(failure),
        inspect(failure, { depth: null, showHidden: true, getters: true }),
      ].join('\n')
      for (const secret of [seller.privateKey, seller.publicKey, 'sk_wrong_but_secret'])
        assert.ok(!shown.includes(secret), `${inspect(failure, { depth: 0 })} shows a key`)
    }
  })
})
