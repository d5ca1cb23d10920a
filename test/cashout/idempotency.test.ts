// A cashout under a key of the caller's: however often it is requested, there is one, and its answer is always the same.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { sellUnder } from '../sale/under-key.ts'
import { until } from '../until.ts'
import { balanceOf, paymentsOf, REQUEST, requestCashout } from './requesting.ts'
import { cashoutsOf, keysOf, replayOf, requestUnder, seen, times } from './under-key.ts'

const REUSED = {
  message: 'Idempotency-Key: was used before, with another body',
  errorType: 'GENERAL_ERROR',
  code: 'IDEMPOTENCY_KEY_REUSED',
}

/** Of the tests that move no clock and need no settings: each has a seller of its own. */
let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway?.[Symbol.asyncDispose]())

test('the same key and body', async t => {
  await using gateway = await openTestGateway()

  await t.test('get the same bytes again, marked as a replay, and no second cashout', async () => {
    const seller = await gateway.seller({ funds: 1_000_00 })
    const first = await requestUnder(seller, 'payout-1')
    assert.deepEqual([first.status, first.headers.get('idempotency-replayed')], [201, null])
    assert.deepEqual(seen(await requestUnder(seller, 'payout-1')), replayOf(first))
    await seller.reaches(`/api/public/cashout/${first.body.uuid}`, 'COMPLETED')
    const [payment, ...others] = await paymentsOf({ url: gateway.bankUrl }, seller)
    assert.deepEqual([payment?.amount, others], ['99.00', []])
    assert.deepEqual(
      (await cashoutsOf(gateway, seller)).map(({ uuid }) => uuid),
      [first.body.uuid],
    )
  })

  await t.test('answer byte for byte what a cashout without a key would', async () => {
    const seller = await gateway.seller({ funds: 1_000_00 })
    const [bare, keyed] = [await requestCashout(seller), await requestUnder(seller, 'payout-1')]
    const alike = ({ text, body }: typeof bare) =>
      text.replace(body.uuid, '').replace(body.createdAt, '').replace(`${body.id}`, '')
    assert.equal(alike(keyed), alike(bare))
    assert.deepEqual([bare.status, bare.headers.get('content-type')], [keyed.status, keyed.headers.get('content-type')])
  })

  await t.test('are the same with blanks, another order of fields, defaults and unknown fields', async () => {
    const seller = await gateway.seller({ funds: 1_000_00 })
    const body = { amount: 150.5, pixKey: '52998224725' }
    const first = await seller.api('POST', '/api/public/cashout', body, { 'idempotency-key': 'payout-1' })
    assert.equal(first.status, 201)
    const text = '{\n "later": 1, "pixKeyType": "CPF",\t"pixKey": "52998224725", "amount": 150.50 }'
    const second = await seller.api('POST', '/api/public/cashout', text, { 'idempotency-key': 'payout-1' })
    assert.deepEqual(seen(second), replayOf(first))
  })

  await t.test('repeat the answer of then, whatever has become of cashout, balance and switches since', async () => {
    const seller = await gateway.seller({ funds: 150_00 })
    const first = await requestUnder(seller, 'payout-1')
    await seller.reaches(`/api/public/cashout/${first.body.uuid}`, 'COMPLETED')
    assert.equal((await requestCashout(seller)).body.errorType, 'INSUFFICIENT_BALANCE')
    await gateway.db.query(sql`
      update account set seal = default, api_cashout_enabled = false, transfer_allowed = false, pay_out_psp_account_id = null,
        limits = ${JSON.stringify({ cashoutMinimumCentavos: 500_00, cashoutMaximumCentavos: 600_00 })}::jsonb,
        fees = jsonb_set(fees, '{cashout,fixedCentavos}', '5000')
      where id = ${seller.accountId}`)
    assert.deepEqual(seen(await requestUnder(seller, 'payout-1')), replayOf(first))
    assert.equal(first.body.status, 'PENDING')
  })

  await t.test('of another account, or on another route, are another request', async () => {
    const [one, other] = [await gateway.seller({ funds: 200_00 }), await gateway.seller({ funds: 200_00 })]
    const answers = [
      await requestUnder(one, 'order-1'),
      await requestUnder(other, 'order-1'),
      await sellUnder(one, 'order-1'),
    ]
    for (const { status, headers } of answers)
      assert.deepEqual([status, headers.get('idempotency-replayed')], [201, null])
    assert.equal(new Set(answers.map(({ body }) => body.uuid)).size, 3)
  })

  await t.test('begin anew when two days have passed, and not before', async () => {
    const seller = await gateway.seller({ funds: 1_000_00 })
    const first = await requestUnder(seller, 'payout-1')
    gateway.advance(2 * DAY_MS - HOUR_MS)
    assert.deepEqual(seen(await requestUnder(seller, 'payout-1')), replayOf(first))
    gateway.advance(HOUR_MS + 1)
    const second = await requestUnder(seller, 'payout-1', { amount: 200 })
    assert.deepEqual([second.status, second.headers.get('idempotency-replayed')], [201, null])
    assert.deepEqual(seen(await requestUnder(seller, 'payout-1', { amount: 200 })), replayOf(second))
  })
  await assertBooks(gateway)
})

test('the same key and another body are refused, whatever differs', async () => {
  const seller = await gateway.seller({ funds: 1_000_00 })
  const first = await requestUnder(seller, 'payout-1', { externalReference: 'a' })
  const others: object[] = [
    { amount: 100.01, externalReference: 'a' },
    { pixKey: 'joao@example.com', externalReference: 'a' },
    { pixKeyType: 'PHONE', externalReference: 'a' },
    { externalReference: 'b' },
    {},
    { externalReference: 'a', description: 'x' },
    { externalReference: 'a', holderDocument: '52998224725' },
    { externalReference: 'a', postbackUrl: 'https://example.com/x' },
  ]
  for (const other of others) {
    const { status, body, headers } = await requestUnder(seller, 'payout-1', other)
    assert.deepEqual([status, body, headers.get('idempotency-replayed')], [422, REUSED, null])
  }
  assert.deepEqual(seen(await requestUnder(seller, 'payout-1', { externalReference: 'a' })), replayOf(first))
  assert.equal((await cashoutsOf(gateway, seller)).length, 1)
  assert.equal((await balanceOf(seller)).total > 0, true)
})

test('refusals of the business are kept byte for byte, and move nothing', async t => {
  const seller = await gateway.seller({ funds: 500_00 })
  const setAccount = (change: string) =>
    gateway.db.query({
      text: `update account set seal = default, ${change} where id = ${seller.accountId}`,
      values: [],
    } as never)
  await requestCashout(seller, { externalReference: 'taken' })
  const cases: [what: string, status: number, more: object, before: string, after: string][] = [
    ['INSUFFICIENT_BALANCE', 422, { amount: 99_999 }, '', ''],
    ['MINIMUM_VALUE', 422, { amount: 99.99 }, '', ''],
    ['MAXIMUM_VALUE', 422, { amount: 100_000.01 }, '', ''],
    ['CONFLICT', 409, { externalReference: 'taken' }, '', ''],
    ['API_WITHDRAWAL_DISABLED_GLOBALLY', 403, {}, 'api_cashout_enabled = false', 'api_cashout_enabled = true'],
    ['TRANSFER_NOT_ALLOWED', 403, {}, 'transfer_allowed = false', 'transfer_allowed = true'],
    [
      'GENERAL_ERROR',
      422,
      {},
      `fees = jsonb_set(fees, '{cashout,fixedCentavos}', '10000')`,
      `fees = jsonb_set(fees, '{cashout,fixedCentavos}', '100')`,
    ],
  ]
  for (const [code, status, more, before, after] of cases)
    await t.test(`${status} ${code}`, async () => {
      if (before !== '') await setAccount(before)
      const bare = await requestCashout(seller, more)
      const first = await requestUnder(seller, code, more)
      assert.deepEqual([first.status, first.body.errorType ?? first.body.error], [status, code])
      assert.deepEqual([bare.status, bare.text], [first.status, first.text])
      // Also when it would pass by now.
      if (after !== '') await setAccount(after)
      assert.deepEqual(seen(await requestUnder(seller, code, more)), replayOf(first))
      assert.equal((await requestUnder(seller, code, { ...more, amount: 123 })).body.code, 'IDEMPOTENCY_KEY_REUSED')
    })
  assert.equal((await cashoutsOf(gateway, seller)).length, 1)
  await assertBooks(gateway)
})

test('what is wrong in itself does not use the key up', async () => {
  await using gateway = await openTestGateway({ env: { STRICT_PIX_KEYS: 'true' } })
  const seller = await gateway.seller({ funds: 500_00 })
  for (const more of [{ amount: 0 }, { amount: '100' }, { pixKey: 'x' }, { pixKeyType: 'CPF' }])
    assert.equal((await requestUnder(seller, 'payout-1', more)).status, 400)
  const headers = { 'x-api-public-key': seller.publicKey, 'idempotency-key': 'payout-1' }
  assert.equal((await call(gateway.url, 'POST', '/api/public/cashout', { body: REQUEST, headers })).status, 401)
  assert.deepEqual(await keysOf(gateway, seller), [])
  assert.equal((await requestUnder(seller, 'payout-1')).status, 201)
  assert.deepEqual(await keysOf(gateway, seller), ['payout-1 201'])
})

test('what is no key is refused, and the header is named', async () => {
  const seller = await gateway.seller({ funds: 1_000_00 })
  const message = 'Idempotency-Key: expected 1 to 255 printable ASCII characters'
  for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
    const { status, body } = await requestUnder(seller, key)
    assert.deepEqual([status, body], [400, { message, error: 'INVALID_DATA' }], JSON.stringify(key))
  }
  for (const key of ['x'.repeat(255), '~ !"#', '0', "'; drop table idempotency --"])
    assert.equal((await requestUnder(seller, key)).status, 201)
})

test('fifty requests at once under one key make one cashout, and get fifty equal answers', async () => {
  await using receiver = await openReceiver()
  const shop = await openShop(gateway)
  await shop.signed(receiver, ['withdrawal.pending'])
  const { seller } = shop
  const sale = await seller.sell(1_000_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const { total } = await balanceOf(seller)
  for (const key of ['one', 'two', 'three']) {
    const answers = await times(50, () => requestUnder(seller, key))
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 201)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  }
  const made = await cashoutsOf(gateway, seller)
  assert.equal(made.length, 3)
  for (const { uuid } of made) await seller.reaches(`/api/public/cashout/${uuid}`, 'COMPLETED')
  assert.equal((await balanceOf(seller)).total, total - 300_00)
  assert.equal((await paymentsOf({ url: gateway.bankUrl }, seller)).length, 3)
  await until(() => receiver.received.length >= 3 || null, 'withdrawal.pending of each')
  assert.deepEqual(new Set(receiver.received.map(({ body }) => body.uuid)), new Set(made.map(({ uuid }) => uuid)))
  const events = await gateway.db.query(
    sql`select from event where type = 'withdrawal.pending' and account_id = ${seller.accountId}`,
  )
  assert.equal(events.length, 3)
  await assertBooks(gateway)
})

slow('fifty requests at once under one key that are refused get fifty equal refusals', async () => {
  const seller = await gateway.seller({ funds: 150_00 })
  const answers = await times(50, () => requestUnder(seller, 'too much', { amount: 5_000 }))
  assert.deepEqual(
    new Set(answers.map(({ status, body }) => `${status} ${body.errorType}`)),
    new Set(['422 INSUFFICIENT_BALANCE']),
  )
  assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
  assert.deepEqual(await keysOf(gateway, seller), ['too much 422'])
})

slow(
  'keys, bodies and keyless requests mixed at once: each key has one answer, each body that differs a refusal',
  async () => {
    const seller = await gateway.seller({ funds: 2_000_00 })
    const answers = await times(60, n =>
      n % 6 === 0 ? requestCashout(seller) : requestUnder(seller, `k${n % 3}`, n % 6 === 5 ? { amount: 101 } : {}),
    )
    assert.equal(answers.filter(({ status }) => status >= 500).length, 0)
    for (const key of [0, 1, 2]) {
      const own = answers.filter((_, n) => n % 6 !== 0 && n % 3 === key)
      const answer = Map.groupBy(own, ({ status }) => status)
      assert.equal(new Set(answer.get(201)?.map(({ text }) => text)).size, 1)
      for (const { body } of answer.get(422) ?? []) assert.deepEqual(body, REUSED)
    }
    assert.equal((await cashoutsOf(gateway, seller)).length, 10 + 3)
    await assertBooks(gateway)
  },
)

slow('a hundred keys at once make a hundred cashouts as far as the money goes, and replay as they were', async () => {
  const seller = await gateway.seller({ funds: 5_050_51 })
  const keyed = () => times(100, n => requestUnder(seller, `payout-${n}`))
  const first = await keyed()
  const made = first.filter(({ status }) => status === 201)
  assert.equal(made.length, 50)
  assert.equal(first.filter(({ body }) => body.errorType === 'INSUFFICIENT_BALANCE').length, 50)
  assert.deepEqual((await keyed()).map(seen), first.map(replayOf))
  assert.equal((await cashoutsOf(gateway, seller)).length, 50)
})
