// A sale that is not paid, or not in time: expiry, cancellation, and money that comes when it is too late. The bank removes the charge
// before the sale ends, so that no code stays payable for a sale that has ended.
import assert from 'node:assert/strict'
import test from 'node:test'
import { SECOND_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { at, figuresOf, receiptsOf, setTerms, statusOf } from './selling.ts'

const EVENTS = ['sale.pending', 'sale.paid', 'sale.canceled', 'sale.refused']
const cancel = (seller: Seller, sale: { uuid: string }) => seller.api('POST', `${at(sale)}/cancel`)

/** Time goes on, here and at the bank. */
async function later(gateway: TestGateway, seconds: number): Promise<void> {
  await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: seconds } })
  gateway.advance(seconds * SECOND_MS)
}

async function chargeAt(gateway: TestGateway, txid: string): Promise<string> {
  const bank = await clientOf({ url: gateway.bankUrl })
  return (await bank.call('GET', `/v2/cob/${txid}`)).body.status
}

test('an expired sale', async t => {
  await using gateway = await openTestGateway({ env: { POSTBACK_SECRET: 'a secret for postbacks' } })
  await using receiver = await openReceiver()
  const shop = await openShop(gateway)
  await shop.signed(receiver, EVENTS)
  const postbackUrl = `${receiver.url}/postback`
  const sale = await shop.seller.sell(100_00, { pix: { expiresInSeconds: 60 }, postbackUrl })

  await t.test('is PENDENTE until its time', async () => {
    await later(gateway, 50)
    assert.equal(await statusOf(shop.seller, sale), 'PENDENTE')
  })

  await t.test('is CANCELADO after it, and its charge is removed at the bank', async () => {
    await later(gateway, 15)
    await shop.seller.reaches(at(sale), 'CANCELADO')
    assert.equal(await chargeAt(gateway, `${sale.externalTransactionId}`), 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    assert.equal((await gateway.pay(sale.pixKey)).status, 409)
  })

  await t.test('reports it to its webhook and to its postback, once', async () => {
    await untilIdle(gateway)
    const heard = receiver.received.map(({ path, headers, body }) =>
      [path, headers['x-service-event-type'], body.status].join(' '),
    )
    const expected = ['/ sale.pending PENDENTE', '/ sale.canceled CANCELADO', '/postback  CANCELADO']
    assert.deepEqual(heard.toSorted(), expected.toSorted())
  })

  await t.test('that is paid too late all the same becomes PAGO, because the account takes late payments', async () => {
    assert.equal((await gateway.pay(sale.pixKey, { late: true })).status, 201)
    const paid = await shop.seller.reaches(at(sale), 'PAGO')
    assert.ok(paid.completedAt)
    assert.deepEqual(await receiptsOf(gateway, shop.seller), ['ACCEPTED 10000'])
    assert.equal((await balanceOf(shop.seller)).total, 99_01)
    await untilIdle(gateway)
    await assertBooks(gateway)
  })

  await t.test('that the account does not take late: the money goes back and the sale stays CANCELADO', async () => {
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { acceptsLate: false })
    const other = await seller.sell(100_00, { pix: { expiresInSeconds: 5 } })
    await later(gateway, 10)
    await seller.reaches(at(other), 'CANCELADO')
    await gateway.pay(other.pixKey, { late: true })
    await until(
      async () => (await receiptsOf(gateway, seller)).includes('RETURNED 10000 TOO_LATE') || null,
      'its return',
    )
    assert.equal(await statusOf(seller, other), 'CANCELADO')
    const { available, received, clearing } = await figuresOf(gateway, seller)
    assert.deepEqual([available, received, clearing], [0n, 0n, 0n])
    await assertBooks(gateway)
  })
})

test('a sale whose callback has not come yet when it expires is settled and not cancelled', async () => {
  await using gateway = await openTestGateway({ bank: { latencyMs: 3_600_000 } })
  const seller = await gateway.seller()
  const sale = await seller.sell(100_00, { pix: { expiresInSeconds: 30 } })
  assert.equal((await gateway.pay(sale.pixKey)).status, 201)
  gateway.advance(31 * SECOND_MS)
  await seller.reaches(at(sale), 'PAGO')
  await assertBooks(gateway)
})

test('a cancellation', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()

  await t.test('of a waiting sale ends it, and removes its charge at the bank', async () => {
    const sale = await seller.sell(100_00)
    const { status, body } = await cancel(seller, sale)
    assert.deepEqual([status, body.status, body.uuid], [202, 'CANCELADO', sale.uuid])
    assert.equal(await chargeAt(gateway, `${sale.externalTransactionId}`), 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    assert.equal((await gateway.pay(sale.pixKey)).status, 409)
  })

  await t.test('that is requested again changes nothing', async () => {
    const sale = await seller.sell(100_00)
    const [first, second] = [await cancel(seller, sale), await cancel(seller, sale)]
    assert.deepEqual([second.status, second.body], [202, first.body])
  })

  await t.test('of a paid sale is refused', async () => {
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
    const { status, body } = await cancel(seller, sale)
    assert.deepEqual([status, body], [409, { message: 'A sale that is PAGO cannot be cancelled', error: 'CONFLICT' }])
    assert.equal(await statusOf(seller, sale), 'PAGO')
  })

  await t.test("of another account's sale is refused, and of none at all not found", async () => {
    const other = await gateway.seller()
    const sale = await seller.sell(100_00)
    assert.equal((await cancel(other, sale)).status, 403)
    assert.equal((await cancel(other, { uuid: crypto.randomUUID() })).status, 404)
    assert.equal((await cancel(other, { uuid: 'x' })).status, 400)
  })

  await t.test('that meets the payment leaves one of the two, and never both', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 15; round++) {
      const sale = await seller.sell(10_00)
      const [cancelled, paid] = await Promise.all([cancel(seller, sale), gateway.pay(sale.pixKey)])
      const status = paid.status === 201 ? 'PAGO' : 'CANCELADO'
      await seller.reaches(at(sale), status)
      assert.equal(cancelled.status, paid.status === 201 ? 409 : 202)
      outcomes.push(status)
    }
    assert.equal(outcomes.length, 15)
    await untilIdle(gateway)
    await assertBooks(gateway)
  })

  await t.test('that is requested ten times at once is published once', async () => {
    const sale = await seller.sell(10_00)
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(seller, sale)))
    assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.status}`)), new Set(['202 CANCELADO']))
    await assertBooks(gateway)
  })
})
