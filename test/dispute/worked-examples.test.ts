// The worked examples of the guides, to the centavo: what a sale costs, what of the fee comes back, what a dispute takes and from where,
// and which events it has. A figure that changes here changes in docs/guides too.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { openHoldOperations } from '../hold/holding.ts'
import { movesOf, refund, refunded, refundsOf, seqOf, untilRefunds } from '../sale/refunding.ts'
import { until } from '../until.ts'
import {
  decidedAtBank,
  disputedAtBank,
  disputeOf,
  figures,
  forfeited,
  openDisputed,
  type Sold,
  sold,
  statusOf,
} from './disputing.ts'

let gateway: TestGateway
let olga: Person
let otto: Person
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
  otto = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

/** 0.99 % of a sale, 5 % of it for thirty days, and the fee goes back with what is refunded. */
async function sellerOf(terms: object = {}): Promise<Seller> {
  const seller = await gateway.seller()
  const pix = { fixedCents: 0, basisPoints: 99, minimumCents: null, maximumCents: null }
  const body = { fees: { pix }, reserve: { basisPoints: 500, days: 30 }, returnsFeeOnRefund: true, ...terms }
  const { status, text } = await olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, body)
  assert.equal(status, 200, text)
  return seller
}

const NO_FEE = { fees: { pix: { fixedCents: 0, basisPoints: 0, minimumCents: null, maximumCents: null } } }

const saleOf = async (seller: Seller, { uuid }: Sold) =>
  (await seller.api('GET', `/api/transactions/${uuid}?expand=payment`)).body

const atPsps = async ({ call }: Pick<Person, 'call'>): Promise<bigint> => {
  const { status, text, body } = await call('GET', '/api/admin/ledger/trial-balance')
  assert.equal(status, 200, text)
  return BigInt(body.totals.atPsps)
}

test('a sale of 99.90 costs 0.99, and 5.00 of it is reserve: halves of a centavo are rounded up, of the gross', async () => {
  const seller = await sellerOf()
  const sale = await sold(gateway, seller, 99_90)
  const { systemFee, netAmount, reserveAmount } = await saleOf(seller, sale)
  assert.deepEqual({ systemFee, netAmount, reserveAmount }, { systemFee: 99, netAmount: 98_91, reserveAmount: 5_00 })
  assert.deepEqual(await figures(seller), { available: 93_91, blocked: 5_00 })
})

test('a fee of 0.99 goes back as 0.09, 0.10 and 0.80 with refunds of 10.00, 10.00 and 79.90', async () => {
  const seller = await sellerOf()
  const sale = await sold(gateway, seller, 99_90)
  await sold(gateway, seller, 50_00)
  const from = await seqOf(gateway, seller)
  for (const amount of [10_00, 10_00, 79_90]) await refunded(seller, sale, { amount })
  const back = (await movesOf(gateway, seller, from)).filter(move => move.startsWith('SALE_FEE_RETURNED'))
  assert.deepEqual(back, ['SALE_FEE_RETURNED 9', 'SALE_FEE_RETURNED 10', 'SALE_FEE_RETURNED 80'])
})

test('of what a dispute took no fee goes back: of 0.99, half lost and half refunded, 0.49', async () => {
  const seller = await sellerOf()
  const sale = await sold(gateway, seller, 99_90)
  await sold(gateway, seller, 50_00)
  const id = await disputedAtBank(gateway, sale)
  await disputeOf(seller, sale)
  const from = await seqOf(gateway, seller)
  await decidedAtBank(gateway, id, 'accept', '49.95')
  await disputeOf(seller, sale, 'FORFEITED')
  await refunded(seller, sale, { amount: 49_95 })
  const back = (await movesOf(gateway, seller, from)).filter(move => move.startsWith('SALE_FEE_RETURNED'))
  assert.deepEqual(back, ['SALE_FEE_RETURNED 49'])
  assert.equal((await saleOf(seller, sale)).refundedAmount, 99_90)
})

test('a MED that is lost is shown as a PSP-initiated refund, is published as one, and is counted once', async () => {
  const seller = await sellerOf(NO_FEE)
  const sale = await sold(gateway, seller, 99_90)
  const id = await disputedAtBank(gateway, sale)
  await disputeOf(seller, sale)
  await decidedAtBank(gateway, id, 'accept')
  await disputeOf(seller, sale, 'FORFEITED')
  await untilRefunds(gateway, sale, ['unasked COMPLETED 9990'])
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  const events = async () => (await seller.api('GET', '/api/events?limit=100')).body.data ?? []
  const reported = await until(async () => {
    const found = (await events()).filter(({ type }: { type: string }) => type === 'refund.completed')
    return found.length > 0 ? found : null
  }, 'refund.completed')
  assert.equal(reported.length, 1)
  const { status, refundedAmount } = await saleOf(seller, sale)
  assert.deepEqual({ status, refundedAmount }, { status: 'ESTORNADO', refundedAmount: 99_90 })
})

test('a chargeback that is lost manually counts as refunded, makes no refund, and leaves the books of the PSP', async () => {
  const seller = await sellerOf(NO_FEE)
  const sale = await sold(gateway, seller, 99_90)
  const before = await atPsps(olga)
  const body = { saleId: sale.uuid, kind: 'CHARGEBACK', reason: 'the acquirer has told us' }
  const { status: asked, text, body: dispute } = await olga.call('POST', '/api/admin/disputes', body)
  assert.equal(asked, 202, text)
  await forfeited([olga, otto], dispute.id)
  const { status, refundedAmount } = await saleOf(seller, sale)
  assert.deepEqual({ status, refundedAmount }, { status: 'ESTORNADO', refundedAmount: 99_90 })
  assert.deepEqual(await refundsOf(gateway, sale), [])
  assert.equal(before - (await atPsps(olga)), 99_90n)
})

test('the own reserve of a disputed sale comes before an older hold order, and is reserve again when the dispute is won', async () => {
  const seller = await sellerOf({ ...NO_FEE, reserve: { basisPoints: 2_000, days: 30 } })
  const sale = await sold(gateway, seller, 100_00)
  assert.deepEqual(await figures(seller), { available: 80_00, blocked: 20_00 })
  const operators = await openHoldOperations(gateway)
  const order = await operators.placed(seller.accountId, { amount: 150_00 })
  assert.deepEqual([order.held, order.lacking], [80_00, 70_00])
  const early = await refund(seller, sale, { amount: 10_00 })
  assert.deepEqual([early.status, early.body.errorType ?? early.body.code], [422, 'INSUFFICIENT_BALANCE'])

  const id = await disputedAtBank(gateway, sale)
  const { heldAmount, lackingAmount } = await disputeOf(seller, sale)
  assert.deepEqual({ heldAmount, lackingAmount }, { heldAmount: 20_00, lackingAmount: 80_00 })
  await decidedAtBank(gateway, id, 'reject')
  await disputeOf(seller, sale, 'RELEASED')
  assert.equal((await saleOf(seller, sale)).reserveAmount, 20_00)
  assert.equal((await operators.read(order)).held, 80_00)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
})

test('a refund of a sale of which nothing is left is refused with 409', async () => {
  const seller = await sellerOf(NO_FEE)
  const sale = await sold(gateway, seller, 100_00)
  await refunded(seller, sale)
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  const again = await refund(seller, sale)
  assert.deepEqual([again.status, again.body.message], [409, 'A sale that is ESTORNADO cannot be refunded'])
})
