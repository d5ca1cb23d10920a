// A sale is disputed while money of it is on its way back, or goes back meanwhile: the dispute claims what neither has gone nor is going,
// gives up what goes and gets what stays; and one that no PSP reports is lost by the approval of two persons.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openGatewayBehindWire, type Wire } from '../psp/faulty-wire.ts'
import { alertsOf, hint } from '../sale/incoming.ts'
import { movesOf, refund, seqOf, untilRefunds } from '../sale/refunding.ts'
import { type BankClient, clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { cutAt, denyAt } from './denials.ts'
import {
  decidedAtBank,
  disputedAtBank,
  disputeOf,
  ENV,
  figures,
  forfeit,
  forfeited,
  type ShownDispute,
  type Sold,
  sellerIn,
  sold,
  statusOf,
} from './disputing.ts'

let line: Awaited<ReturnType<typeof openGatewayBehindWire>>
let gateway: TestGateway
let wire: Wire
let bank: BankClient
let olga: Person
let otto: Person

before(async () => {
  line = await openGatewayBehindWire({ ...ENV })
  ;({ gateway, wire } = line)
  bank = await clientOf(line.bank)
  olga = await registerOperator(gateway)
  otto = await registerOperator(gateway)
})
after(async () => {
  try {
    await untilIdle(gateway)
    await assertBooks({ ...gateway, bankUrl: line.bank.url })
  } finally {
    await line[Symbol.asyncDispose]()
  }
})

async function chargeback(sale: Sold, more = {}): Promise<ShownDispute> {
  const body = { saleId: sale.uuid, kind: 'CHARGEBACK', reason: 'the acquirer has told us', ...more }
  const { status, text, body: opened } = await olga.call('POST', '/api/admin/disputes', body)
  assert.equal(status, 202, text)
  return opened
}

const claimedOf = async ({ id }: ShownDispute): Promise<number> =>
  (await olga.call('GET', `/api/admin/disputes/${id}`)).body.claimedAmount

const release = ({ id }: ShownDispute) =>
  olga.call('POST', `/api/admin/disputes/${id}/release`, { reason: 'the acquirer has decided' })

/** The bank is reached again, and answers. */
async function healed(sale: Sold, reported: string[]): Promise<void> {
  wire.heal()
  gateway.advance(HOUR_MS)
  await hint(wire, sale)
  await untilRefunds(gateway, sale, reported)
}

async function scene(of: { reserve?: number } = {}): Promise<{ seller: Seller; sale: Sold }> {
  const seller = await sellerIn(gateway, of)
  return { seller, sale: await sold(gateway, seller, 100_00) }
}

test('while a refund is under way a dispute claims the rest, and is not lost manually; by two persons after that', async () => {
  const { seller, sale } = await scene()
  await sold(gateway, seller, 50_00)
  cutAt(wire, sale)
  const { body: asked } = await refund(seller, sale, { amount: 60_00 })
  const dispute = await chargeback(sale)
  assert.deepEqual([dispute.amount, await claimedOf(dispute)], [100_00, 40_00])
  assert.deepEqual(await figures(seller), { available: 50_00, blocked: 100_00 })
  const early = await forfeit(olga, dispute.id)
  assert.equal(early.status, 409)
  assert.match(early.text, new RegExp(asked.uuid))
  await healed(sale, ['COMPLETED 6000'])
  assert.deepEqual(await figures(seller), { available: 50_00, blocked: 40_00 })
  assert.equal((await forfeit(olga, dispute.id, { amount: 40_01 })).status, 422)
  await forfeited([olga, otto], dispute.id)
  assert.deepEqual(await figures(seller), { available: 50_00, blocked: 0 })
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  const { status, forfeitedAmount } = (await olga.call('GET', `/api/admin/disputes/${dispute.id}`)).body
  assert.deepEqual([status, forfeitedAmount], ['FORFEITED', 40_00])
  assert.equal((await forfeit(olga, dispute.id)).status, 409)
})

test('what was proposed is refused where the dispute ends meanwhile', async () => {
  const { seller, sale } = await scene()
  const dispute = await chargeback(sale)
  const { body: proposal } = await forfeit(olga, dispute.id)
  assert.equal((await release(dispute)).status, 202)
  const late = await otto.call('POST', `/api/admin/proposals/${proposal.id}/confirm`, { reason: 'Checked.' })
  assert.equal(late.status, 409)
  assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
})

test('what a refund that failed had held is claimed, its reserve too, which is reserve again when the dispute is won', async () => {
  const { seller, sale } = await scene({ reserve: 10 })
  cutAt(wire, sale)
  await refund(seller, sale, { amount: 60_00 })
  const dispute = await chargeback(sale)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  const from = await seqOf(gateway, seller)
  await denied(sale, ['FAILED 6000'])
  assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_RELEASED 6000', 'DISPUTE_HELD 6000'])
  assert.equal(await claimedOf(dispute), 100_00)
  assert.equal((await release(dispute)).status, 202)
  assert.deepEqual(await figures(seller), { available: 90_00, blocked: 10_00 })
  wire.heal()
  // It went after all, as the bank has always known.
  await hint(wire, sale)
  await untilRefunds(gateway, sale, ['COMPLETED 6000'])
  assert.deepEqual(await figures(seller), { available: 40_00, blocked: 0 })
})

/** The bank denies what it has done, and is looked up again. */
async function denied(sale: Sold, reported: string[]): Promise<void> {
  wire.heal()
  denyAt(wire, sale)
  gateway.advance(HOUR_MS)
  await hint(wire, sale)
  await untilRefunds(gateway, sale, reported)
}

test('of two disputes of a sale the older gets what a refund leaves, whichever way it ends', async () => {
  const { seller, sale } = await scene()
  cutAt(wire, sale)
  await refund(seller, sale, { amount: 30_00 })
  const disputed = async (amount: string) => {
    const id = await disputedAtBank({ bankUrl: line.bank.url }, sale, { amount })
    return until(async () => {
      const { body } = await seller.api('GET', `/api/disputes?sale=${sale.uuid}`)
      const { body: all } = await olga.call('GET', `/api/admin/disputes?userId=${seller.accountId}`)
      const found = all.data.find((one: ShownDispute) => one.pspDisputeId === id)
      return body.data.length === 0 ? null : (found ?? null)
    }, 'the dispute')
  }
  const both = [await disputed('60.00'), await disputed('100.00')]
  const claimed = () => Promise.all(both.map(claimedOf))
  assert.deepEqual(await claimed(), [60_00, 10_00])
  await denied(sale, ['FAILED 3000'])
  assert.deepEqual(await claimed(), [60_00, 40_00])
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  wire.heal()
  await hint(wire, sale)
  await untilRefunds(gateway, sale, ['COMPLETED 3000'])
  assert.deepEqual(await claimed(), [60_00, 10_00])
  assert.deepEqual(await figures(seller), { available: 0, blocked: 70_00 })
  for (const { pspDisputeId } of both) await decidedAtBank({ bankUrl: line.bank.url }, pspDisputeId, 'reject')
  await until(async () => (await statusOf(seller, sale)) === 'PAGO' || null, 'the sale to be PAGO')
  assert.deepEqual(await figures(seller), { available: 70_00, blocked: 0 })
})

test('what a refund that failed had taken of the reserve is reserve again where no dispute claims it', async () => {
  const { seller, sale } = await scene({ reserve: 10 })
  cutAt(wire, sale)
  await refund(seller, sale, { amount: 60_00 })
  const dispute = await chargeback(sale, { amount: 25_00 })
  assert.deepEqual(await figures(seller), { available: 15_00, blocked: 85_00 })
  await denied(sale, ['FAILED 6000'])
  assert.deepEqual(await figures(seller), { available: 65_00, blocked: 35_00 })
  assert.equal((await release(dispute)).status, 202)
  assert.deepEqual(await figures(seller), { available: 90_00, blocked: 10_00 })
  await healed(sale, ['COMPLETED 6000'])
})

test('while the account owes, what a refund that failed had taken of the reserve is held for the dispute, not for the debt', async () => {
  const seller = await sellerIn(gateway, { reserve: 50 })
  const other = await sold(gateway, seller, 300_00)
  const sale = await sold(gateway, seller, 100_00)
  cutAt(wire, sale)
  await refund(seller, sale, { amount: 60_00 })
  const pixKey = { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
  const { body: cashout } = await seller.api('POST', '/api/public/cashout', { amount: 190, ...pixKey })
  await seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
  const back = { endToEndId: other.endToEndId, amount: '300.00' }
  assert.equal((await call(line.bank.url, 'POST', '/sandbox/refund', { body: back })).status, 201)
  await seller.reaches(`/api/transactions/${other.uuid}`, 'ESTORNADO')
  const dispute = await chargeback(sale)
  assert.deepEqual(await figures(seller), { available: -150_00, blocked: 60_00 })
  await denied(sale, ['FAILED 6000'])
  assert.deepEqual(await figures(seller), { available: -140_00, blocked: 50_00 })
  assert.equal((await release(dispute)).status, 202)
  assert.deepEqual(await figures(seller), { available: -140_00, blocked: 50_00 })
  await healed(sale, ['COMPLETED 6000'])
  assert.deepEqual(await figures(seller), { available: -150_00, blocked: 0 })
})

test('what goes back beyond what refunds under way leave is booked, and a dispute claims nothing until they have ended', async () => {
  const { seller, sale } = await scene()
  cutAt(wire, sale, ['PUT'])
  for (const amount of [30_00, 30_00]) await refund(seller, sale, { amount })
  const dispute = await chargeback(sale)
  assert.equal(await claimedOf(dispute), 40_00)
  const put = await bank.call('PUT', `/v2/pix/${sale.endToEndId}/devolucao/beyond`, { valor: '80.00' })
  assert.equal(put.status, 201)
  await hint(wire, sale)
  await untilRefunds(gateway, sale, ['PENDING 3000', 'PENDING 3000', 'unasked COMPLETED 8000'])
  assert.equal(await claimedOf(dispute), 0)
  assert.deepEqual(await figures(seller), { available: -40_00, blocked: 60_00 })
  await healed(sale, ['FAILED 3000', 'FAILED 3000', 'unasked COMPLETED 8000'])
  assert.equal(await claimedOf(dispute), 20_00)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 20_00 })
  assert.equal((await release(dispute)).status, 202)
})

test('what goes back for another reason does not wait for the dispute, which claims so much less', async () => {
  const { seller, sale } = await scene({ reserve: 10 })
  await sold(gateway, seller, 20_00)
  const dispute = await chargeback(sale)
  const before = await figures(seller)
  const path = `/v2/pix/${sale.endToEndId}/devolucao`
  assert.equal((await bank.call('PUT', `${path}/a`, { valor: '30.00' })).status, 201)
  await hint(wire, sale)
  await untilRefunds(gateway, sale, ['unasked COMPLETED 3000'])
  assert.equal(await claimedOf(dispute), 70_00)
  assert.deepEqual(await figures(seller), { ...before, blocked: before.blocked - 30_00 })
  const body = { endToEndId: sale.endToEndId, amount: '20.00', natureza: 'MED_FRAUDE' }
  assert.equal((await call(line.bank.url, 'POST', '/sandbox/refund', { body })).status, 201)
  await hint(wire, sale)
  await untilRefunds(gateway, sale, ['unasked COMPLETED 3000', 'unasked PENDING 2000'])
  await forfeited([olga, otto], dispute.id, { amount: 20_00 })
  await untilRefunds(gateway, sale, ['unasked COMPLETED 3000', 'unasked COMPLETED 2000'])
  assert.deepEqual(await figures(seller), { available: 68_00, blocked: 2_00 })
})

test('a dispute of which nothing is left claims nothing, and is released, though the PSP has decided for the payer', async () => {
  const { seller, sale } = await scene()
  cutAt(wire, sale)
  await refund(seller, sale)
  const id = await disputedAtBank({ bankUrl: line.bank.url }, sale)
  const dispute = await disputeOf(seller, sale)
  assert.equal(await claimedOf(dispute), 0)
  await healed(sale, ['COMPLETED 10000'])
  assert.equal(await statusOf(seller, sale), 'ESTORNADO')
  wire.fail(
    'GET',
    '/v2/gn/infracoes',
    { forwarded: true, answer: ({ status, body }) => accepting(status, body, id) },
    1_000,
  )
  await until(
    async () => (await olga.call('GET', `/api/admin/disputes/${dispute.id}`)).body.acceptedAt,
    'the decision of the bank',
  )
  assert.equal((await forfeit(olga, dispute.id)).status, 409)
  const released = await release(dispute)
  assert.equal(released.status, 202, released.text)
  assert.equal((await alertsOf(gateway)).DISPUTE_CONFLICT, undefined)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
})

/** The bank of these tests decides nothing for a payer where nothing is left; others may. */
function accepting(status: number, body: string, id: string) {
  const reported = JSON.parse(body)
  for (const one of reported.infracoes ?? []) if (one.idInfracao === id) one.status = 'ACEITA'
  return { status, body: JSON.stringify(reported) }
}

test('a claim of which all goes back otherwise is down to nothing, and its dispute ends', async () => {
  const { seller, sale } = await scene()
  const dispute = await chargeback(sale)
  const put = await bank.call('PUT', `/v2/pix/${sale.endToEndId}/devolucao/all`, { valor: '100.00' })
  assert.equal(put.status, 201)
  await hint(wire, sale)
  await untilRefunds(gateway, sale, ['unasked COMPLETED 10000'])
  assert.equal(await claimedOf(dispute), 0)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
  assert.equal((await forfeit(olga, dispute.id)).status, 409)
  assert.equal((await release(dispute)).status, 202)
  await sold(gateway, seller, 10_00)
  assert.deepEqual(await figures(seller), { available: 10_00, blocked: 0 })
})
