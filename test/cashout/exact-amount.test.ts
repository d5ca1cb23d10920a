// A person gives the amount that the recipient is to get, to the centavo: the fee is added, and the amount that leaves the account is
// compared with limits and balance.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

let gateway: TestGateway
let ana: Person
let olga: Person
let seller: Seller
before(async () => {
  gateway = await openTestGateway()
  ana = await register(gateway)
  olga = await registerOperator(gateway)
  seller = await sellerOf(gateway, ana)
  const sale = await seller.sell(2_000_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
})
after(() => gateway[Symbol.asyncDispose]())

const TO = { pixKey: 'fornecedor@example.com', pixKeyType: 'EMAIL' }
const request = (body: object, headers = {}) => ana.call('POST', '/api/withdrawals', { ...TO, ...body }, headers)

async function feesAre(cashout: object): Promise<void> {
  const answer = await olga.call('PATCH', `/api/admin/accounts/${ana.accountId}`, { fees: { cashout } })
  assert.equal(answer.status, 200, answer.text)
}

const CASES: [fees: object, netAmount: number, gross: string][] = [
  [{ fixedCents: 100, basisPoints: 0 }, 150, '151.00'],
  [{ fixedCents: 0, basisPoints: 99 }, 120.01, '121.21'],
  [{ fixedCents: 35, basisPoints: 150, minimumCents: 300 }, 101.99, '104.99'],
  [{ fixedCents: 35, basisPoints: 150, minimumCents: null, maximumCents: 210 }, 199.99, '202.09'],
]

describe('a cashout of an exact net amount', () => {
  for (const [fees, netAmount, gross] of CASES)
    it(`with ${JSON.stringify(fees)}: the recipient gets ${netAmount}, and ${gross} leave the account`, async () => {
      await feesAre(fees)
      const { status, body, text } = await request({ netAmount })
      assert.equal(status, 201, text)
      assert.deepEqual([body.netAmount, body.amount], [netAmount.toFixed(2), gross])
      await until(
        async () => (await ana.call('GET', `/api/withdrawals/${body.uuid}`)).body.status === 'COMPLETED',
        'it to be paid',
      )
      const paid = await call(gateway.bankUrl, 'GET', '/sandbox/payments')
      assert.equal(paid.body.data.at(-1).amount, netAmount.toFixed(2))
    })

  it('is the same under its key, and another one with a centavo more', async () => {
    await feesAre({ fixedCents: 100, basisPoints: 0, maximumCents: null })
    const key = { 'idempotency-key': 'exact-1' }
    const first = await request({ netAmount: 110 }, key)
    const again = await request({ netAmount: 110 }, key)
    assert.deepEqual([first.status, again.status, again.body.uuid], [201, 201, first.body.uuid])
    assert.equal((await request({ netAmount: 110.01 }, key)).body.error.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('409 CONFLICT where the fees have changed since the person confirmed what leaves the account', async () => {
    await feesAre({ fixedCents: 250 })
    const { status, body } = await request({ netAmount: 115, amount: 116 })
    assert.equal(status, 409)
    assert.deepEqual(body.error.code, 'CONFLICT')
    assert.match(body.error.message, /^amount: by the fees in force 117\.50 leave the account, not 116\.00$/)
    assert.equal((await request({ netAmount: 115, amount: 117.5 })).status, 201)
  })

  it('is compared with the limits and the balance by what leaves the account', async () => {
    await feesAre({ fixedCents: 100 })
    // Of 98.99 the minimum of 100.00 is not reached; with 99.00 it is.
    assert.equal((await request({ netAmount: 98.99 })).body.error.code, 'MINIMUM_VALUE')
    assert.equal((await request({ netAmount: 99 })).status, 201)
    const available = (await ana.call('GET', '/api/balance')).body.available
    const net = (available - 100) / 100
    assert.equal(
      (await request({ netAmount: Number((net + 0.01).toFixed(2)) })).body.error.code,
      'INSUFFICIENT_BALANCE',
    )
    const limits = { cashoutMaximumCents: available - 1 }
    assert.equal((await olga.call('PATCH', `/api/admin/accounts/${ana.accountId}`, { limits })).status, 200)
    assert.equal((await request({ netAmount: net })).body.error.code, 'MAXIMUM_VALUE')
    assert.equal((await request({ netAmount: Number((net - 0.01).toFixed(2)) })).status, 201)
    assert.equal((await ana.call('GET', '/api/balance')).body.available, 1)
  })

  it('400 INVALID_DATA without any amount, with a third decimal, and on the route of API keys, which takes amount only', async () => {
    assert.match((await request({})).body.error.message, /^amount: /)
    assert.match((await request({ netAmount: 100.001 })).body.error.message, /^netAmount: /)
    assert.equal((await request({ netAmount: -5 })).body.error.code, 'INVALID_DATA')
    assert.equal((await seller.api('POST', '/api/public/cashout', { ...TO, netAmount: 100 })).status, 400)
  })

  it('leaves books that add up', () => assertBooks(gateway))
})
