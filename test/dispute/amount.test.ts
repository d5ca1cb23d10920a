// How much is disputed where a figure may be reais or cents: the Pix decides. Where it can be neither, an alert is raised.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { disputedAmount, mayMean } from '#dispute/amount.ts'
import { centavos } from '#kernel/money.ts'
import { call } from '../http.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { alertsOf } from '../sale/incoming.ts'
import { disputedAtBank, disputeOf, ENV, figures, sellerIn, sold } from './disputing.ts'

const either = (figure: bigint) => ({ amount: centavos(figure * 100n), amountIfCentavos: centavos(figure) })

describe('a whole figure', () => {
  const cases: [figure: bigint, paid: bigint | null, means: bigint][] = [
    [100n, 100_00n, 100_00n],
    [20n, 100_00n, 20_00n],
    [100_00n, 100_00n, 100_00n],
    [100_01n, 100_00n, 100_01n],
    [20_01n, 100_00n, 20_01n],
    [1n, 1n, 1n],
    [537n, null, 537_00n],
  ]
  for (const [figure, paid, means] of cases)
    it(`${figure} of a Pix of ${paid ?? 'an unknown number of'} cents means ${means}`, () => {
      const amount = disputedAmount(either(figure), paid === null ? null : centavos(paid))
      assert.equal(amount, means)
      assert.ok(mayMean(either(figure), amount))
    })

  it('with decimals means what it says, whatever was paid', () => {
    assert.equal(disputedAmount({ amount: centavos(100_50n) }, centavos(1n)), 100_50n)
  })
})

it('a figure that is more than was paid either way claims what was paid, and raises one alert', async () => {
  await using line = await openGatewayBehindWire({ ...ENV, PSP_TIMEOUT_MS: '5000' })
  const { gateway, wire } = line
  await call(wire.url, 'POST', '/sandbox/settings', { body: { dialect: 'efi' } })
  const answer = (theirs: { status: number; body: string }) => ({
    ...theirs,
    body: theirs.body.replace('"valor":100,', '"valor":12345,'),
  })
  wire.fail('GET', '/v2/gn/infracoes', { forwarded: true, answer }, 10_000)
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  await disputedAtBank({ bankUrl: wire.url }, sale)
  assert.equal((await disputeOf(seller, sale)).amount, 123_45)
  assert.deepEqual(await figures(seller), { available: 0, blocked: 100_00 })
  const reads = () => wire.passed.filter(({ path }) => path.startsWith('/v2/gn/infracoes')).length
  const before = reads()
  while (reads() < before + 3) await disputeOf(seller, sale)
  assert.deepEqual(await alertsOf(gateway), { DISPUTE_EXCEEDS_PAYMENT: 1 })
})
