// A card in parts that no sale accepts, at an acquirer that pays part by part: what it has not paid yet is owed, lies nowhere, and is credited to nobody.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../../access/person.ts'
import { findings } from '../../books.ts'
import type { Seller } from '../../gateway.ts'
import { alertsOf, decide, listed } from '../../sale/incoming.ts'
import { at, figuresOf, receiptsOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { reviewedBeside } from './beside.ts'
import { type CardShop, openCardShop, type PaidCard } from './shop.ts'

let shop: CardShop
let olga: Person
before(async () => {
  shop = await openCardShop()
  olga = await registerOperator(shop.gateway)
  await shop.bank('POST', '/sandbox/settings', { cardSettlement: 'instalment' })
  await shop.gateway.db.query(sql`
    update psp_account set card_settlement = '{"mode":"PER_INSTALLMENT","days":30}'::jsonb, seal = default where id = 1`)
})
after(() => shop[Symbol.asyncDispose]())

/** In three parts, approved when its cart was paid by Pix already. */
async function notAccepted(seller: Seller): Promise<PaidCard> {
  const sale = await reviewedBeside(shop, seller, { installments: 3 })
  await pass(31 * MINUTE_MS)
  await seller.reaches(at(sale), 'FALHA')
  return sale
}

/** Both clocks. */
async function pass(ms: number): Promise<void> {
  shop.gateway.advance(ms)
  await shop.bank('POST', '/sandbox/clock', { advanceSeconds: ms / 1_000 })
}

const coverage = async () => (await olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
const totals = async () => (await olga.call('GET', '/api/admin/ledger/trial-balance')).body.totals

/** As an older version has left it: nothing asks for its way back. */
async function forgetRefund({ accountId }: Seller): Promise<void> {
  const { db } = shop.gateway
  await db.query(sql`delete from refund where account_id = ${accountId} and sale_id is null`)
  await db.query(sql`
    update receipt set status = 'UNACCEPTED', seal = default where account_id = ${accountId} and reason = 'CART_PAID'`)
}

const waiting = ({ accountId }: Seller) => listed(olga, `?accountId=${accountId}&status=UNACCEPTED`)

/** A person ends the dispute, though the acquirer says nothing of its end, and credits the payment. */
async function releasedAndCredited(seller: Seller) {
  const [dispute] = (await olga.call('GET', `/api/admin/disputes?userId=${seller.accountId}&status=OPEN`)).body.data
  const released = await olga.call('POST', `/api/admin/disputes/${dispute.uuid}/release`, {
    reason: 'they have called',
  })
  assert.equal(released.status, 202, released.text)
  const [receipt] = await waiting(seller)
  return decide(olga, receipt, 'credit')
}

it('is owed but for what was paid, is covered all the time, and is credited once the last part is there', async () => {
  const { gateway } = shop
  const seller = await shop.seller()
  const before = await coverage()
  const sale = await notAccepted(seller)
  const approved = await coverage()
  assert.deepEqual(
    [approved.expected - before.expected, approved.owed - before.owed],
    [100_00, 100_00],
    'the Pix lies there, and nothing of the card',
  )
  await forgetRefund(seller)
  const [receipt] = await listed(olga, `?accountId=${seller.accountId}&status=UNACCEPTED`)

  await pass(31 * DAY_MS)
  await shop.reported(sale, 'paid')
  const first = await coverage()
  assert.deepEqual([first.expected - approved.expected, first.owed - before.owed], [33_33, 66_67])
  assert.ok(first.balance >= first.expected, `${first.balance} covers ${first.expected}`)
  assert.equal((await totals()).difference, '0')
  const early = await decide(olga, receipt, 'credit')
  assert.equal(early.status, 409, early.text)
  assert.match(early.text, /The acquirer has not settled this payment by card: it can be credited when it has/)

  await pass(31 * DAY_MS)
  assert.equal((await decide(olga, receipt, 'credit')).status, 409, 'the last part is not there')
  const second = await coverage()
  assert.deepEqual(
    [second.expected - approved.expected, second.owed - before.owed],
    [66_66, 33_34],
    'the second one is',
  )
  assert.ok(second.balance >= second.expected, `${second.balance} covers ${second.expected}`)
  assert.equal((await totals()).owed, `${second.owed}`)

  await pass(31 * DAY_MS)
  const { available = 0n } = await figuresOf(gateway, seller)
  assert.equal((await decide(olga, receipt, 'credit')).status, 202)
  assert.equal((await figuresOf(gateway, seller)).available, available + 100_00n)
  const last = await coverage()
  assert.deepEqual([last.owed, last.balance >= last.expected], [before.owed, true])
  assert.deepEqual(await findings(gateway.db), [])
})

it('goes back when the first part is paid: what was still owed is not owed any more', async () => {
  const { gateway } = shop
  const seller = await shop.seller()
  const before = await coverage()
  const sale = await notAccepted(seller)
  await shop.bank('POST', '/sandbox/settle', { chargeId: sale.chargeId, parts: 1 })
  await until(
    async () => (await receiptsOf(gateway, seller)).includes('RETURNED 10000 CART_PAID') || null,
    'the card to have it back',
  )
  const { status, card } = await shop.inBooks(sale)
  assert.deepEqual([status, card.refunds.map(({ amount }: { amount: string }) => amount)], ['refunded', ['100.00']])
  const after = await coverage()
  assert.deepEqual([after.owed, after.expected, after.covers], [before.owed, before.expected + 100_00, true])
  assert.deepEqual(await findings(gateway.db), [])
})

it('is contested when the first part was paid: the acquirer has paid it all the same, and owes the others', async () => {
  const { gateway } = shop
  const seller = await shop.seller()
  const sale = await notAccepted(seller)
  await forgetRefund(seller)
  // Beyond a week-end, too.
  await pass(34 * DAY_MS)
  await shop.reported(sale, 'paid')
  const paid = await coverage()
  await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId })
  await shop.reported(sale, 'contested')
  assert.equal((await coverage()).owed, paid.owed)
  await pass(31 * DAY_MS)
  assert.equal((await coverage()).owed, paid.owed, 'what is contested stays where it was')
  const credited = await releasedAndCredited(seller)
  assert.equal(credited.status, 409, credited.text)
  assert.match(credited.text, /The acquirer has not settled this payment by card/)
  assert.equal((await coverage()).owed, paid.owed, 'its acquirer pays no part of what it calls contested')
  assert.deepEqual(await findings(gateway.db), [])
})

it('is contested when all of it was paid, at an acquirer of which nobody knows the day: nothing is owed', async () => {
  const { gateway } = shop
  await gateway.db.query(sql`update psp_account set card_settlement = null, seal = default where id = 1`)
  const seller = await shop.seller()
  const before = await coverage()
  const sale = await notAccepted(seller)
  await forgetRefund(seller)
  await shop.bank('POST', '/sandbox/settle', { chargeId: sale.chargeId })
  await shop.reported(sale, 'paid')
  assert.equal((await coverage()).owed, before.owed)
  await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId })
  await shop.reported(sale, 'contested')
  const after = await coverage()
  assert.deepEqual([after.owed, after.covers], [before.owed, true])

  const [receipt] = await waiting(seller)
  const disputed = await decide(olga, receipt, 'credit')
  assert.equal(disputed.status, 409)
  assert.match(disputed.text, /The payer disputes this Pix/)
  const { available = 0n } = await figuresOf(gateway, seller)
  assert.equal((await releasedAndCredited(seller)).status, 202)
  assert.equal((await figuresOf(gateway, seller)).available, available + 100_00n)
  assert.equal((await decide(olga, receipt, 'credit')).status, 409, 'once')
  assert.equal((await coverage()).owed, before.owed)
  // The person was wrong: a cardholder has the money that the seller has, and somebody is told.
  await shop.bank('POST', `/sandbox/chargeback/${sale.chargeId}/decide/lost`)
  await shop.reported(sale, 'refunded')
  await until(async () => (await alertsOf(gateway)).UNMATCHED_MONEY_RETURNED === 1 || null, 'the alert')
  assert.deepEqual(await findings(gateway.db), [])
})
