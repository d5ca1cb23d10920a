// Which refunds there are: of which sales, how much, until when, out of which money, and with what of the fee.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { SALE_STATUSES } from '#sale/sale.ts'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { returnedOf } from './incoming.ts'
import { movesOf, paid, refund, refunded, refundsAt, refundsOf, seqOf } from './refunding.ts'
import { at, figuresOf, setTerms } from './selling.ts'

const refusal = ({ status, body }: Answer) => [status, body.error ?? body.errorType]
const PAYER = { document: '52998224725' }

describe('a refund', () => {
  let gateway: TestGateway
  let seller: Seller
  let ana: Person
  let aheadMs = 0
  before(async () => {
    gateway = await openTestGateway()
    seller = await gateway.seller({ funds: 1_000_00 })
    const own = await register(gateway)
    await join(gateway, own, seller.accountId, 'FINANCE')
    ana = {
      ...own,
      call: (method, path, body, more) =>
        own.call(method, path, body, { ...more, 'x-account-id': String(seller.accountId) }),
    }
  })
  after(() => gateway?.[Symbol.asyncDispose]())

  /** The refundable amount that the seller's members are shown. */
  const refundableOf = async ({ uuid }: { uuid: string }) =>
    (await ana.call('GET', `/api/sales/${uuid}`)).body.refundable

  /** Why a member's request is refused, for the panel's words. */
  const reasonFor = async ({ uuid }: { uuid: string }, request: object) =>
    (await ana.call('POST', `/api/sales/${uuid}/refunds`, request)).body.error.reason

  for (const status of SALE_STATUSES.filter(one => one !== 'PAGO'))
    it(`of a sale that is ${status} is refused`, async () => {
      const sale = await paid(gateway, seller, 10_00)
      await gateway.db.query(sql`update sale set seal = default, status = ${status} where uuid = ${sale.uuid}`)
      const refused = await refund(seller, sale)
      assert.deepEqual(refusal(refused), [409, 'CONFLICT'])
      assert.equal(refused.body.message, `A sale that is ${status} cannot be refunded`)
      assert.deepEqual(await refundableOf(sale), { amount: 0, because: 'STATUS' })
      await gateway.db.query(sql`update sale set seal = default, status = 'PAGO' where uuid = ${sale.uuid}`)
      assert.deepEqual(await refundsOf(gateway, sale), [])
    })

  it('of a sale that waits to be paid is refused', async () => {
    assert.deepEqual(refusal(await refund(seller, await seller.sell(10_00))), [409, 'CONFLICT'])
  })

  it('is never of more than is left, nor of nothing', async () => {
    const sale = await paid(gateway, seller, 100_00)
    assert.deepEqual(refusal(await refund(seller, sale, { amount: 100_01 })), [422, 'GENERAL_ERROR'])
    await refunded(seller, sale, { amount: 99_99 })
    const refused = await refund(seller, sale, { amount: 2 })
    assert.deepEqual(refused.body, {
      message: 'amount: at most 1 cents of this sale are left to be refunded',
      errorType: 'GENERAL_ERROR',
    })
    assert.deepEqual(await reasonFor(sale, { amount: 2 }), { name: 'MORE_THAN_LEFT', amount: 1 })
    await refunded(seller, sale, { amount: 1 })
    assert.deepEqual(refusal(await refund(seller, sale)), [409, 'CONFLICT'])
  })

  it('that is under way counts', async () => {
    const sale = await seller.sell(100_00)
    const { body: pix } = await gateway.pay(sale.pixKey, { payer: { name: 'Tarda Muito', ...PAYER } })
    await seller.reaches(at(sale), 'PAGO')
    assert.deepEqual(await refundableOf(sale), { amount: 100_00, because: null })
    const first = await refund(seller, sale, { amount: 100_00 })
    const refused = await refund(seller, sale)
    assert.deepEqual(await refundableOf(sale), { amount: 0, because: 'NOTHING_LEFT' })
    assert.deepEqual(refused.body, {
      message: 'Nothing of this sale is left to be refunded',
      errorType: 'GENERAL_ERROR',
    })
    assert.deepEqual(await reasonFor(sale, {}), { name: 'NOTHING_LEFT' })
    assert.equal((await seller.api('GET', at(sale))).body.status, 'PAGO')
    await bankEnds(gateway, pix.endToEndId)
    await seller.reaches(`${refundsAt(sale)}/${first.body.uuid}`, 'COMPLETED')
    await seller.reaches(at(sale), 'ESTORNADO')
  })

  it('refuses what is no refund, naming the field', async () => {
    const sale = await paid(gateway, seller)
    const wrong: [object | string, RegExp][] = [
      [{ amount: 0 }, /amount/],
      [{ amount: -1 }, /amount/],
      [{ amount: 1.5 }, /amount/],
      [{ amount: '100' }, /amount/],
      [{ amount: null }, /amount/],
      [{ amount: 1e15 }, /amount/],
      [{ reason: '' }, /reason/],
      [{ reason: 'x'.repeat(501) }, /reason/],
      [{ reason: 'a\u0000b' }, /reason/],
      [{ externalReference: 'x'.repeat(65) }, /externalReference/],
      [{ valor: 1 }, /valor/],
      ['[]', /body/],
      ['{', /body/],
      ['null', /body/],
    ]
    for (const [body, field] of wrong) {
      const refused = await seller.api('POST', refundsAt(sale), body)
      assert.deepEqual(refusal(refused), [400, 'INVALID_DATA'], JSON.stringify(body))
      assert.match(refused.body.message, field)
    }
    assert.deepEqual(await refundsOf(gateway, sale), [])
  })

  it('is of the own sale only, and of one that is there', async () => {
    const sale = await paid(gateway, seller)
    const other = await gateway.seller()
    assert.deepEqual(refusal(await refund(other, sale)), [403, 'FORBIDDEN'])
    assert.deepEqual(refusal(await other.api('GET', refundsAt(sale))), [403, 'FORBIDDEN'])
    assert.deepEqual(refusal(await refund(seller, { uuid: crypto.randomUUID() })), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await refund(seller, { uuid: '0x1' })), [400, 'INVALID_DATA'])
    assert.deepEqual(refusal(await seller.api('GET', `${refundsAt(sale)}/99999999`)), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await seller.api('GET', `${refundsAt(sale)}/x`)), [400, 'INVALID_DATA'])
    const { status } = await call(gateway.url, 'POST', refundsAt(sale))
    assert.equal(status, 401)
  })

  it('is paid of what is available, and refused above that', async () => {
    const poor = await gateway.seller()
    await setTerms(gateway, poor, { basisPoints: 0 })
    const sale = await paid(gateway, poor, 300_00)
    await poor.api('POST', '/api/public/cashout', { amount: 200, pixKey: 'analise@example.com', pixKeyType: 'EMAIL' })
    await until(async () => (await figuresOf(gateway, poor)).available === 100_00n || null, 'the cashout to be held')
    assert.deepEqual(refusal(await refund(poor, sale, { amount: 100_01 })), [422, 'INSUFFICIENT_BALANCE'])
    await refunded(poor, sale, { amount: 100_00 })
    assert.equal((await figuresOf(gateway, poor)).available, 0n)
    await bankMoves(gateway, 31 * 60)
  })

  describe('of a sale with a reserve', () => {
    const reserveOf = async (who: Seller, sale: { uuid: string }) => (await who.api('GET', at(sale))).body.reserveAmount

    it('takes the reserve of that sale first, and no other', async () => {
      const shop = await gateway.seller()
      await setTerms(gateway, shop, { basisPoints: 0, reserveBasisPoints: 2_000 })
      const [sale, other] = [await paid(gateway, shop), await paid(gateway, shop)]
      const from = await seqOf(gateway, shop)
      await refunded(shop, sale, { amount: 15_00 })
      assert.deepEqual(await movesOf(gateway, shop, from), [
        ...['RESERVE_RELEASED 1500', 'REFUND_HELD 1500', 'REFUND_PAID 1500'],
      ])
      assert.equal((await figuresOf(gateway, shop)).available, 160_00n)
      assert.deepEqual([await reserveOf(shop, sale), await reserveOf(shop, other)], [5_00, 20_00])
      await refunded(shop, sale, { amount: 25_00 })
      assert.deepEqual((await movesOf(gateway, shop, from)).slice(3), [
        ...['RESERVE_RELEASED 500', 'REFUND_HELD 2500', 'REFUND_PAID 2500'],
      ])
      assert.deepEqual([await reserveOf(shop, sale), await reserveOf(shop, other)], [0, 20_00])
      await refunded(shop, sale)
      await shop.reaches(at(sale), 'ESTORNADO')
      // What is left is of the other sale.
      assert.deepEqual((await figuresOf(gateway, shop)).available, 80_00n)
    })

    it('can be paid of the reserve where nothing else is there', async () => {
      const shop = await gateway.seller()
      await setTerms(gateway, shop, { basisPoints: 0, reserveBasisPoints: 10_000 })
      const sale = await paid(gateway, shop)
      assert.equal((await figuresOf(gateway, shop)).available, 0n)
      await refunded(shop, sale)
      assert.deepEqual([await reserveOf(shop, sale), (await figuresOf(gateway, shop)).blocked], [0, 0n])
    })

    it('that fails restores what it took of it, with the same day', async () => {
      const shop = await gateway.seller()
      await setTerms(gateway, shop, { basisPoints: 0, reserveBasisPoints: 2_000 })
      const sale = await shop.sell(100_00)
      await gateway.pay(sale.pixKey, { payer: { name: 'Recusa', ...PAYER } })
      await shop.reaches(at(sale), 'PAGO')
      const from = await seqOf(gateway, shop)
      await refunded(shop, sale, { amount: 50_00 }, 'FAILED')
      assert.deepEqual(await movesOf(gateway, shop, from), [
        ...['RESERVE_RELEASED 2000', 'REFUND_HELD 5000', 'REFUND_RELEASED 5000', 'RESERVE_HELD 2000'],
      ])
      assert.equal(await reserveOf(shop, sale), 20_00)
      const days = await gateway.db.query(sql`
        select distinct release_at from hold where account_id = ${shop.accountId} and reason = 'RESERVE'`)
      assert.equal(days.length, 1)
      await refunded(shop, sale, { amount: 20_00 }, 'FAILED')
      assert.deepEqual((await figuresOf(gateway, shop)).available, 80_00n)
    })

    it('that fails after its day leaves it with the seller', async () => {
      const shop = await gateway.seller()
      await setTerms(gateway, shop, { basisPoints: 0, reserveBasisPoints: 2_000, reserveDays: 1 })
      const sale = await shop.sell(100_00)
      const { body: pix } = await gateway.pay(sale.pixKey, { payer: { name: 'Tarda e recusa', ...PAYER } })
      await shop.reaches(at(sale), 'PAGO')
      const { body } = await refund(shop, sale, { amount: 50_00 })
      aheadMs += 2 * DAY_MS
      gateway.advance(2 * DAY_MS)
      await bankEnds(gateway, pix.endToEndId)
      await shop.reaches(`${refundsAt(sale)}/${body.uuid}`, 'FAILED')
      assert.deepEqual((await figuresOf(gateway, shop)).available, 100_00n)
      assert.equal(await reserveOf(shop, sale), 0)
    })
  })

  describe('and the fee', () => {
    const terms = { fixed: 33, basisPoints: 100 }

    it('stays with the operator, unless the operator has it go back', async () => {
      const shop = await gateway.seller()
      await setTerms(gateway, shop, terms)
      const [sale, more] = [await paid(gateway, shop), await paid(gateway, shop)]
      await refunded(shop, sale, { amount: 60_00 })
      assert.equal((await figuresOf(gateway, shop)).fee, 2_66n)
      const olga = await registerOperator(gateway)
      const path = `/api/admin/accounts/${shop.accountId}`
      assert.equal((await olga.call('GET', path)).body.returnsFeeOnRefund, false)
      const { status, body } = await olga.call('PATCH', path, { returnsFeeOnRefund: true })
      assert.deepEqual([status, body.returnsFeeOnRefund], [200, true])
      await refunded(shop, more)
      assert.equal((await figuresOf(gateway, shop)).fee, 1_33n)
      // Each refund goes by the rule of its day.
      await refunded(shop, sale, { amount: 20_00 })
      assert.equal((await figuresOf(gateway, shop)).fee, 1_33n - 26n)
    })

    it('goes back in proportion, and the last part makes the sum exact', async () => {
      const shop = await gateway.seller()
      await setTerms(gateway, shop, terms)
      await gateway.db.query(sql`
        update account set seal = default, returns_fee_on_refund = true where id = ${shop.accountId}`)
      // Money to pay with, for the fee of what is refunded comes back only at its end.
      await paid(gateway, shop, 100_00)
      const sale = await paid(gateway, shop, 10_01)
      const from = await seqOf(gateway, shop)
      for (const amount of [3_33, 3_33, 3_35]) await refunded(shop, sale, { amount })
      const fees = (await movesOf(gateway, shop, from)).filter(reported => reported.startsWith('SALE_FEE_RETURNED'))
      // 33 and 1 % of 10.01, which is 10: a third is 14.3.
      assert.deepEqual(fees, ['SALE_FEE_RETURNED 14', 'SALE_FEE_RETURNED 14', 'SALE_FEE_RETURNED 15'])
      assert.equal((await figuresOf(gateway, shop)).fee, 1_33n)
      await shop.reaches(at(sale), 'ESTORNADO')
    })
  })

  it('is refused more than 90 days after the payment, and sent until then', async () => {
    const [early, late] = [await paid(gateway, seller, 10_00), await paid(gateway, seller, 10_00)]
    const move = (ms: number) => {
      aheadMs += ms
      gateway.advance(ms)
    }
    // The bank's clock, by which they were paid, is ahead by what was waited for above.
    move(90 * DAY_MS - aheadMs - HOUR_MS)
    assert.equal((await refund(seller, early)).status, 202)
    await seller.reaches(at(early), 'ESTORNADO')
    move(3 * HOUR_MS)
    const refused = await refund(seller, late)
    assert.deepEqual(refusal(refused), [422, 'GENERAL_ERROR'])
    assert.match(refused.body.message, /90 days/)
    assert.deepEqual(await refundableOf(late), { amount: 0, because: 'TOO_LATE' })
  })

  it('leaves the books in order', async () => {
    await untilIdle(gateway, { aheadMs })
    await assertBooks(gateway)
  })
})

const bankMoves = (gateway: TestGateway, advanceSeconds: number) =>
  call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds } })

/** Once it has been requested to give something of this Pix back. */
async function bankEnds(gateway: TestGateway, endToEndId: string) {
  await until(async () => (await returnedOf(gateway.bankUrl, endToEndId)) !== '0.00' || null, 'the bank to be called')
  await bankMoves(gateway, 6)
}
