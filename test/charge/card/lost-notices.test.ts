// The notices of a payment by card are lost: what its acquirer has settled is found in the list of what was paid, and how a dispute has ended
// by asking. A day with cards agrees with that list, in what was settled and in what has gone back.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Person, registerOperator } from '../../access/person.ts'
import { findings } from '../../books.ts'
import { disputeOf } from '../../dispute/disputing.ts'
import type { Seller } from '../../gateway.ts'
import { slow } from '../../long.ts'
import { partsOf } from '../../receivable/settling.ts'
import { compared } from '../../reconciliation/asking.ts'
import { listed } from '../../sale/incoming.ts'
import { paid, refund, refunded, refundsAt } from '../../sale/refunding.ts'
import { until } from '../../until.ts'
import { refusing } from '../cards.ts'
import { notAccepted } from './beside.ts'
import { alertsOf, type CardShop, openCardShop, type PaidCard } from './shop.ts'

let shop: CardShop
let seller: Seller
let olga: Person
before(async () => {
  // Ten rounds of a second: the list is read every ten seconds of the gateway's clock.
  shop = await openCardShop({ env: { SWEEP_EVERY_MS: '100', PSP_TIMEOUT_MS: '3000' } })
  seller = await shop.seller()
  olga = await registerOperator(shop.gateway)
  // For what fees have taken of what goes back.
  await paid(shop.gateway, seller, 200_00)
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

it('a card that cannot be applied keeps no other of its list back, and is applied when it can be', async () => {
  // Whatever the order of the list is, one comes after it.
  const [one, refused, other] = [await withoutNotices(), await withoutNotices(), await withoutNotices()]
  {
    await using _ = await refusing(shop.gateway, 'charge', refused)
    for (const sale of [one, refused, other]) await settledAtBank(sale)
    for (const sale of [one, other]) await shop.reported(sale, 'paid')
  }
  await shop.reported(refused, 'paid')
})

it('a day with cards agrees with the list of what was settled', async () => {
  await shop.moveTo('2026-11-23T16:00:00Z')
  const sale = await withoutNotices()
  await settledAtBank(sale)
  await shop.reported(sale, 'paid')
  await shop.moveTo('2026-11-24T12:00:00Z')
  const { matched, open } = await compared(olga, '2026-11-23')
  assert.ok(matched >= 1)
  assert.deepEqual(open, [])
})

it('a dispute of what is approved and not settled is found within a week, long before the settlement, and its end within a day', async () => {
  const sale = await withoutNotices()
  await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId })
  await shop.moveTo('2026-12-03T13:00:00Z')
  await disputeOf(seller, sale)
  await shop.bank('POST', `/sandbox/chargeback/${sale.chargeId}/decide/won`)
  await shop.moveTo('2026-12-04T13:00:00Z')
  await disputeOf(seller, sale, 'RELEASED')
})

it('what has gone back is compared on the day of its payment: all of it, as a part is told by no list', async () => {
  const [whole, inPart, unheard] = [await shop.approved(seller), await shop.approved(seller), await withoutNotices()]
  for (const sale of [whole, inPart, unheard]) await settledAtBank(sale)
  for (const sale of [whole, inPart, unheard]) await shop.reported(sale, 'paid')
  await refunded(seller, whole)
  await refunded(seller, inPart, { amount: 10_00 })
  await shop.moveTo('2026-12-05T13:00:00Z')
  // The three payments, and all of one of them.
  assert.deepEqual(await compared(olga, '2026-12-04'), { matched: 4, open: [] })
  // Longer than lists are read back for what was lost.
  await shop.moveTo('2027-02-04T13:00:00Z')
  await shop.bank('POST', '/sandbox/card-refund', { chargeId: unheard.chargeId })
  assert.deepEqual(await compared(olga, '2026-12-04'), { matched: 4, open: ['refund OTHER_STATE 10000'] })
})

slow(
  'what has gone back is compared on its own day as well: an operator may have said so of a part that never went',
  async () => {
    const sale = await shop.approved(seller)
    await shop.settle(sale)
    await shop.moveTo('2027-02-08T13:00:00Z')
    await refunded(seller, sale, { amount: 30_00 })
    await shop.moveTo('2027-02-09T13:00:00Z')
    await shop.fault('POST /charge/card/:id/refund', 'timeoutBefore')
    const { body } = await refund(seller, sale, { amount: 70_00 })
    await until(async () => (await alertsOf(shop, seller)).includes('CARD_REFUND_UNCERTAIN') || null, 'the alert')
    const path = `/api/admin/refunds/${seller.accountId}/${body.id}/outcome`
    assert.equal((await olga.call('POST', path, { outcome: 'WENT', reason: 'Seen at the acquirer.' })).status, 200)
    await shop.moveTo('2027-02-10T13:00:00Z')
    assert.ok((await compared(olga, '2027-02-09')).open.includes('refund OTHER_STATE -10000'))
  },
)

it('how a dispute of what no sale accepts has ended is found within a day, too', async () => {
  const other = await shop.seller()
  await notAccepted(shop, other)
  const [waiting] = await listed(olga, `?accountId=${other.accountId}`)
  const chargeId = Number(waiting.endToEndId.replace('C1-', ''))
  await shop.bank('POST', '/sandbox/chargeback', { chargeId })
  const status = async () => (await other.api('GET', '/api/disputes')).body.data[0]?.status
  await until(async () => (await status()) === 'OPEN' || null, 'the dispute')
  await shop.fault('POST /sandbox/chargeback/:id/decide/:outcome', 'dropCallback')
  await shop.bank('POST', `/sandbox/chargeback/${chargeId}/decide/won`)
  await shop.moveTo('2027-02-12T14:00:00Z')
  await until(async () => (await status()) === 'RELEASED' || null, 'its end')
})

it('leaves the books in order', async () => {
  assert.deepEqual(await findings(shop.gateway.db), [])
})
