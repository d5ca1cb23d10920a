// What the bank sends back of a sale by itself is booked once, by whichever way it is reported, out of what there is.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { mintPspId } from '#kernel/ids.ts'
import { HOUR_MS, SECOND_MS, systemRandom } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { MORE_LOOKUPS, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop } from '../notification/shop.ts'
import { type GatewayBehindWire, openGatewayBehindWire, type Wire } from '../psp/faulty-wire.ts'
import { openReceiver } from '../receiver.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { alertsOf, hint, returnedOf } from './incoming.ts'
import { movesOf, paid, refund, refunded, refundsAt, refundsOf, seqOf, untilRefunds } from './refunding.ts'
import { at, figuresOf, setTerms } from './selling.ts'

const ALERT = 'PSP_INITIATED_REFUND'
const ENV = { PSP_LOOKUP_WAITS_MS: `100${MORE_LOOKUPS}`, SWEEP_EVERY_MS: '200' }

describe('what the bank sends back of a sale by itself', () => {
  let line: GatewayBehindWire
  let gateway: TestGateway
  let wire: Wire
  let seller: Seller
  before(async () => {
    line = await openGatewayBehindWire(ENV)
    gateway = line.gateway
    wire = line.wire
    seller = await gateway.seller({ funds: 500_00 })
  })
  after(() => line?.[Symbol.asyncDispose]())

  const bankReturns = async ({ endToEndId }: { endToEndId: string }, amount?: string, natureza = 'MED_FRAUDE') => {
    const body = { endToEndId, natureza, ...(amount !== undefined && { amount }) }
    const { status, text } = await call(line.bank.url, 'POST', '/sandbox/refund', { body })
    assert.equal(status, 201, text)
  }

  const moveBankClock = async (body: { now: string } | { advanceSeconds: number }) =>
    assert.equal((await call(line.bank.url, 'POST', '/sandbox/clock', { body })).status, 200)

  it('is booked once, however often it is reported, and raises one alert', async () => {
    const sale = await paid(gateway, seller)
    const from = await seqOf(gateway, seller)
    const raised = (await alertsOf(gateway))[ALERT] ?? 0
    await bankReturns(sale, '40.00')
    await untilRefunds(gateway, sale, ['unasked COMPLETED 4000'])
    await Promise.all(Array.from({ length: 10 }, () => hint(wire, sale)))
    await untilIdle(gateway)
    assert.deepEqual(await refundsOf(gateway, sale), ['unasked COMPLETED 4000'])
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_FORCED 4000'])
    assert.equal((await alertsOf(gateway))[ALERT], raised + 1)
    const { body } = await seller.api('GET', refundsAt(sale))
    assert.deepEqual([body.data[0].unasked, body.data[0].status], [true, 'COMPLETED'])
    assert.equal((await seller.api('GET', `${at(sale)}?expand=payment`)).body.refundedAmount, 40_00)
    assert.equal((await seller.api('GET', at(sale))).body.status, 'PAGO')
  })

  it('counts with what the seller sends back, and the sale is ESTORNADO when all of it is refunded', async () => {
    const sale = await paid(gateway, seller)
    await bankReturns(sale, '40.00', 'MED_OPERACIONAL')
    await untilRefunds(gateway, sale, ['unasked COMPLETED 4000'])
    const refused = await refund(seller, sale, { amount: 60_01 })
    assert.deepEqual([refused.status, refused.body.errorType], [422, 'GENERAL_ERROR'])
    assert.equal((await refunded(seller, sale)).amount, 60_00)
    await seller.reaches(at(sale), 'ESTORNADO')
  })

  it('is published by its own event where that was chosen, and with the whole the end of the sale', async () => {
    const shop = await openShop(gateway)
    await using receiver = await openReceiver()
    await shop.signed(receiver, ['refund.completed', 'sale.refunded'])
    const sale = await paid(gateway, shop.seller)
    await bankReturns(sale)
    await shop.seller.reaches(at(sale), 'ESTORNADO')
    const got = await receiver.gets(2)
    const one = got.find(({ headers }) => headers['x-service-event-type'] === 'refund.completed')
    assert.deepEqual([one?.body.unasked, one?.body.amount], [true, '10000'])
    await hint(wire, sale)
    await untilIdle(gateway)
    assert.equal(receiver.received.length, 2)
  })

  it('is found by the sweep where no callback reports it', async () => {
    const fault = { on: 'PUT /cob', fate: 'dropCallback', times: 1 }
    assert.equal((await call(line.bank.url, 'POST', '/sandbox/faults', { body: fault })).status, 201)
    const heard = await inboxOf(gateway)
    const sale = await paid(gateway, seller)
    await bankReturns(sale, '15.00')
    await untilRefunds(gateway, sale, ['unasked COMPLETED 1500'])
    const lists = () => wire.passed.filter(({ path }) => path.startsWith('/v2/pix?')).length
    const before = lists()
    await until(() => lists() > before + 1 || null, 'more sweeps')
    assert.deepEqual(await refundsOf(gateway, sale), ['unasked COMPLETED 1500'])
    assert.equal(await inboxOf(gateway), heard)
  })

  it('takes the reserve of the sale first, and then below zero if it must', async () => {
    const poor = await gateway.seller()
    await setTerms(gateway, poor, { basisPoints: 0, reserveBasisPoints: 1_000 })
    const sale = await paid(gateway, poor, 200_00)
    await poor.api('POST', '/api/public/cashout', { amount: 150, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })
    await untilIdle(gateway)
    const from = await seqOf(gateway, poor)
    await bankReturns(sale, '60.00')
    await untilRefunds(gateway, sale, ['unasked COMPLETED 6000'])
    assert.deepEqual(await movesOf(gateway, poor, from), ['RESERVE_RELEASED 2000', 'REFUND_FORCED 6000'])
    const { available, blocked } = await figuresOf(gateway, poor)
    assert.deepEqual([available, blocked], [-10_00n, 0n])
    assert.equal((await poor.api('GET', at(sale))).body.reserveAmount, 0)
    const refused = await refund(poor, sale, { amount: 1 })
    assert.equal(refused.body.errorType, 'INSUFFICIENT_BALANCE')
  })

  it('is not booked of a refund that the seller requested, and that fails for it', async () => {
    const sale = await paid(gateway, seller)
    // The bank has promised the whole of it to another payer before the seller's request arrives.
    wire.fail('PUT', `/v2/pix/${sale.endToEndId}`, { forwarded: false, answer: 'cut' }, 1_000)
    const asked = await refund(seller, sale)
    await bankReturns(sale)
    await untilRefunds(gateway, sale, ['PENDING 10000', 'unasked COMPLETED 10000'])
    await seller.reaches(at(sale), 'ESTORNADO')
    wire.heal()
    await seller.reaches(`${refundsAt(sale)}/${asked.body.uuid}`, 'FAILED')
    assert.equal(await returnedOf(line.bank.url, sale.endToEndId), '100.00')
  })

  it('waits under way until the bank says how it ends', async () => {
    const sale = await seller.sell(100_00)
    const { body: pix } = await gateway.pay(sale.pixKey, { payer: { name: 'Tarda e recusa', document: '52998224725' } })
    await seller.reaches(at(sale), 'PAGO')
    await bankReturns(pix, '20.00')
    // Its five seconds take an hour: what refuses after them is not seen under way by a machine that is busy for so long.
    await moveBankClock({ now: new Date(Date.now() - HOUR_MS).toISOString() })
    await hint(wire, pix)
    await untilRefunds(gateway, sale, ['unasked PENDING 2000'])
    const { available } = await figuresOf(gateway, seller)
    await moveBankClock({ advanceSeconds: HOUR_MS / SECOND_MS + 6 })
    await untilRefunds(gateway, sale, ['unasked FAILED 2000'])
    assert.equal((await figuresOf(gateway, seller)).available, available)
  })

  it('may be what our database has lost: then nothing is sent again', async () => {
    const sale = await paid(gateway, seller)
    await refunded(seller, sale, { amount: 30_00 })
    const [{ request } = { request: '' }] = await gateway.db.query<{ request: string }>(sql`
      select psp_refund_id as request from refund where end_to_end_id = ${sale.endToEndId}`)
    // As reported by a bank that gives the same return another name the second time, and none of ours.
    const before = wire.passed.length
    wire.fail('GET', `/v2/pix/${sale.endToEndId}`, {
      forwarded: true,
      answer: ({ status, body }) => ({ status, body: body.replaceAll(`"id":"${request}",`, '') }),
    })
    await hint(wire, sale)
    await untilIdle(gateway)
    assert.deepEqual(await refundsOf(gateway, sale), ['COMPLETED 3000'])
    assert.ok(wire.passed.slice(before).every(({ method }) => method === 'GET'))
  })

  it('is also what bears an id of ours that our database has lost', async () => {
    const sale = await paid(gateway, seller)
    const { available } = await figuresOf(gateway, seller)
    const bank = await clientOf(line.bank)
    const id = mintPspId(seller.accountId, systemRandom)
    const made = await bank.call('PUT', `/v2/pix/${sale.endToEndId}/devolucao/${id}`, { valor: '10.00' })
    assert.equal(made.status, 201)
    await untilRefunds(gateway, sale, ['unasked COMPLETED 1000'])
    assert.equal((await figuresOf(gateway, seller)).available, (available ?? 0n) - 10_00n)
  })

  it('leaves the books in order', async () => {
    await untilIdle(gateway)
    await assertBooks({ ...gateway, bankUrl: line.bank.url })
  })
})

async function inboxOf({ db }: TestGateway): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int from psp_inbox`)
  return row?.count ?? 0
}
