// The SDKs for Python and PHP, each driven as its own program: they take what the published vectors hold, refuse everything else, and run the
// main job against a gateway.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { type Driver, LANGUAGES, type Language, type Outcome, openDriver, whyNot } from './languages/driver.ts'
import { bodyNamed, published, type Timed } from './vectors.ts'

const KEYS = { publicKey: 'pk_test_1', privateKey: 'sk_test_1' }

for (const language of LANGUAGES) {
  const skip = whyNot(language)

  describe(`the SDK for ${language.name}`, { skip }, () => {
    // Python stands for both every day.
    const job = language.name === 'Python' ? it : slow
    job('sells, looks up, pays out, reads events and verifies a webhook of a gateway', async () => {
      await using gateway = await openTestGateway()
      await using receiver = await openReceiver()
      const shop = await openShop(gateway, { funds: 500_00 })
      const { secret } = await shop.signed({ url: receiver.url }, ['sale.paid'])
      const { publicKey, privateKey } = shop.seller
      await using driver = openDriver(language, optionsOf(language, { publicKey, privateKey, baseUrl: gateway.url }))
      const call = callOf(language, driver)

      const { answer: sale } = await call('sales', 'create', [SALE])
      await call('sales', 'simulatePayment', [sale.uuid])
      const [webhook] = await receiver.gets(1, ({ body }) => body.uuid === sale.uuid)
      const body = webhook?.raw.toString('base64')
      const event = await driver.run({ kind: 'webhook', body, headers: webhook?.headers, secrets: { secret } })
      assert.deepEqual([event.type, event.payload.uuid, event.payload.status], ['sale.paid', sale.uuid, 'PAGO'])
      const { answer: found } = await call('sales', 'get', [sale.uuid])
      assert.deepEqual([found.status, found.customer.name], ['PAGO', SALE.customer.name])
      const { answer: cashout } = await call('cashouts', 'create', [CASHOUT], { idempotencyKey: 'saque-1' })
      const { answer: again } = await call('cashouts', 'create', [CASHOUT], { idempotencyKey: 'saque-1' })
      assert.equal(again.uuid, cashout.uuid)
      await until(async () => {
        const { data, everything } = await call('events', 'list', [], { limit: 2 }, true)
        return data.length === 2 && everything.length > 2
      }, 'two events on a page, and more in all')
      const refused = await call('cashouts', 'create', [{ ...CASHOUT, amount: 1 }])
      assert.deepEqual([refused.error, refused.status, refused.code], ['BusinessError', 422, 'MINIMUM_VALUE'])
      assert.match(refused.request_id, /^[\w-]{36}$/)
    })

    it('takes every published vector', async () => {
      await using driver = openDriver(language)
      const vectors = published()
      for (const one of vectors.webhook) {
        const { payload, reason = null } = await driver.run(webhookOf(one))
        assert.equal(reason, vectors.bodies[one.body]?.json ? null : 'BODY_NOT_JSON', one.body)
        if (one.body === 'unicode') assert.deepEqual(payload, JSON.parse(bodyNamed(vectors, one.body).toString()))
      }
      for (const one of vectors.postback) {
        const body = bodyNamed(vectors, one.body).toString('base64')
        const headers = { 'x-signature': one.signature }
        const outcome = await driver.run({ kind: 'postback', body, headers, secrets: { secret: one.secret } })
        assert.equal(outcome.reason ?? null, vectors.bodies[one.body]?.json ? null : 'BODY_NOT_JSON', one.body)
      }
    })

    slow('takes nothing that is altered, old, sent twice, unsigned, or checked without a secret', async () => {
      await using driver = openDriver(language)
      const good = webhookOf(published().webhook[0] as Timed)
      const { headers } = good
      const signature = headers['X-Service-Signature'] ?? ''
      const cases: [string, object][] = [
        ['SIGNATURE_MISMATCH', { body: Buffer.from('{"id":2}').toString('base64') }],
        ['SIGNATURE_MISMATCH', { secrets: { secret: 'whsec_other' } }],
        ['SIGNATURE_MISMATCH', { headers: { ...headers, 'X-Service-Timestamp': '1790000001' } }],
        ['TIMESTAMP_OUT_OF_TOLERANCE', { now: 1_790_000_301 }],
        ['TIMESTAMP_OUT_OF_TOLERANCE', { now: 1_789_999_699 }],
        ['HEADER_MISSING', { headers: { ...headers, 'X-Service-Signature': '' } }],
        ['HEADER_MISSING', { brand: 'Acme' }],
        ['HEADER_MALFORMED', { headers: { ...headers, 'X-Service-Signature': signature.toUpperCase() } }],
        ['HEADER_MALFORMED', { headers: { ...headers, 'X-Service-Signature': `${signature}\n` } }],
        ['HEADER_MALFORMED', { headers: { ...headers, 'X-Service-Timestamp': '1790000000\n' } }],
        ['HEADER_REPEATED', { headers: { ...headers, 'x-service-signature': signature } }],
        ['HEADER_REPEATED', { headers: { ...headers, 'X-Service-Signature': `${signature}, ${signature}` } }],
        ['SECRET_EMPTY', { secrets: { secret: ' ' } }],
        ['SECRET_EMPTY', { secrets: { secret: null } }],
        ['SECRET_EMPTY', { secrets: { secrets: [] } }],
        ['SECRET_EMPTY', { secrets: { secrets: ['whsec_1', ''] } }],
        ['OPTION_INVALID', { secrets: { secret: 'a', secrets: ['b'] } }],
        ['OPTION_INVALID', { brand: 'a b' }],
      ]
      for (const [reason, change] of cases)
        assert.equal((await driver.run({ ...good, ...change })).reason, reason, JSON.stringify(change))
      const rotated = await driver.run({ ...good, secrets: { secrets: ['whsec_other', good.secrets.secret] } })
      assert.equal(rotated.type, 'sale.paid')
      const next = {
        ...headers,
        'X-Service-Signature-Next': signature,
        'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
      }
      assert.equal((await driver.run({ ...good, headers: next })).type, 'sale.paid')
    })

    slow('reads all five shapes of a refusal, with the id of its request', async () => {
      const shapes = [
        [403, { success: false, error: { code: 'FORBIDDEN', message: 'no' } }, 'PermissionDeniedError', 'FORBIDDEN'],
        [403, { message: 'no', code: 'IP_NOT_ALLOWED' }, 'PermissionDeniedError', 'IP_NOT_ALLOWED'],
        [422, { message: 'no', errorType: 'GENERAL_ERROR', code: 'KEY_REUSED' }, 'BusinessError', 'KEY_REUSED'],
        [
          400,
          { message: 'customer.name: expected a text', error: 'INVALID_DATA' },
          'InvalidRequestError',
          'INVALID_DATA',
        ],
        [401, { error: 'UNAUTHORIZED', message: 'no' }, 'AuthenticationError', 'UNAUTHORIZED'],
        [404, 'no JSON', 'NotFoundError', 'HTTP_404'],
        [302, {}, 'ApiError', 'HTTP_302'],
      ] as const
      let n = 0
      await using server = await answering((_request, response) => {
        const [status, body] = shapes[n] ?? shapes[0]
        response.writeHead(status, { 'x-request-id': 'one', location: 'http://127.0.0.1:1/' })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      })
      await using driver = openDriver(language, optionsOf(language, { ...KEYS, baseUrl: server.url }))
      for (const [status, , error, code] of shapes) {
        const outcome = await callOf(language, driver)('sales', 'get', ['1'])
        assert.deepEqual(
          [outcome.error, outcome.status, outcome.code, outcome.request_id],
          [error, status, code, 'one'],
        )
        if (status === 400) assert.equal(outcome.field, 'customer.name')
        n += 1
      }
    })

    slow('repeats what is safe under one key, and nothing else', async () => {
      const seen: (string | undefined)[] = []
      await using server = await answering((request, response) => {
        seen.push(request.headers['idempotency-key'] as string | undefined)
        if (seen.length === 1) request.socket.destroy()
        else if (seen.length === 2) response.writeHead(503).end('{"message":"x","error":"UNAVAILABLE"}')
        else response.writeHead(201).end('{"uuid":"one"}')
      })
      await using driver = openDriver(language, optionsOf(language, { ...KEYS, baseUrl: server.url }))
      const call = callOf(language, driver)
      assert.deepEqual(await call('sales', 'create', [SALE]), { answer: { uuid: 'one' } })
      assert.deepEqual([seen.length, new Set(seen).size, /^[\w-]{36}$/.test(seen[0] ?? '')], [3, 1, true])
      seen.length = 0
      const lost = await call('sales', 'cancel', ['1'])
      assert.deepEqual([lost.error, lost.attempts, seen], ['NoAnswerError', 1, [undefined]])
    })

    slow('sends its keys to the gateway alone, and never in clear over a network', async () => {
      await using driver = openDriver(language, optionsOf(language, { ...KEYS, baseUrl: 'http://pay.example.com' }))
      const call = callOf(language, driver)
      assert.match((await call('balance', 'get')).message, /expected https, or the keys could be read on the way/)
      for (const baseUrl of ['http://127.0.0.1.example.com', 'http://a@127.0.0.1', 'ftp://127.0.0.1', 'localhost']) {
        await using other = openDriver(language, optionsOf(language, { ...KEYS, baseUrl }))
        const { message } = await callOf(language, other)('balance', 'get')
        assert.match(message, /: expected /, baseUrl)
        assert.equal(message.includes(KEYS.privateKey), false)
      }
      await using near = openDriver(language, optionsOf(language, { ...KEYS, baseUrl: 'http://127.0.0.1:1' }))
      for (const id of ['', '.', '..']) {
        const { message } = await callOf(language, near)('sales', 'get', [id])
        assert.match(message, /^id: expected the id of something/)
      }
    })
  })
}

const SALE = {
  amount: 15_000,
  paymentMethod: 'PIX',
  customer: { name: 'José "Zé" da Conceição ☕' },
  items: [{ title: 'Camiseta', unitPrice: 15_000, quantity: 1 }],
}
const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }

const optionsOf = ({ word }: Language, options: object): object =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [word(name), value]))

function callOf({ word }: Language, driver: Driver) {
  return (
    resource: string,
    method: string,
    values: unknown[] = [],
    named: object = {},
    everything = false,
  ): Promise<Outcome> =>
    driver.run({
      resource: word(resource),
      method: word(method),
      arguments: values,
      named: Object.fromEntries(Object.entries(named).map(([name, value]) => [word(name), value])),
      everything,
    })
}

function webhookOf(one: Timed) {
  const headers: Record<string, string> = {
    'X-Service-Timestamp': String(one.timestamp),
    'X-Service-Signature': one.signature,
    'X-Service-Event-Id': 'one',
    'X-Service-Event-Type': 'sale.paid',
  }
  const body = bodyNamed(published(), one.body).toString('base64')
  return { kind: 'webhook', body, headers, secrets: { secret: one.secret }, now: one.timestamp }
}

async function answering(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
