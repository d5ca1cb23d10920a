// A sale whose time has come while its PSP is away, refuses, or has been faster: the PSP's answer ends it, and nothing else.
import assert from 'node:assert/strict'
import test from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { call } from '../http.ts'
import { type Fault, type GatewayBehindWire, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { at, receiptsOf, statusOf } from './selling.ts'

const AWAY: Fault = { forwarded: false, answer: 'cut' }
const CHARGE = '/v2/cob/'

/** The removal of an expired charge is refused, and a lookup shows what `seen` makes of the truth. */
function refuseRemoval({ wire }: GatewayBehindWire, seen: (body: string) => string): void {
  const words = JSON.stringify({
    type: 'https://x/CobOperacaoInvalida',
    title: 'T',
    detail: 'A cobrança não está ativa.',
  })
  wire.fail('PATCH', CHARGE, { forwarded: false, answer: { status: 400, body: words } }, 1_000)
  wire.fail('GET', CHARGE, { forwarded: true, answer: reported => ({ ...reported, body: seen(reported.body) }) }, 1_000)
}

const triesOf = ({ wire }: GatewayBehindWire, txid: unknown) =>
  wire.passed.filter(({ method, path }) => method === 'PATCH' && path === `${CHARGE}${txid}`).length

test('while the PSP is away', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  const [unpaid, paid] = [await seller.sell(10_00, SHORT), await seller.sell(20_00, SHORT)]
  for (const method of ['PATCH', 'GET', 'POST']) wire.fail(method, '/', AWAY, 10_000)
  const body = { pixCopiaECola: paid.pixKey }
  assert.equal((await call(bank.url, 'POST', '/sandbox/pay', { body })).status, 201)
  let aheadMs = 0
  const pass = (ms: number) => {
    aheadMs += ms
    gateway.advance(ms)
  }

  await t.test('sales stay PENDENTE, for hours', async () => {
    for (let hours = 0; hours < 3; hours++) {
      const before = wire.passed.length
      await until(() => {
        pass(HOUR_MS)
        return wire.passed.length > before || null
      }, 'the PSP to be tried')
    }
    assert.deepEqual([await statusOf(seller, unpaid), await statusOf(seller, paid)], ['PENDENTE', 'PENDENTE'])
  })

  await t.test('and end as the PSP says when it is back: the one that was paid in time is PAGO', async () => {
    wire.heal()
    await until(async () => {
      pass(MINUTE_MS)
      return (await statusOf(seller, unpaid)) === 'CANCELADO' || null
    }, 'the one to be CANCELADO')
    await seller.reaches(at(paid), 'PAGO')
    assert.deepEqual(await receiptsOf(gateway, seller), ['ACCEPTED 2000'])
    // The callback that could not be confirmed is tried again in its time.
    pass(2 * HOUR_MS)
    await untilIdle(gateway, { aheadMs })
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

const SHORT = { pix: { expiresInSeconds: 60 } }

test('a charge that the PSP itself has removed ends its sale', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway } = line
  const seller = await gateway.seller()
  const sale = await seller.sell(10_00, SHORT)
  refuseRemoval(line, body => body.replace('"ATIVA"', '"REMOVIDA_PELO_PSP"'))
  gateway.advance(2 * MINUTE_MS)
  await seller.reaches(at(sale), 'CANCELADO')
})

test('a charge that is reported as paid without a payment to show is looked up until there is one', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  wire.fail('GET', '/v2/pix', AWAY, 10_000)
  const sale = await seller.sell(10_00, SHORT)
  assert.equal((await gateway.pay(sale.pixKey)).status, 201)
  refuseRemoval(line, body => JSON.stringify({ ...JSON.parse(body), pix: [] }))
  let aheadMs = 0
  for (let tries = 1; tries <= 3; tries++)
    await until(() => {
      aheadMs += MINUTE_MS
      gateway.advance(MINUTE_MS)
      return triesOf(line, sale.externalTransactionId) >= tries || null
    }, 'the PSP to be called')
  assert.equal(await statusOf(seller, sale), 'PENDENTE')
  wire.heal()
  gateway.advance(2 * MINUTE_MS)
  await seller.reaches(at(sale), 'PAGO')
  await untilIdle(gateway, { aheadMs: aheadMs + 2 * MINUTE_MS })
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a charge that the PSP does not remove', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, bank } = line
  const seller = await gateway.seller()
  const sale = await seller.sell(10_00, SHORT)
  refuseRemoval(line, body => body)

  await t.test('keeps its sale PENDENTE while it may still be paid', async () => {
    gateway.advance(2 * MINUTE_MS)
    await until(() => triesOf(line, sale.externalTransactionId) > 0 || null, 'the PSP to be called')
    assert.equal(await statusOf(seller, sale), 'PENDENTE')
    assert.equal((await seller.api('POST', `${at(sale)}/cancel`)).status, 503)
  })

  await t.test('does not keep it for ever: long after its time it cannot be paid any more', async () => {
    gateway.advance(HOUR_MS)
    await seller.reaches(at(sale), 'CANCELADO')
  })

  await t.test('and is paid all the same where a payer manages to', async () => {
    assert.equal((await gateway.pay(sale.pixKey, { late: true })).status, 201)
    await seller.reaches(at(sale), 'PAGO')
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})
