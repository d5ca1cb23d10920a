// The notices of a payment by card are lost: what its acquirer has settled is found in the list of what was paid, and how a dispute has ended
// by asking. A day with cards agrees with that list.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { registerOperator } from '../../access/person.ts'
import { findings } from '../../books.ts'
import { disputeOf } from '../../dispute/disputing.ts'
import type { Seller } from '../../gateway.ts'
import { partsOf } from '../../receivable/settling.ts'
import { refund, refundsAt } from '../../sale/refunding.ts'
import { until } from '../../until.ts'
import { type CardShop, openCardShop, type PaidCard } from './shop.ts'

let shop: CardShop
let seller: Seller
before(async () => {
  // Ten rounds of a second: the list is read every ten seconds of the gateway's clock.
  shop = await openCardShop({ env: { SWEEP_EVERY_MS: '100' } })
  seller = await shop.seller()
})
after(() => shop[Symbol.asyncDispose]())

/** None of its notices reach the gateway. */
async function withoutNotices(): Promise<PaidCard> {
  await shop.fault('POST /charge/:id/pay', 'dropCallback')
  return shop.approved(seller)
}

const settledAtBank = (sale: PaidCard) => shop.bank('POST', '/sandbox/settle', { chargeId: sale.chargeId })

it('a settlement is found in the list, and what waited for it goes', async () => {
  const sale = await withoutNotices()
  const { body } = await refund(seller, sale, { amount: 10_00 })
  assert.equal(body.waitsFor, 'SETTLEMENT')
  await settledAtBank(sale)
  await seller.reaches(`${refundsAt(sale)}/${body.uuid}`, 'COMPLETED')
  await until(async () => /SETTLED$/.test(`${await partsOf(shop.gateway, sale)}`) || null, 'the part to be settled')
})

it('a day with cards agrees with the list of what was settled', async () => {
  const olga = await registerOperator(shop.gateway)
  await shop.moveTo('2026-11-23T16:00:00Z')
  const sale = await withoutNotices()
  await settledAtBank(sale)
  await shop.reported(sale, 'paid')
  await shop.moveTo('2026-11-24T12:00:00Z')
  const asked = await olga.call('POST', '/api/admin/reconciliations', { pspAccountId: 1, day: '2026-11-23' })
  assert.equal(asked.status, 202, asked.text)
  const { matched } = await until(async () => {
    const { body } = await olga.call('GET', `/api/admin/reconciliations/${asked.body.id}`)
    return body.state === 'DONE' ? body : null
  }, 'the day to be read')
  assert.ok(matched >= 1)
  const { body } = await olga.call('GET', '/api/admin/reconciliation-cases?limit=100&state=OPEN')
  assert.deepEqual(body.data, [])
})

it('the end of a dispute is found once a day by asking', async () => {
  const sale = await shop.approved(seller)
  await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId })
  await disputeOf(seller, sale)
  await shop.fault('POST /sandbox/chargeback', 'dropCallback').catch(() => {})
  await shop.bank('POST', `/sandbox/chargeback/${sale.chargeId}/decide/won`)
  await shop.moveTo('2026-11-25T13:00:00Z')
  await disputeOf(seller, sale, 'RELEASED')
})

it('a dispute of what is approved and not settled is found within a week, long before the settlement', async () => {
  const sale = await withoutNotices()
  await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId })
  await shop.moveTo('2026-12-04T13:00:00Z')
  await disputeOf(seller, sale)
})

it('leaves the books in order', async () => {
  assert.deepEqual(await findings(shop.gateway.db), [])
})
