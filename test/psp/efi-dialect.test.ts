// A gateway before a bank that speaks Efí's dialect: 400 for what is not there, 409 for a repeated id, infractions with numbers. Sales,
// refunds and disputes come to their ends all the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { disputedAtBank, disputeOf, figures, sellerIn } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { alertsOf } from '../sale/incoming.ts'
import { paid, refund, refunded, refundsAt } from '../sale/refunding.ts'
import { at, SALE } from '../sale/selling.ts'
import { chargesOf, salesOf, sellUnder } from '../sale/under-key.ts'
import { until } from '../until.ts'

const ENV = { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: '50,50', SWEEP_EVERY_MS: '60' }

const composeGateway = () => openTestGateway({ bank: { dialect: 'efi' }, env: ENV })

async function atBank({ bankUrl }: TestGateway, path: string, body: object): Promise<void> {
  const { status, text } = await call(bankUrl, 'POST', path, { body })
  assert.ok(status < 300, text)
}

const lose = (gateway: TestGateway, on: string, times = 1) =>
  atBank(gateway, '/sandbox/faults', { on, fate: 'timeoutBefore', times })

async function closed(gateway: TestGateway): Promise<void> {
  await untilIdle(gateway)
  await assertBooks(gateway)
}

describe('a sale whose request was lost on the way to the bank', () => {
  it('is made all the same, in the same request or when its caller comes back', async () => {
    await using gateway = await composeGateway()
    const once = await gateway.seller()
    await lose(gateway, 'PUT /cob')
    assert.equal((await once.sell(100_00)).status, 'PENDENTE')

    const seller = await gateway.seller()
    await lose(gateway, 'PUT /cob', 2)
    assert.equal((await sellUnder(seller, 'key')).status, 503)
    const { status, body } = await sellUnder(seller, 'key')
    assert.deepEqual([status, body.status], [201, 'PENDENTE'])
    assert.equal((await salesOf(gateway, seller)).length, 1)
    await gateway.pay(body.pixKey)
    await seller.reaches(at(body), 'PAGO')
    assert.equal((await chargesOf({ url: gateway.bankUrl }, seller)).length, 1)
    await closed(gateway)
  })

  slow('ends when its caller does not come back', async () => {
    await using gateway = await composeGateway()
    const seller = await gateway.seller()
    await lose(gateway, 'PUT /cob', 2)
    assert.equal((await seller.api('POST', '/api/transactions', SALE)).status, 503)
    gateway.advance(3 * MINUTE_MS)
    const [sale] = await salesOf(gateway, seller)
    assert.ok(sale)
    await seller.reaches(at(sale), 'FALHA')
  })
})

describe('a refund', () => {
  it('that was lost on the way goes, and one that the bank refuses frees its money', async () => {
    await using gateway = await composeGateway()
    const seller = await sellerIn(gateway)
    const [lost, late] = [await paid(gateway, seller), await paid(gateway, seller)]
    await lose(gateway, 'PUT /pix')
    await refunded(seller, lost)

    await atBank(gateway, '/sandbox/clock', { advanceSeconds: (91 * DAY_MS) / SECOND_MS })
    const { failure } = await refunded(seller, late, {}, 'FAILED')
    assert.match(JSON.stringify(failure), /90 dias/)
    assert.deepEqual(await figures(seller), { available: 100_00, blocked: 0 })
    await closed(gateway)
  })

  slow('that has no end for all the waits raises one alert', async () => {
    await using gateway = await composeGateway()
    const seller = await sellerIn(gateway)
    const sale = await paid(gateway, seller)
    await atBank(gateway, '/sandbox/settings', { latencyMs: 3_600_000 })
    const { body } = await refund(seller, sale)
    const IN_VAIN = 'REFUND_WITHOUT_END'
    await until(async () => (await alertsOf(gateway))[IN_VAIN] ?? null, 'the alarm')
    gateway.advance(DAY_MS)
    await atBank(gateway, '/sandbox/clock', { advanceSeconds: 3_600 })
    await seller.reaches(`${refundsAt(sale)}/${body.uuid}`, 'COMPLETED')
    assert.equal((await alertsOf(gateway))[IN_VAIN], 1)
  })
})

slow('a sale whose time is over and that the bank does not close raises an alert after an hour', async () => {
  await using gateway = await composeGateway()
  const seller = await gateway.seller()
  const sale = await seller.sell(100_00, { pix: { expiresInSeconds: 60 } })
  await atBank(gateway, '/sandbox/faults', { on: 'PATCH /cob', fate: '500', times: 2 })
  const CANNOT = 'SALE_NOT_CLOSED'
  gateway.advance(2 * MINUTE_MS)
  await until(async () => (await faultsLeft(gateway)) === 1 || null, 'the first try')
  assert.equal((await alertsOf(gateway))[CANNOT], undefined)
  gateway.advance(60 * MINUTE_MS)
  await until(async () => (await alertsOf(gateway))[CANNOT] ?? null, 'the alarm')
  gateway.advance(MINUTE_MS)
  await seller.reaches(at(sale), 'CANCELADO')
})

async function faultsLeft({ bankUrl }: TestGateway): Promise<number> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/faults')
  return body.data.reduce((sum: number, { times }: { times: number }) => sum + times, 0)
}

describe('an infraction whose amount is a number', () => {
  for (const unit of ['reais', 'centavos'])
    it(`of ${unit} is booked for what was paid, or for its part`, async () => {
      await using gateway = await composeGateway()
      await atBank(gateway, '/sandbox/settings', { infractionAmounts: unit })
      const cases: [cents: number, disputed: string | undefined, amount: number][] = [
        [100_00, undefined, 100_00],
        [100_00, '20.00', 20_00],
        [5_37, undefined, 5_37],
      ]
      for (const [cents, disputed, amount] of cases)
        await disputedFor(gateway, await sellerIn(gateway), cents, disputed, amount)
      assert.deepEqual(await alertsOf(gateway), {})
      await closed(gateway)
    })
})

async function disputedFor(
  gateway: TestGateway,
  seller: Seller,
  cents: number,
  disputed: string | undefined,
  amount: number,
) {
  const sale = await paid(gateway, seller, cents)
  await disputedAtBank(gateway, sale, disputed === undefined ? {} : { amount: disputed })
  const dispute = await disputeOf(seller, sale)
  assert.equal(dispute.amount, amount)
  assert.match(dispute.protocol, /^\d+$/)
  assert.equal((await figures(seller)).blocked, amount)
}
