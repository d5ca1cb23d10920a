// A card is charged for a sale that does not accept it: "refunded by the provider at once or as soon as it can". It is never the seller's, never lent,
// goes back by its acquirer whatever the account's rule, and once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../../access/person.ts'
import { assertBooks, findings } from '../../books.ts'
import type { Seller } from '../../gateway.ts'
import { call } from '../../http.ts'
import { slow } from '../../long.ts'
import { type GatewayBehindWire, openGatewayBehindWire, type Words } from '../../psp/faulty-wire.ts'
import { decide, listed } from '../../sale/incoming.ts'
import { at, figuresOf, receiptsOf, setTerms } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { cardOf, cardSeller, sellByCard } from '../cards.ts'
import { notAccepted, reviewed, reviewedBeside, untilReceipts } from './beside.ts'
import { alertsOf, type CardShop, openCardShop } from './shop.ts'

const REFUND = 'POST /charge/card/:id/refund'

let shop: CardShop
let olga: Person
before(async () => {
  shop = await openCardShop({ env: { PSP_TIMEOUT_MS: '3000', PSP_LOOKUP_WAITS_MS: '100,100,100' } })
  olga = await registerOperator(shop.gateway)
})
after(() => shop[Symbol.asyncDispose]())

const coverage = async () => (await olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
const totals = async () => (await olga.call('GET', '/api/admin/ledger/trial-balance')).body.totals

/** As an older version has left it: nothing asks for its way back. */
async function keptByOlder({ accountId }: Seller): Promise<void> {
  const { db } = shop.gateway
  await db.query(sql`delete from refund where account_id = ${accountId} and sale_id is null`)
  await db.query(sql`
    update receipt set status = 'UNACCEPTED', seal = default where account_id = ${accountId} and reason = 'CART_PAID'`)
}

describe('a card that is approved once its cart was paid by Pix', () => {
  it('ends its sale, is no money of anybody, and goes back when its acquirer has settled it', async () => {
    const seller = await shop.seller()
    await setTerms(shop.gateway, seller, { unexpected: 'CREDIT' })
    const sale = await reviewedBeside(shop, seller)
    const before = {
      coverage: await coverage(),
      totals: await totals(),
      figures: await figuresOf(shop.gateway, seller),
    }
    await reviewed(shop, seller, sale)
    assert.deepEqual(await cardOf(shop.gateway, sale.id), { state: 'ENDED', reported: 'approved', hasToken: false })
    assert.ok((await alertsOf(shop, seller)).includes('CARD_GOES_BACK'))
    const { available, blocked, received } = await figuresOf(shop.gateway, seller)
    assert.deepEqual([available, blocked], [before.figures.available, before.figures.blocked], 'nothing is lent')
    assert.equal(received, 100_00n)
    const kept = { coverage: await coverage(), totals: await totals() }
    assert.deepEqual(
      [kept.coverage.expected, kept.coverage.owed],
      [before.coverage.expected, before.coverage.owed + 100_00],
      'it does not lie at the bank yet',
    )
    assert.deepEqual([kept.totals.atPsps, kept.totals.difference], [before.totals.atPsps, '0'])
    await shop.settle(sale)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    const { status, card } = await shop.inBooks(sale)
    assert.deepEqual([status, card.refunds.map(({ amount }: { amount: string }) => amount)], ['refunded', ['100.00']])
    assert.deepEqual(
      [(await coverage()).expected, (await coverage()).owed],
      [before.coverage.expected, before.coverage.owed],
    )
    await assertBooks(shop.gateway)
  })

  slow('is asked back again where the acquirer refuses or nobody answers, until it has gone, and once', async () => {
    for (const fate of ['timeoutBefore', 'timeoutAfter', '503'] as const) {
      const seller = await shop.seller()
      const sale = await notAccepted(shop, seller)
      await shop.bank('POST', '/sandbox/faults', { on: REFUND, fate: fate === '503' ? 503 : fate, times: 2 })
      await shop.settle(sale)
      await until(async () => {
        if ((await receiptsOf(shop.gateway, seller)).includes('RETURNED 10000 CART_PAID')) return true
        shop.gateway.advance(HOUR_MS + MINUTE_MS)
        return null
      }, `the way back behind ${fate}`)
      const { card } = await shop.inBooks(sale)
      assert.deepEqual(
        card.refunds.map(({ amount }: { amount: string }) => amount),
        ['100.00'],
        fate,
      )
    }
    await shop.bank('DELETE', '/sandbox/faults')
  })

  it('is credited to nobody once its acquirer has given it back to the card; a return records that, and gives nothing more', async () => {
    const seller = await shop.seller()
    const sale = await notAccepted(shop, seller)
    await keptByOlder(seller)
    await shop.settle(sale)
    await shop.bank('POST', '/sandbox/card-refund', { chargeId: sale.chargeId })
    await shop.reported(sale, 'refunded')
    const [receipt] = await listed(olga, `?accountId=${seller.accountId}&status=UNACCEPTED`)
    const credited = await decide(olga, receipt, 'credit')
    assert.equal(credited.status, 409, credited.text)
    assert.match(credited.text, /The acquirer has given this payment back to the card/)
    const given = (await shop.inBooks(sale)).card.refunds
    assert.equal((await decide(olga, receipt, 'return')).status, 202)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    assert.deepEqual((await shop.inBooks(sale)).card.refunds, given)
  })

  it('is credited to nobody before it is settled, and needs no key of its payer, where a person decides', async () => {
    const seller = await shop.seller()
    const sale = await notAccepted(shop, seller)
    await keptByOlder(seller)
    const [receipt] = await listed(olga, `?accountId=${seller.accountId}&status=UNACCEPTED`)
    assert.equal(receipt.needsRefundTo, false)
    const credited = await decide(olga, receipt, 'credit')
    assert.equal(credited.status, 409)
    assert.match(credited.text, /The acquirer has not settled this payment by card: it can be credited when it has/)
    const before = await coverage()
    assert.equal((await decide(olga, receipt, 'return')).status, 202)
    await shop.settle(sale)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    assert.equal((await coverage()).expected, before.expected)
  })
})

describe('a card that is approved behind the end of its sale', () => {
  let line: GatewayBehindWire
  let seller: Seller
  before(async () => {
    line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '3000', PSP_LOOKUP_WAITS_MS: '100,100,100' })
    seller = await cardSeller(line.gateway)
    await setTerms(line.gateway, seller, { unexpected: 'CREDIT' })
  })
  after(() => line[Symbol.asyncDispose]())

  const bank = (path: string, body: object) => call(line.bank.url, 'POST', path, { body })
  const says = (from: string, to: string) => ({
    forwarded: true,
    answer: ({ status, body }: Words) => ({ status, body: body.replaceAll(`"status":"${from}"`, `"status":"${to}"`) }),
  })
  const untilLast = (receipt: string) =>
    until(async () => (await receiptsOf(line.gateway, seller)).at(-1) === receipt || null, receipt)

  /** The review ends, and the acquirer pays. */
  async function approvedAndBack(id: number, chargeId: string): Promise<void> {
    const before = await figuresOf(line.gateway, seller)
    await bank('/sandbox/clock', { advanceSeconds: 31 * 60 })
    await untilLast('RETURNING 10000 SALE_ENDED')
    const { available, blocked } = await figuresOf(line.gateway, seller)
    assert.deepEqual([available, blocked], [before.available ?? 0n, before.blocked ?? 0n])
    await bank('/sandbox/settle', { chargeId: Number(chargeId) })
    await untilLast('RETURNED 10000 SALE_ENDED')
    assert.equal((await cardOf(line.gateway, id))?.state, 'ENDED')
  }

  it('after RECUSADO', async () => {
    line.wire.fail('POST', '/v1/charge/', says('waiting', 'unpaid'))
    const { body } = await sellByCard(line.gateway, seller, 'reviewed')
    assert.equal(body.status, 'RECUSADO')
    await until(
      async () => (await cardOf(line.gateway, body.id))?.state === 'ENDED' || null,
      'the charge to have ended',
    )
    await approvedAndBack(body.id, body.externalTransactionId)
    assert.equal((await seller.api('GET', at(body))).body.status, 'RECUSADO')
  })

  it('after FALHA', async () => {
    const { gateway, wire } = line
    wire.fail('POST', '/v1/charge/', { forwarded: true, answer: 'cut' })
    wire.fail('GET', '/v1/charge/', says('waiting', 'new'), 1_000)
    wire.fail('PUT', '/v1/charge/', { forwarded: false, answer: { status: 200, body: '{"code":200}' } }, 1_000)
    const { body } = await sellByCard(gateway, seller, 'reviewed')
    assert.equal(body.status, 'EM_PROCESSAMENTO')
    gateway.advance(DAY_MS + HOUR_MS)
    await seller.reaches(at(body), 'FALHA')
    await until(async () => (await cardOf(gateway, body.id))?.state === 'ENDED' || null, 'the charge to have ended')
    wire.heal()
    await approvedAndBack(body.id, body.externalTransactionId)
    assert.deepEqual(await findings(gateway.db), [])
  })
})

describe('in the books', () => {
  it('everything agrees', async () => {
    assert.deepEqual(await findings(shop.gateway.db), [])
  })
})
