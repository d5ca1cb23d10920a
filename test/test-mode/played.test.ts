// What a seller brings about at the test bank with keys alone, by the names that the guide lists: a Pix that is disputed, with each of its ends, and
// a boleto that is paid late, too much, too little, or not at all in the end.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type BOLETO_PAYERS, DISPUTE_PAYER_NAMES, DISPUTE_PAYERS } from '#kernel/sandbox/outcomes.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { untilBooked, untilReported } from '../charge/paying.ts'
import { BOLETO, boletoSeller, CUSTOMER, type SoldBoleto, soldBoleto } from '../charge/selling.ts'
import { disputeOf, ENV, sellerIn } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

const pathOf = ({ uuid }: { uuid: string }) => `/api/transactions/${uuid}`
const paid = async (seller: Seller, sale: { uuid: string }) =>
  assert.equal((await seller.api('POST', `${pathOf(sale)}/simulate-payment`)).status, 202)

describe('a Pix that is disputed by the name of its payer', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway({ env: ENV })
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('is MED, and ends as the name says once the bank has decided', async () => {
    const seller = await sellerIn(gateway)
    const sales = await Promise.all(
      DISPUTE_PAYER_NAMES.map(name => seller.sell(100_00, { customer: { ...CUSTOMER, name: `${name} Lima` } })),
    )
    for (const sale of sales) await paid(seller, sale)
    for (const sale of sales) {
      await disputeOf(seller, sale, 'OPEN')
      await seller.reaches(pathOf(sale), 'MED')
    }
    gateway.advance(3 * MINUTE_MS)
    const now = new Date(Date.now() + 3 * MINUTE_MS).toISOString()
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { now } })
    for (const [at, name] of DISPUTE_PAYER_NAMES.entries()) {
      const end = DISPUTE_PAYERS[name]
      const sale = sales[at] as { uuid: string }
      await disputeOf(seller, sale, end)
      await seller.reaches(pathOf(sale), end === 'OPEN' ? 'MED' : end === 'FORFEITED' ? 'ESTORNADO' : 'PAGO')
    }
    const published = async () => {
      const { body } = await seller.api('GET', '/api/events?limit=100')
      const count = (type: string) => body.data.filter((one: { type: string }) => one.type === type).length
      return [count('dispute.opened'), count('dispute.closed')].join()
    }
    const closed = DISPUTE_PAYER_NAMES.filter(name => DISPUTE_PAYERS[name] !== 'OPEN').length
    const all = [DISPUTE_PAYER_NAMES.length, closed].join()
    await until(async () => (await published()) === all || null, 'an event for each dispute and each end')
  })

  it('is not disputed by any other name', async () => {
    const seller = await sellerIn(gateway)
    const sale = await seller.sell(100_00, { customer: { ...CUSTOMER, name: 'Maria Contesta' } })
    await paid(seller, sale)
    await seller.reaches(pathOf(sale), 'PAGO')
    const { body } = await seller.api('GET', `${pathOf(sale)}?expand=payment`)
    assert.equal(body.payer.name, 'Pagador de Teste')
    const [name] = DISPUTE_PAYER_NAMES
    const later = await seller.sell(100_00, { customer: { ...CUSTOMER, name: `${name} Lima` } })
    await paid(seller, later)
    await disputeOf(seller, later, 'OPEN')
    // The bank disputes in the order of the payments, and of both it has this one alone.
    const { data } = (await seller.api('GET', '/api/disputes')).body
    assert.deepEqual(
      data.map(({ saleUuid }: { saleUuid: string }) => saleUuid),
      [later.uuid],
    )
  })
})

describe('a boleto that is paid by the name of its customer', () => {
  let gateway: TestGateway
  let seller: Seller
  before(async () => {
    gateway = await openTestGateway()
    seller = await boletoSeller(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const shop = () => ({ gateway, seller }) as Parameters<typeof untilBooked>[0]
  const LATE = { payableDaysAfterDue: 30, fineBasisPoints: 200, interestMonthlyBasisPoints: 100 }

  async function sold(start: keyof typeof BOLETO_PAYERS): Promise<SoldBoleto> {
    const sale = await soldBoleto(seller, {
      customer: { ...CUSTOMER, name: `${start} Lima` },
      boleto: LATE,
      externalReference: start,
    })
    await paid(seller, sale)
    return sale
  }

  it('brings fine and interest where it is late', async () => {
    const sale = await sold('Paga atrasado')
    await seller.reaches(pathOf(sale), 'PAGO')
    const [booked] = await untilBooked(shop(), sale)
    const fine = (BigInt(BOLETO.amount) * 2n) / 100n
    assert.ok((booked?.charges ?? 0n) >= fine, String(booked?.charges))
  })

  it('waits for the operator where it is too much or too little', async () => {
    for (const [start, more] of [
      ['Paga a mais', 10_00n],
      ['Paga a menos', -1_00n],
    ] as const) {
      const [booked] = await untilBooked(shop(), await sold(start))
      assert.deepEqual(
        [booked?.status, booked?.reason, booked?.amount],
        ['UNACCEPTED', 'OTHER_AMOUNT', BigInt(BOLETO.amount) + more],
      )
    }
  })

  it('waits as before where its payment is taken back', async () => {
    const sale = await sold('Volta atrás')
    await untilReported(shop(), sale, 'identified')
    const now = new Date(Date.now() + MINUTE_MS).toISOString()
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { now } })
    await untilReported(shop(), sale, 'waiting')
    assert.equal((await seller.api('GET', pathOf(sale))).body.status, 'PENDENTE')
  })
})
