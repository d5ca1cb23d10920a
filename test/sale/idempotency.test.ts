// A sale under a key of the caller's: however often it is requested, it is made once, and its answer is always the same.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { FAULTS, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { at, SALE, setTerms, statusOf } from './selling.ts'
import { chargesOf, keysOf, salesOf, seen, sellUnder } from './under-key.ts'

const REUSED = { message: 'Idempotency-Key: was used before, with another body', error: 'IDEMPOTENCY_KEY_REUSED' }
const IN_FLIGHT = {
  message: 'Idempotency-Key: a request with this key is being worked on; please try again',
  error: 'IDEMPOTENCY_IN_FLIGHT',
}

/** Of the tests that move no clock and cause no fault: each has a seller of its own. */
let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway?.[Symbol.asyncDispose]())

everyday('the same key and body', async t => {
  await using gateway = await openTestGateway()
  const bank = { url: gateway.bankUrl }

  await t.test('get the same bytes again, marked as a replay, and no second sale', async () => {
    const seller = await gateway.seller()
    const first = await sellUnder(seller, 'order-1')
    assert.deepEqual([first.status, first.headers.get('idempotency-replayed')], [201, null])
    const second = await sellUnder(seller, 'order-1')
    assert.deepEqual(seen(second), [201, first.text, first.headers.get('content-type'), 'true'])
    assert.equal((await salesOf(gateway, seller)).length, 1)
    assert.equal((await chargesOf(bank, seller)).length, 1)
  })

  await t.test('answer byte for byte what a sale without a key would', async () => {
    const seller = await gateway.seller()
    const more = { externalReference: 'a', shipping: { zip: '01310-100', address: 'Av. Paulista' } }
    const bare = await seller.api('POST', '/api/transactions', { ...SALE, ...more })
    const keyed = await sellUnder(seller, 'order-1', more)
    const shape = (text: string) => Object.keys(JSON.parse(text))
    assert.deepEqual(shape(keyed.text), shape(bare.text))
    assert.deepEqual([bare.status, bare.headers.get('content-type')], [keyed.status, keyed.headers.get('content-type')])
    assert.equal(bare.headers.get('idempotency-replayed'), null)
  })

  await t.test('are the same with blanks, another order of fields, defaults and unknown fields', async () => {
    const seller = await gateway.seller()
    const first = await sellUnder(seller, 'order-1')
    const { items, customer, paymentMethod, amount } = SALE
    const body = { pix: { expiresInSeconds: 86_400 }, later: 1, items, customer, paymentMethod, amount }
    const text = JSON.stringify(body, null, 2)
    const second = await seller.api('POST', '/api/transactions', text, { 'idempotency-key': 'order-1' })
    assert.deepEqual(seen(second), [201, first.text, first.headers.get('content-type'), 'true'])
  })

  await t.test('repeat the answer of then, also when the sale has been paid since', async () => {
    const seller = await gateway.seller()
    const first = await sellUnder(seller, 'order-1')
    await gateway.pay(first.body.pixKey)
    await seller.reaches(at(first.body), 'PAGO')
    const second = await sellUnder(seller, 'order-1')
    assert.deepEqual([second.text, second.body.status], [first.text, 'PENDENTE'])
    assert.equal(await statusOf(seller, first.body), 'PAGO')
  })

  await t.test('repeat the answer of then when the account can sell no more', async () => {
    const seller = await gateway.seller()
    const first = await sellUnder(seller, 'order-1')
    await gateway.db.query(
      sql`update account set seal = default, pay_in_psp_account_id = null where id = ${seller.accountId}`,
    )
    assert.equal((await sellUnder(seller, 'order-1')).text, first.text)
    assert.equal((await sellUnder(seller, 'order-2')).status, 422)
  })

  await t.test('of another account are another request', async () => {
    const [one, other] = [await gateway.seller(), await gateway.seller()]
    const [first, second] = [await sellUnder(one, 'order-1'), await sellUnder(other, 'order-1')]
    assert.deepEqual([first.status, second.status, second.headers.get('idempotency-replayed')], [201, 201, null])
    assert.notEqual(first.body.uuid, second.body.uuid)
  })

  await t.test('begin anew when two days have passed', async () => {
    const seller = await gateway.seller()
    const first = await sellUnder(seller, 'order-1')
    gateway.advance(2 * DAY_MS)
    const second = await sellUnder(seller, 'order-1', { amount: 200_00 })
    assert.deepEqual([second.status, second.headers.get('idempotency-replayed')], [201, null])
    assert.notEqual(second.body.uuid, first.body.uuid)
    assert.equal((await sellUnder(seller, 'order-1', { amount: 200_00 })).text, second.text)
  })
  await assertBooks(gateway)
})

everyday('the same key and another body are refused, whatever differs', async () => {
  const seller = await gateway.seller()
  await sellUnder(seller, 'order-1', { shipping: { a: 1 } })
  const others: object[] = [
    { amount: 100_01, shipping: { a: 1 } },
    { shipping: { a: '1' } },
    {},
    { shipping: { a: 1 }, externalReference: 'x' },
    { shipping: { a: 1 }, customer: { name: 'Maria Silva', email: 'maria@example.com' } },
    { shipping: { a: 1 }, items: [...SALE.items, ...SALE.items] },
    { shipping: { a: 1 }, pix: { expiresInSeconds: 60 } },
  ]
  for (const other of others) {
    const { status, body } = await sellUnder(seller, 'order-1', other)
    assert.deepEqual([status, body], [422, REUSED])
  }
  assert.equal((await salesOf(gateway, seller)).length, 1)
})

everyday('what is no key is refused, and the header is named', async () => {
  const seller = await gateway.seller()
  const message = 'Idempotency-Key: expected 1 to 255 printable ASCII characters'
  for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
    const { status, body } = await sellUnder(seller, key)
    assert.deepEqual([status, body], [400, { message, error: 'INVALID_DATA' }], JSON.stringify(key))
  }
  for (const key of ['x'.repeat(255), '~ !"#', '0']) assert.equal((await sellUnder(seller, key)).status, 201)
})

everyday('what is refused before anything was begun does not use the key up', async () => {
  const seller = await gateway.seller()
  const tries: [status: number, more: object][] = [
    [400, { amount: 0 }],
    [400, { customer: { name: ' ' } }],
    [422, { paymentMethod: 'BOLETO' }],
  ]
  for (const [status, more] of tries) assert.equal((await sellUnder(seller, 'order-1', more)).status, status)
  const headers = { 'x-api-public-key': seller.publicKey, 'idempotency-key': 'order-1' }
  assert.equal((await call(gateway.url, 'POST', '/api/transactions', { body: SALE, headers })).status, 401)
  assert.deepEqual(await keysOf(gateway, seller), [])
  assert.equal((await sellUnder(seller, 'order-1')).status, 201)
})

everyday("a refusal by the account's own terms is the answer, and stays when the terms have changed", async () => {
  const seller = await gateway.seller()
  await setTerms(gateway, seller, { fixed: 100_00 })
  const first = await sellUnder(seller, 'order-1', { amount: 50_00 })
  assert.deepEqual([first.status, first.body.errorType], [422, 'GENERAL_ERROR'])
  await setTerms(gateway, seller, {})
  const second = await sellUnder(seller, 'order-1', { amount: 50_00 })
  assert.deepEqual(seen(second), [422, first.text, first.headers.get('content-type'), 'true'])
  assert.equal((await sellUnder(seller, 'order-2', { amount: 50_00 })).status, 201)
  assert.equal((await salesOf(gateway, seller)).length, 1)
})

everyday('twenty requests at once under one key make one sale and one charge, and are published once', async () => {
  await using receiver = await openReceiver()
  const shop = await openShop(gateway)
  await shop.signed(receiver, ['sale.pending', 'sale.refused', 'sale.canceled'])
  const { seller } = shop
  const answers = await Promise.all(Array.from({ length: 20 }, () => sellUnder(seller, 'order-1')))
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(new Set(made.map(({ text }) => text)).size, 1)
  assert.equal(made.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  for (const { status, body, headers } of answers.filter(answer => answer.status !== 201)) {
    assert.deepEqual([status, body], [409, IN_FLIGHT])
    assert.equal(headers.get('retry-after'), '2')
  }
  const [sale] = await salesOf(gateway, seller)
  assert.equal((await salesOf(gateway, seller)).length, 1)
  assert.deepEqual(await chargesOf({ url: gateway.bankUrl }, seller), [`ATIVA 100.00 ${sale?.txid}`])
  await until(() => receiver.received.length > 0 || null, 'sale.pending')
  assert.deepEqual(
    receiver.received.map(({ body }) => body.status),
    ['PENDENTE'],
  )
  await assertBooks(gateway)
})

slow('twenty keys at once make twenty sales', async () => {
  const seller = await gateway.seller()
  const keys = Array.from({ length: 20 }, (_, n) => `order-${n}`)
  const answers = await Promise.all(keys.map(key => sellUnder(seller, key)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  const again = await Promise.all(keys.map(key => sellUnder(seller, key)))
  assert.deepEqual(
    again.map(({ text }) => text),
    answers.map(({ text }) => text),
  )
  assert.equal((await salesOf(gateway, seller)).length, 20)
})

everyday('a request that is being worked on', async t => {
  await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '2500' })
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  wire.fail('PUT', '/v2/cob/', FAULTS['the bank did it and its answer never comes'] ?? assert.fail())
  const first = sellUnder(seller, 'order-1')
  await until(async () => (await keysOf(gateway, seller)).length > 0 || null, 'the key')

  await t.test('answers another with 409 and the time to come back', async () => {
    const { status, body, headers } = await sellUnder(seller, 'order-1')
    assert.deepEqual([status, body, headers.get('retry-after')], [409, IN_FLIGHT, '2'])
  })

  await t.test('and one with another body with 422', async () => {
    assert.equal((await sellUnder(seller, 'order-1', { amount: 1 })).status, 422)
  })

  await t.test('ends as it would have, and is replayed from then on', async () => {
    const { status, text } = await first
    assert.equal(status, 201)
    assert.equal((await sellUnder(seller, 'order-1')).text, text)
    assert.equal((await chargesOf(bank, seller)).length, 1)
  })
})

everyday('a refusal by the PSP', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire } = line
  const seller = await gateway.seller()
  const words = { type: 'https://x/CobOperacaoInvalida', title: 'T', detail: 'O campo é inválido.' }
  wire.fail('PUT', '/v2/cob/', { forwarded: false, answer: { status: 400, body: JSON.stringify(words) } })
  const first = await sellUnder(seller, 'order-1')

  await t.test('is replayed byte for byte, with its status', async () => {
    assert.deepEqual([first.status, first.body.errorType], [422, 'GENERAL_ERROR'])
    const second = await sellUnder(seller, 'order-1')
    assert.deepEqual(seen(second), [422, first.text, first.headers.get('content-type'), 'true'])
    assert.equal((await salesOf(gateway, seller)).length, 1)
  })

  await t.test('counts for its key only', async () => {
    assert.equal((await sellUnder(seller, 'order-2')).status, 201)
  })
})
