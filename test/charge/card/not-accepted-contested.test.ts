// A cardholder contests a payment that no sale accepts. It was never its seller's: who loses it is nobody here, whatever the order.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../../access/person.ts'
import { assertBooks, findings } from '../../books.ts'
import type { Seller } from '../../gateway.ts'
import { decide, listed } from '../../sale/incoming.ts'
import { figuresOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { reviewed, reviewedBeside, untilReceipts } from './beside.ts'
import { alertsOf, type CardShop, openCardShop, type PaidCard } from './shop.ts'

let shop: CardShop
let olga: Person
before(async () => {
  shop = await openCardShop({
    env: { SWEEP_EVERY_MS: '500', PSP_TIMEOUT_MS: '3000', PSP_LOOKUP_WAITS_MS: '100,100,100' },
  })
  olga = await registerOperator(shop.gateway)
})
after(() => shop[Symbol.asyncDispose]())

const contest = ({ chargeId }: PaidCard, more: object = {}) =>
  shop.bank('POST', '/sandbox/chargeback', { chargeId, ...more })
const decided = ({ chargeId }: PaidCard, outcome: 'won' | 'lost') =>
  shop.bank('POST', `/sandbox/chargeback/${chargeId}/decide/${outcome}`)
const coverage = async () => {
  const { expected, owed } = (await olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
  return { expected, owed }
}
const disputesOf = async (seller: Seller) => (await seller.api('GET', '/api/disputes')).body.data
const untilDispute = (seller: Seller, status: string) =>
  until(async () => (await disputesOf(seller)).find((one: { status: string }) => one.status === status), status)

const receiptOf = async ({ accountId }: Seller) =>
  (await listed(olga, `?accountId=${accountId}`)).find(({ reason }) => reason === 'CART_PAID')
const paymentOf = ({ chargeId }: PaidCard) => `C1-${chargeId}`

/** The payments of which a person was told that they went back. */
async function unmatchedReturns(): Promise<string[]> {
  const rows = await shop.gateway.db.query<{ id: string }>(sql`
    select known ->> 'endToEndId' as id from alarm where code = 'UNMATCHED_MONEY_RETURNED'`)
  return rows.map(({ id }) => id)
}

const openAlerts = ({ accountId }: Seller) =>
  shop.gateway.db.query(sql`select code from alarm where subject_account_id = ${accountId} and resolved_at is null`)

async function sentOf({ accountId }: Seller): Promise<boolean> {
  const rows = await shop.gateway.db.query(sql`
    select from refund where account_id = ${accountId} and sent_at is not null and status = 'PENDING'`)
  return rows.length > 0
}

/** It waits to go back; `before`: as it was in review. */
async function waitingCard(seller: Seller) {
  const sale = await reviewedBeside(shop, seller)
  const before = { figures: await figuresOf(shop.gateway, seller), coverage: await coverage() }
  await reviewed(shop, seller, sale)
  return { sale, before }
}

/** Contested while it waits to go back, for all of it or a part. */
async function contested(seller: Seller, more: object = {}) {
  const waiting = await waitingCard(seller)
  await contest(waiting.sale, more)
  const dispute = await untilDispute(seller, 'OPEN')
  assert.equal(dispute.heldAmount, 0, "nothing of it is the seller's")
  await untilReceipts(shop, seller, 'ACCEPTED 10000', 'UNACCEPTED 10000 CART_PAID')
  return waiting
}

describe('a payment that no sale accepts, contested', () => {
  it('and lost, is back at its cardholder, and nobody is charged', async () => {
    const seller = await shop.seller()
    const { sale, before } = await contested(seller)
    await decided(sale, 'lost')
    const dispute = await untilDispute(seller, 'FORFEITED')
    assert.equal(dispute.forfeitedAmount, 100_00)
    assert.deepEqual(await figuresOf(shop.gateway, seller), before.figures)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    assert.deepEqual(await coverage(), before.coverage)
    const again = await decide(olga, await receiptOf(seller), 'credit')
    assert.equal(again.status, 409, again.text)
    assert.ok(!(await unmatchedReturns()).includes(paymentOf(sale)), 'a person has nothing to book')
    const raised = await alertsOf(shop, seller)
    for (const code of ['CARD_GOES_BACK', 'CARD_TAKEN_BACK', 'RETURN_FAILED', 'DISPUTE_EXCEEDS_PAYMENT'])
      assert.ok(raised.includes(code), code)
    await until(async () => (await openAlerts(seller)).length === 0 || null, 'all alerts about it to end')
    await assertBooks(shop.gateway)
  })

  it('while it is on its way back, and lost, is back once', async () => {
    const seller = await shop.seller()
    const { sale, before } = await waitingCard(seller)
    await shop.bank('POST', '/sandbox/faults', { on: 'POST /charge/card/:id/refund', fate: 'timeoutBefore', times: 9 })
    await shop.settle(sale)
    await until(async () => (await sentOf(seller)) || null, 'the refund to be sent')
    await contest(sale)
    await untilDispute(seller, 'OPEN')
    await decided(sale, 'lost')
    await untilDispute(seller, 'FORFEITED')
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    await shop.bank('DELETE', '/sandbox/faults')
    assert.deepEqual(await figuresOf(shop.gateway, seller), before.figures)
    assert.deepEqual((await shop.inBooks(sale)).card.refunds, [])
    await assertBooks(shop.gateway)
  })

  it('and lost in part, is credited to nobody; what is left goes back when a person returns it', async () => {
    const seller = await shop.seller()
    const { sale, before } = await contested(seller, { amount: '40.00' })
    await decided(sale, 'lost')
    await untilDispute(seller, 'FORFEITED')
    await until(async () => (await unmatchedReturns()).includes(paymentOf(sale)) || null, 'a person to be told')
    await shop.settle(sale)
    const credited = await decide(olga, await receiptOf(seller), 'credit')
    assert.equal(credited.status, 409, credited.text)
    assert.match(credited.text, /A dispute has taken a part of this payment/)
    const { available } = await figuresOf(shop.gateway, seller)
    assert.equal(available, before.figures.available)
    assert.equal((await decide(olga, await receiptOf(seller), 'return')).status, 202)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    const { card } = await shop.inBooks(sale)
    assert.deepEqual(
      card.refunds.map(({ amount }: { amount: string }) => amount),
      ['60.00'],
    )
    assert.deepEqual(await figuresOf(shop.gateway, seller), before.figures)
    await assertBooks(shop.gateway)
  })

  it('and lost in part, then contested again, loses no more than was left', async () => {
    const seller = await shop.seller()
    const { sale, before } = await contested(seller, { amount: '40.00' })
    await decided(sale, 'lost')
    await untilDispute(seller, 'FORFEITED')
    // The acquirer names all of it again.
    await contest(sale)
    await untilDispute(seller, 'OPEN')
    await decided(sale, 'lost')
    await until(async () => (await disputesOf(seller))[0].status === 'FORFEITED' || null, 'its end')
    const lost: { forfeitedAmount: number }[] = await disputesOf(seller)
    assert.deepEqual(
      lost.map(({ forfeitedAmount }) => forfeitedAmount),
      [60_00, 40_00],
    )
    assert.equal((await decide(olga, await receiptOf(seller), 'credit')).status, 409)
    assert.equal((await decide(olga, await receiptOf(seller), 'return')).status, 202)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    assert.deepEqual(await figuresOf(shop.gateway, seller), before.figures)
    await assertBooks(shop.gateway)
  })

  it('and won, may be credited; what is contested after that costs its seller no more than it brought', async () => {
    const seller = await shop.seller()
    const { sale, before } = await contested(seller)
    await decided(sale, 'won')
    await untilDispute(seller, 'RELEASED')
    await shop.settle(sale)
    assert.equal((await decide(olga, await receiptOf(seller), 'credit')).status, 202)
    const { available = 0n } = before.figures
    for (const [amount, left] of [
      ['60.00', 40_00n],
      ['100.00', 0n],
    ] as const) {
      await contest(sale, { amount })
      await untilDispute(seller, 'OPEN')
      await decided(sale, 'lost')
      await until(async () => (await disputesOf(seller))[0].status === 'FORFEITED' || null, 'its end')
      assert.equal((await figuresOf(shop.gateway, seller)).available, available + left)
    }
    assert.deepEqual(await findings(shop.gateway.db), [])
  })

  it('and released by a person before it is lost, waits for them to record that it went back', async () => {
    const seller = await shop.seller()
    const { sale, before } = await contested(seller)
    const { uuid } = await untilDispute(seller, 'OPEN')
    const released = await olga.call('POST', `/api/admin/disputes/${uuid}/release`, { reason: 'they have called' })
    assert.equal(released.status, 202, released.text)
    await decided(sale, 'lost')
    await shop.reported(sale, 'refunded')
    await until(async () => (await unmatchedReturns()).includes(paymentOf(sale)) || null, 'a person to be told')
    const credited = await decide(olga, await receiptOf(seller), 'credit')
    assert.match(credited.text, /The acquirer has given this payment back to the card/)
    assert.equal((await decide(olga, await receiptOf(seller), 'return')).status, 202)
    await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNED 10000 CART_PAID')
    assert.deepEqual(await figuresOf(shop.gateway, seller), before.figures)
    await assertBooks(shop.gateway)
  })
})
