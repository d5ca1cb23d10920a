// A MED from its opening at the bank to its end, over HTTP: what is held, what is lost, and what is published, each once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { untilIdle } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { alertsOf } from '../sale/incoming.ts'
import { until } from '../until.ts'
import {
  decidedAtBank,
  disputedAtBank,
  disputedSale,
  disputeOf,
  eventsOf,
  figures,
  moves,
  noticesOf,
  openDisputed,
  type ShownDispute,
  sellerIn,
  sold,
  statusOf,
} from './disputing.ts'

let gateway: TestGateway
let olga: Person
before(async () => {
  gateway = await openDisputed()
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

test('a sale that is disputed is held, and released when the bank decides for the seller', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const id = await disputedAtBank(gateway, sale)
  const dispute = await disputeOf(seller, sale)
  assert.equal(await statusOf(seller, sale), 'MED')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  assert.deepEqual(
    [dispute.kind, dispute.amount, dispute.heldAmount, dispute.forfeitedAmount],
    ['MED', 100_00, 100_00, 0],
  )
  await decidedAtBank(gateway, id, 'reject')
  await disputeOf(seller, sale, 'RELEASED')
  assert.equal(await statusOf(seller, sale), 'PAGO')
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
  assert.deepEqual(await eventsOf(gateway, seller, 'sale', sale.id), ['sale.pending', 'sale.paid', 'sale.chargeback'])
  assert.deepEqual(await eventsOf(gateway, seller, 'dispute', dispute.id), ['dispute.opened', 'dispute.closed'])
  assert.deepEqual(await noticesOf(gateway, seller), ['DISPUTE_OPENED', 'DISPUTE_CLOSED'])
})

test('a dispute that is lost in whole leaves the sale ESTORNADO, and the money is gone once', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const id = await disputedAtBank(gateway, sale)
  const dispute = await disputeOf(seller, sale)
  await decidedAtBank(gateway, id, 'accept')
  await disputeOf(seller, sale, 'FORFEITED')
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  assert.deepEqual(await moves(gateway, seller, dispute.id), ['DISPUTE_HELD 10000', 'DISPUTE_TAKEN 10000'])
  const all = ['sale.pending', 'sale.paid', 'sale.chargeback', 'sale.refunded']
  assert.deepEqual(await eventsOf(gateway, seller, 'sale', sale.id), all)
})

test('a dispute that is lost in part leaves the sale PAGO, and the rest is released', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const id = await disputedAtBank(gateway, sale)
  const { id: dispute } = await disputeOf(seller, sale)
  await decidedAtBank(gateway, id, 'accept', '30.00')
  const lost = await disputeOf(seller, sale, 'FORFEITED')
  assert.deepEqual([lost.forfeitedAmount, lost.chargedAmount], [30_00, 30_00])
  assert.equal(await statusOf(seller, sale), 'PAGO')
  assert.deepEqual(await figures(seller), { available: 70_00, blocked: 0 })
  const all = ['DISPUTE_HELD 10000', 'DISPUTE_TAKEN 3000', 'DISPUTE_RELEASED 7000']
  assert.deepEqual(await moves(gateway, seller, dispute), all)
})

test('a sale of which a part is disputed has that part held', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const id = await disputedAtBank(gateway, sale, { amount: '25.00', reason: 'GOLPE' })
  const dispute = await disputeOf(seller, sale)
  assert.match(dispute.reason, /GOLPE/)
  assert.deepEqual(await figures(seller), { available: 75_00, blocked: 25_00 })
  await decidedAtBank(gateway, id, 'cancel')
  await disputeOf(seller, sale, 'CANCELLED')
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
})

test('the reserve of the sale is held first, and is reserve again until its day', async () => {
  const seller = await sellerIn(gateway, { reserve: 20 })
  const sale = await sold(gateway, seller, 100_00)
  const reserve = async () => (await seller.api('GET', `/api/transactions/${sale.uuid}`)).body.reserveAmount
  assert.equal(await reserve(), 20_00)
  const first = await disputedAtBank(gateway, sale, { amount: '50.00' })
  await disputeOf(seller, sale)
  assert.deepEqual(await figures(seller), { available: 50_00, blocked: 50_00 })
  assert.equal(await reserve(), 0)
  await decidedAtBank(gateway, first, 'reject')
  await disputeOf(seller, sale, 'RELEASED')
  assert.deepEqual(await figures(seller), { available: 80_00, blocked: 20_00 })
  assert.equal(await reserve(), 20_00)

  const second = await disputedAtBank(gateway, sale, { amount: '50.00' })
  await disputeOf(seller, sale)
  await decidedAtBank(gateway, second, 'accept', '15.00')
  await disputeOf(seller, sale, 'FORFEITED')
  assert.equal(await reserve(), 5_00)
  assert.deepEqual(await figures(seller), { available: 80_00, blocked: 5_00 })
})

test('money that has left already is held as it comes, and what is lost beyond that is owed', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 300_00)
  const cashout = (amount: number) =>
    seller.api('POST', '/api/public/cashout', { amount, pixKey: `ana${amount}@example.com`, pixKeyType: 'EMAIL' })
  const left = await cashout(250)
  assert.equal(left.status, 201, left.text)
  await seller.reaches(`/api/public/cashout/${left.body.uuid}`, 'COMPLETED')
  const before = await figures(seller)
  const id = await disputedAtBank(gateway, sale)
  const dispute = await disputeOf(seller, sale)
  assert.deepEqual(await figures(seller), { available: 0, blocked: before.available })
  assert.equal((await alertsOf(gateway)).DISPUTE_MONEY_SPENT, 1)

  await sold(gateway, seller, 40_00)
  assert.deepEqual(await figures(seller), { available: 0, blocked: before.available + 40_00 })
  await decidedAtBank(gateway, id, 'accept')
  await disputeOf(seller, sale, 'FORFEITED')
  const debt = before.available + 40_00 - 300_00
  assert.deepEqual(await figures(seller), { available: debt, blocked: 0 })
  assert.deepEqual((await moves(gateway, seller, dispute.id)).at(-1), `DISPUTE_CHARGED ${-debt}`)
  const refused = await cashout(100)
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'INSUFFICIENT_BALANCE'])

  await sold(gateway, seller, 400_00)
  assert.deepEqual(await figures(seller), { available: debt + 400_00, blocked: 0 })
  assert.equal((await cashout(101)).status, 201)
})

test('while a sale is disputed its seller cannot refund it; of what a refund left only the rest is held', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const refund = (amount: number) => seller.api('POST', `/api/transactions/${sale.uuid}/refunds`, { amount })
  const { body } = await refund(60_00)
  await seller.reaches(`/api/transactions/${sale.uuid}/refunds/${body.uuid}`, 'COMPLETED')
  const id = await disputedAtBank(gateway, sale)
  const dispute = await disputeOf(seller, sale)
  assert.deepEqual([dispute.amount, dispute.heldAmount], [100_00, 40_00])
  assert.equal((await refund(10_00)).status, 409)
  await decidedAtBank(gateway, id, 'accept')
  await disputeOf(seller, sale, 'FORFEITED')
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
})

test('an unknown Pix is disputed: the dispute is kept for a person, raises one alert, and changes no account', async () => {
  const endToEndId = `E99990002${'2'.repeat(23)}`
  const id = await disputedAtBank(gateway, { endToEndId }, { amount: '77.00' })
  const unknown = async () => {
    const { body } = await olga.call('GET', '/api/admin/disputes?userId=1000')
    return body.data.find((one: ShownDispute) => one.pspDisputeId === id) ?? null
  }
  const kept = await until(unknown, 'the dispute of an unknown Pix')
  assert.deepEqual([kept.status, kept.saleUuid, kept.claimedAmount], ['OPEN', null, 0])
  await decidedAtBank(gateway, id, 'reject')
  await until(async () => (await unknown()).status === 'RELEASED' || null, 'its end')
  assert.equal((await alertsOf(gateway)).DISPUTE_OF_UNKNOWN_PAYMENT, 1)
})

test('what the bank took before the gateway knew of the dispute is not taken again', async () => {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const refund = { endToEndId: sale.endToEndId, amount: '100.00', natureza: 'MED_FRAUDE' }
  assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/refund', { body: refund })).status, 201)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'ESTORNADO')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  const id = await disputedAtBank(gateway, sale)
  const dispute = await disputeOf(seller, sale)
  assert.equal(dispute.heldAmount, 0)
  await decidedAtBank(gateway, id, 'reject')
  await disputeOf(seller, sale, 'RELEASED')
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  // What went back for one of the disputes of these tests is nothing new.
  await untilIdle(gateway)
  assert.equal(await moneyGoneAlerts(), 1)
})

/** How often a refund that was not sent from here was reported. */
async function moneyGoneAlerts(): Promise<number> {
  const { PSP_INITIATED_REFUND = 0, UNMATCHED_MONEY_RETURNED = 0 } = await alertsOf(gateway)
  return PSP_INITIATED_REFUND + UNMATCHED_MONEY_RETURNED
}

test('a MED that its PSP reports is ended manually only when its deadline is past', async () => {
  const release = (id: number) => olga.call('POST', `/api/admin/disputes/${id}/release`, { reason: 'the bank is mute' })
  const early = await release((await disputedSale(gateway)).dispute.id)
  assert.equal(early.status, 409)
  assert.match(early.text, /The PSP tells how this dispute ends/)
  const { seller, sale, dispute } = await disputedSale(gateway, { deadlineSeconds: -1 })
  const answer = await release(dispute.id)
  assert.equal(answer.status, 202, answer.text)
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
  assert.equal(await statusOf(seller, sale), 'PAGO')
  assert.deepEqual(await moves(gateway, seller, dispute.id), ['DISPUTE_HELD 10000', 'DISPUTE_RELEASED 10000'])
})

test('the operator finds disputes by status, account and deadline', async () => {
  const { seller, dispute } = await disputedSale(gateway, { deadlineSeconds: 3_600 })
  const list = async (query: string): Promise<number[]> => {
    const { status, body } = await olga.call('GET', `/api/admin/disputes?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ id }: ShownDispute) => id)
  }
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  assert.deepEqual(await list(`userId=${seller.accountId}`), [dispute.id])
  assert.deepEqual(await list(`userId=${seller.accountId}&status=RELEASED`), [])
  assert.deepEqual(await list(`userId=${seller.accountId}&deadlineBefore=${at(2)}`), [dispute.id])
  assert.deepEqual(await list(`userId=${seller.accountId}&deadlineBefore=${at(0.5)}`), [])
  const { body } = await olga.call('GET', '/api/admin/disputes?limit=1')
  const next = await list(`limit=100&cursor=${body.nextCursor}`)
  assert.ok(!next.includes(body.data[0].id) && next.length > 1)
  await until(async () => (await list(`userId=${seller.accountId}`)).length === 1 || null, 'the dispute')
})
