// The PSP fails while a sale is made or taken back: the caller gets a sale that can be paid, or a 503 and nothing that can.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { assertBooks, offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { idsOf } from '../cashout/requesting.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { slow, some } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { FAULTS, type Fault, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { openReceiver } from '../receiver.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { at, receiptsOf, SALE, setTerms, statusOf } from './selling.ts'

const ENV = { POSTBACK_SECRET: 'a secret for postbacks' }
const CHARGE = '/v2/cob/'
const NEVER: Fault = { forwarded: false, answer: 'cut' }
const LOST: Fault = { forwarded: true, answer: 'cut' }

const onlySale = async (gateway: TestGateway, { accountId }: Seller) => {
  const [row] = await gateway.db.query<{ uuid: string; txid: string; status: string }>(
    sql`select uuid, txid, status from sale where account_id = ${accountId} order by id desc limit 1`,
  )
  return row as { uuid: string; txid: string; status: string }
}

// One after the other: many at once would look like a PSP that is away, and its circuit would open.
test('one fault on the way of the charge', async t => {
  await using line = await openGatewayBehindWire({ ...ENV, PSP_TIMEOUT_MS: '1000' })
  const { gateway, wire, bank } = line
  for (const [fault, what] of some(Object.entries(FAULTS), 4))
    await t.test(`${fault}: 201, and the code can be paid`, async () => {
      const seller = await gateway.seller()
      wire.fail('PUT', CHARGE + idsOf(seller), what)
      const sale = await seller.sell(100_00)
      assert.equal(sale.status, 'PENDENTE')
      assert.equal((await gateway.pay(sale.pixKey)).status, 201)
      await seller.reaches(at(sale), 'PAGO')
    })
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a PSP that does not answer at all', async t => {
  await using line = await openGatewayBehindWire(ENV)
  await using receiver = await openReceiver()
  const { gateway, wire, bank } = line
  const theBank = await clientOf(bank)

  const cases: [sentence: string, onCharge: Fault, atBank: string][] = [
    ['and never heard of the charge', NEVER, '404'],
    ['though it made the charge', LOST, 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
  ]
  for (const [sentence, onCharge, atBank] of some(cases, 3))
    await t.test(sentence, async t => {
      const shop = await openShop(gateway)
      await shop.signed(receiver, ['sale.pending', 'sale.paid', 'sale.canceled', 'sale.refused'])
      wire.fail('PUT', CHARGE, onCharge, 1_000)
      wire.fail('GET', CHARGE, NEVER, 1_000)
      wire.fail('PATCH', CHARGE, NEVER, 1_000)

      await t.test('503 PSP_UNAVAILABLE, with the time to come back', async () => {
        const body = { ...SALE, postbackUrl: receiver.url }
        const { status, headers, body: response } = await shop.seller.api('POST', '/api/transactions', body)
        assert.equal(status, 503)
        assert.deepEqual(response, {
          message: 'The payment provider did not answer. Nothing was charged; please try again.',
          error: 'PSP_UNAVAILABLE',
        })
        assert.equal(headers.get('retry-after'), '10')
      })

      const { uuid, txid } = await onlySale(gateway, shop.seller)
      await t.test('it stays open while the PSP is away', async () => {
        gateway.advance(3 * MINUTE_MS)
        const tries = () => wire.passed.filter(({ method }) => method === 'PATCH').length
        const before = tries()
        await until(() => tries() > before || null, 'the charge to be taken away')
        assert.equal(await statusOf(shop.seller, { uuid }), 'EM_PROCESSAMENTO')
        assert.equal((await shop.seller.api('POST', `${at({ uuid })}/cancel`)).status, 409)
      })

      await t.test('nothing is left to pay when it is back, and FALHA is published nowhere', async () => {
        wire.heal()
        // A try that was under way meanwhile puts off the next one, by the time when it ends.
        await until(async () => {
          gateway.advance(2 * MINUTE_MS)
          return (await statusOf(shop.seller, { uuid })) === 'FALHA' || null
        }, 'the sale to be FALHA')
        const { status, body } = await theBank.call('GET', `/v2/cob/${txid}`)
        assert.equal(status === 404 ? '404' : body.status, atBank)
        assert.deepEqual(receiver.received, [])
        await assertBooks({ ...gateway, bankUrl: bank.url })
      })
    })

  await t.test('does not let a sale be cancelled: 503, and the sale is as before', async () => {
    const seller = await gateway.seller()
    const sale = await seller.sell(100_00)
    wire.fail('PATCH', CHARGE, NEVER)
    const { status, headers, body } = await seller.api('POST', `${at(sale)}/cancel`)
    assert.deepEqual([status, body.error, headers.get('retry-after')], [503, 'PSP_UNAVAILABLE', '10'])
    assert.equal(await statusOf(seller, sale), 'PENDENTE')
    assert.equal((await seller.api('POST', `${at(sale)}/cancel`)).status, 202)
  })

  await t.test('and whose removal of the charge was lost: cancelled when it is requested again', async () => {
    const seller = await gateway.seller()
    const sale = await seller.sell(100_00)
    wire.fail('PATCH', CHARGE, LOST)
    assert.equal((await seller.api('POST', `${at(sale)}/cancel`)).status, 503)
    const { status, body } = await seller.api('POST', `${at(sale)}/cancel`)
    assert.deepEqual([status, body.status], [202, 'CANCELADO'])
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

slow('a creation so slow that it has been given up meanwhile is answered 503, and nothing can be paid', async () => {
  await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '2500' })
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  wire.fail('PUT', CHARGE, { forwarded: true, answer: 'silence' })
  const creation = seller.api('POST', '/api/transactions', SALE)
  const sale = await until(async () => (await onlySale(gateway, seller)) ?? null, 'the sale to be stored')
  gateway.advance(3 * MINUTE_MS)
  await seller.reaches(at(sale), 'FALHA')
  const { status, body } = await creation
  assert.deepEqual([status, body.error], [503, 'PSP_UNAVAILABLE'])
  assert.equal(await statusOf(seller, sale), 'FALHA')
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

slow(
  'a creation so slow that its charge is being removed is answered 503, though the charge is still there',
  async () => {
    await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '2500' })
    const { gateway, wire, bank } = line
    const seller = await gateway.seller()
    wire.fail('PUT', CHARGE, { forwarded: true, answer: 'silence' })
    wire.fail('PATCH', CHARGE, NEVER, 1_000)
    const creation = seller.api('POST', '/api/transactions', SALE)
    const sale = await until(async () => (await onlySale(gateway, seller)) ?? null, 'the sale to be stored')
    gateway.advance(3 * MINUTE_MS)
    const tries = () => wire.passed.filter(({ method }) => method === 'PATCH').length
    await until(() => tries() > 0 || null, 'the charge to be taken away')
    const { status, body } = await creation
    assert.deepEqual([status, body.error], [503, 'PSP_UNAVAILABLE'])
    assert.equal(await statusOf(seller, sale), 'EM_PROCESSAMENTO')
    wire.heal()
    gateway.advance(2 * MINUTE_MS)
    await seller.reaches(at(sale), 'FALHA')
    await assertBooks({ ...gateway, bankUrl: bank.url })
  },
)

test('a charge that the PSP refuses is refused, and its sale ends as FALHA', async () => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  const words = JSON.stringify({
    type: 'https://x/CobOperacaoInvalida',
    title: 'T',
    detail: 'O campo valor é inválido.',
  })
  wire.fail('PUT', CHARGE, { forwarded: false, answer: { status: 400, body: words } })
  const { status, body } = await seller.api('POST', '/api/transactions', SALE)
  assert.deepEqual([status, body.errorType], [422, 'GENERAL_ERROR'])
  assert.match(body.message, /O campo valor é inválido/)
  assert.equal((await onlySale(gateway, seller)).status, 'FALHA')
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a charge that was paid with another amount than its own', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire } = line
  const seller = await gateway.seller()
  await setTerms(gateway, seller, { unexpected: 'KEEP' })
  const sale = await seller.sell(100_00, { pix: { expiresInSeconds: 60 } })
  const short: Fault = {
    forwarded: true,
    answer: ({ status, body }) => ({ status, body: body.replaceAll('"100.00"', '"99.99"') }),
  }
  // The list says so, too: on a busy machine the sweep may be first.
  wire.fail('GET', '/v2/pix', short, 1_000)
  assert.equal((await gateway.pay(sale.pixKey)).status, 201)

  await t.test('is booked as unmatched', async () => {
    const incomingPayments = await until(async () => {
      const found = await receiptsOf(gateway, seller)
      return found.length > 0 ? found : null
    }, 'the receipt')
    assert.deepEqual(incomingPayments, ['UNACCEPTED 9999 OTHER_AMOUNT'])
    assert.equal(await statusOf(seller, sale), 'PENDENTE')
  })

  await t.test('and its sale, which cannot be paid any more, ends at its time', async () => {
    gateway.advance(2 * MINUTE_MS)
    await seller.reaches(at(sale), 'CANCELADO')
    assert.deepEqual(await receiptsOf(gateway, seller), ['UNACCEPTED 9999 OTHER_AMOUNT'])
    assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  })
})
