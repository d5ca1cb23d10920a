// Money of a sale by card goes back by its acquirer, which takes no refund before it has settled the sale, one part a day, and gives none an id:
// what was sent once is never sent again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { registerOperator } from '../../access/person.ts'
import { findings } from '../../books.ts'
import type { Seller } from '../../gateway.ts'
import { some } from '../../long.ts'
import { refund, refunded, refundsAt, untilRefunds } from '../../sale/refunding.ts'
import { figuresOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { untilEvents } from '../paying.ts'
import { alertsOf, type CardShop, openCardShop, type PaidCard, saleOf } from './shop.ts'

let shop: CardShop
before(async () => {
  shop = await openCardShop({ env: { PSP_TIMEOUT_MS: '3000', PSP_LOOKUP_WAITS_MS: '100,100,100' } })
})
after(() => shop[Symbol.asyncDispose]())

const REFUND = 'POST /charge/card/:id/refund'

const refundsAtBank = async (sale: PaidCard): Promise<string[]> =>
  (await shop.inBooks(sale)).card.refunds.map(({ amount }: { amount: string }) => amount)

/** With money of its own, for what the fee has taken. */
async function settledSale(): Promise<{ seller: Seller; sale: PaidCard }> {
  const seller = await shop.seller()
  await fund(seller)
  const sale = await shop.approved(seller)
  await shop.settle(sale)
  return { seller, sale }
}

async function fund(seller: Seller): Promise<void> {
  const { pixKey, uuid } = await seller.sell(50_00)
  await shop.gateway.pay(pixKey)
  await seller.reaches(`/api/transactions/${uuid}`, 'PAGO')
}

describe('before it is settled', () => {
  it('a part waits, held of the latest parts, and goes when the acquirer has settled the sale', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller, { installments: 3 })
    const { status, body } = await refund(seller, sale, { amount: 40_00 })
    assert.deepEqual([status, body.status, body.waitsFor], [202, 'PENDING', 'SETTLEMENT'])
    assert.equal(body.expectedAt, '2026-12-23T03:00:00.000Z')
    assert.deepEqual((await seller.api('GET', `${refundsAt(sale)}/${body.uuid}`)).body, body)
    assert.deepEqual((await saleOf(seller, sale)).settlement, [
      { part: 1, amount: 31_83, expectedOn: '2026-12-23', status: 'EXPECTED' },
      { part: 2, amount: 23_68, expectedOn: '2027-01-22', status: 'REDUCED' },
      { part: 3, amount: 0, expectedOn: '2027-02-22', status: 'REDUCED' },
    ])
    assert.deepEqual(await refundsAtBank(sale), [])
    const { available, blocked } = await figuresOf(shop.gateway, seller)
    assert.deepEqual([available, blocked], [0n, 95_51n])
    const more = await refund(seller, sale)
    assert.deepEqual([more.status, more.body.errorType], [422, 'INSUFFICIENT_BALANCE'])
    await shop.settle(sale)
    const done = await seller.reaches(`${refundsAt(sale)}/${body.uuid}`, 'COMPLETED')
    assert.deepEqual([done.waitsFor, done.expectedAt], [undefined, undefined])
    assert.deepEqual(await refundsAtBank(sale), ['40.00'])
    assert.equal((await figuresOf(shop.gateway, seller)).clearing, -60_00n)
  })

  it('all of it waits, and the sale is ESTORNADO once the acquirer says that it went', async () => {
    const seller = await shop.seller()
    await fund(seller)
    const sale = await shop.approved(seller)
    assert.equal((await refund(seller, sale)).body.waitsFor, 'SETTLEMENT')
    await shop.settle(sale)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'ESTORNADO')
    await untilRefunds(shop.gateway, sale, ['COMPLETED 10000'])
    await untilEvents(seller, sale, ['sale.paid', 'sale.refunded'])
    assert.equal((await shop.inBooks(sale)).status, 'refunded')
  })
})

describe('after it is settled', () => {
  it('a part goes at once, and another one on the next day', async () => {
    const { seller, sale } = await settledSale()
    await refunded(seller, sale, { amount: 10_00 })
    const { body } = await refund(seller, sale, { amount: 20_00 })
    assert.deepEqual([body.status, body.waitsFor, body.expectedAt], ['PENDING', 'NEXT_DAY', '2026-11-24T03:10:00.000Z'])
    assert.deepEqual(await refundsAtBank(sale), ['10.00'])
    await shop.moveTo('2026-11-24T13:00:00Z')
    await seller.reaches(`${refundsAt(sale)}/${body.uuid}`, 'COMPLETED')
    assert.deepEqual(await refundsAtBank(sale), ['10.00', '20.00'])
  })

  it('has its bounds: no key of the payer, and no more than is left', async () => {
    const { seller, sale } = await settledSale()
    const refused = async (body: object) => {
      const { status, body: answer } = await refund(seller, sale, body)
      return `${status} ${answer.message}`
    }
    const refundTo = { pixKey: '52998224725', pixKeyType: 'CPF' }
    assert.equal(await refused({ refundTo }), '422 refundTo: a payment by card goes back the way it came')
    assert.match(await refused({ amount: 100_01 }), /^422 amount: at most 10000 cents/)
  })
})

describe('where nobody knows what became of it', () => {
  const fates = [
    ['timeoutAfter', ['30.00']],
    ['timeoutBefore', []],
  ] as const
  for (const [fate, left] of some(fates, 2))
    it(`a part is never sent again (${fate}), and a person is told`, async () => {
      const { seller, sale } = await settledSale()
      await shop.fault(REFUND, fate)
      const { body } = await refund(seller, sale, { amount: 30_00 })
      await until(
        async () => (await alertsOf(shop, seller)).includes('CARD_REFUND_UNCERTAIN') || null,
        'the alert about the refund',
      )
      shop.gateway.advance(DAY_MS)
      await until(async () => {
        const [row] = await shop.gateway.db.query<{ lookups: number }>(sql`
          select lookups from refund where uuid = ${body.uuid}`)
        return (row?.lookups ?? 0) > 3 || null
      }, 'the charge to have been looked up again')
      assert.deepEqual(await refundsAtBank(sale), left)
      assert.equal((await seller.api('GET', `${refundsAt(sale)}/${body.uuid}`)).body.status, 'PENDING')
      // Its money is held until it is known.
      assert.equal((await figuresOf(shop.gateway, seller)).clearing, -150_00n)
    })

  it('the whole of it is done once the charge is refunded, and was sent once', async () => {
    const { seller, sale } = await settledSale()
    await shop.fault(REFUND, 'timeoutAfter')
    await refund(seller, sale)
    await untilRefunds(shop.gateway, sale, ['COMPLETED 10000'])
    assert.deepEqual(await refundsAtBank(sale), ['100.00'])
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'ESTORNADO')
  })
})

describe('what an operator says of it', () => {
  /** Sent, and its answer lost. */
  async function uncertain() {
    const { seller, sale } = await settledSale()
    await shop.fault(REFUND, 'timeoutBefore')
    const { body } = await refund(seller, sale, { amount: 30_00 })
    await until(async () => (await alertsOf(shop, seller)).includes('CARD_REFUND_UNCERTAIN') || null, 'the alert')
    return { seller, sale, path: `/api/admin/refunds/${seller.accountId}/${body.id}/outcome`, uuid: body.uuid }
  }

  it('ends it: it went, or its money is the seller’s again', async () => {
    const olga = await registerOperator(shop.gateway)
    const went = await uncertain()
    const listed = (await olga.call('GET', `/api/admin/payouts?kind=refund&id=${went.uuid}`)).body.data
    assert.equal(listed[0]?.status, 'UNKNOWN')
    const done = await olga.call('POST', went.path, { outcome: 'WENT', reason: 'Seen at the acquirer.' })
    assert.deepEqual([done.status, done.body.status], [200, 'COMPLETED'], done.text)
    assert.equal((await olga.call('POST', went.path, { outcome: 'WENT', reason: 'Once more.' })).status, 409)
    const { seller, path } = await uncertain()
    const failed = await olga.call('POST', path, { outcome: 'DID_NOT_GO', reason: 'Not there.' })
    assert.deepEqual([failed.status, failed.body.status, failed.body.failure.code], [200, 'FAILED', 'NOT_EXECUTED'])
    assert.equal((await figuresOf(shop.gateway, seller)).clearing, -150_00n)
  })

  it('is not asked for while it waits', async () => {
    const olga = await registerOperator(shop.gateway)
    const seller = await shop.seller()
    const { body } = await refund(seller, await shop.approved(seller), { amount: 30_00 })
    const path = `/api/admin/refunds/${seller.accountId}/${body.id}/outcome`
    assert.equal((await olga.call('POST', path, { outcome: 'WENT', reason: 'A guess.' })).status, 409)
    const listed = (await olga.call('GET', `/api/admin/payouts?kind=refund&id=${body.uuid}`)).body.data
    assert.deepEqual(listed, [])
  })
})

describe('what nobody here requested', () => {
  it('is booked as the acquirer’s own refund; what waited here is done by it', async () => {
    const { seller, sale } = await settledSale()
    await refunded(seller, sale, { amount: 10_00 })
    await refund(seller, sale, { amount: 20_00 })
    await shop.bank('POST', '/sandbox/clock', { advanceSeconds: 86_400 })
    await shop.bank('POST', '/sandbox/card-refund', { chargeId: sale.chargeId })
    await untilRefunds(shop.gateway, sale, ['COMPLETED 1000', 'COMPLETED 2000', 'unasked COMPLETED 7000'])
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'ESTORNADO')
    assert.ok((await alertsOf(shop, seller)).includes('PSP_INITIATED_REFUND'))
    assert.deepEqual(await refundsAtBank(sale), ['10.00', '90.00'])
  })
})

describe('in the books', () => {
  it('everything agrees', async () => {
    assert.deepEqual(await findings(shop.gateway.db), [])
  })
})
