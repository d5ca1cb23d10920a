// The PSP says two things that cannot both be true. Both are kept side by side as an anomaly, and nothing more is booked.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks, untilIdle } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { type Fault, openGatewayBehindWire, type Wire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { balanceOf, idsOf, paymentsOf, take } from './requesting.ts'

const LOOKUP = '/v2/gn/pix/enviados/id-envio/'

/** The bank's answer to a lookup, with some of it changed on the way. */
const twisted = (change: object): Fault => ({
  forwarded: true,
  answer: ({ status, body }) => ({ status, body: JSON.stringify({ ...JSON.parse(body), ...change }) }),
})

interface Anomaly {
  kind: string
  ours: Record<string, unknown>
  theirs: Record<string, unknown>
}

const anomaliesOf = (gateway: TestGateway, { accountId }: Seller) =>
  gateway.db.query<Anomaly>(sql`select kind, ours, theirs from anomaly where account_id = ${accountId} order by id`)

const eventsOf = async (gateway: TestGateway, { accountId }: Seller) => {
  const rows = await gateway.db.query<{ type: string }>(sql`
    select type from event where account_id = ${accountId} and subject = 'withdrawal' order by id`)
  return rows.map(({ type }) => type)
}

/** Makes the gateway look up the seller's only payout at the bank. */
async function hint(wire: Wire, bank: { url: string }, seller: Seller, words: string): Promise<void> {
  const [payment] = await paymentsOf(bank, seller)
  const pix = [{ endToEndId: words, tipo: 'SOLICITACAO', gnExtras: { idEnvio: payment?.idEnvio } }]
  const reported = await fetch(wire.callbackUrl(), { method: 'POST', body: JSON.stringify({ pix }) })
  assert.equal(reported.status, 200)
}

test('the bank reports another amount than the requested one', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 300_00 })
  wire.fail('GET', LOOKUP + idsOf(seller), twisted({ valor: '98.99', status: 'REALIZADO' }), 1_000)
  const { path } = await take(seller)
  const [anomaly] = await until(async () => {
    const found = await anomaliesOf(gateway, seller)
    return found.length > 0 ? found : null
  }, 'an anomaly')

  await t.test('both amounts are kept', () => {
    assert.deepEqual(
      [anomaly?.kind, anomaly?.ours.netCentavos, anomaly?.theirs.amount],
      ['OTHER_AMOUNT', '9900', '9899'],
    )
  })

  await t.test('nothing is booked, and the hold stays', async () => {
    assert.equal((await seller.api('GET', path)).body.status, 'PROCESSING')
    assert.deepEqual(await balanceOf(seller), { available: 197_03, blocked: 100_00, total: 297_03 })
  })

  await t.test('it is looked up again in an hour, and not all the time', async () => {
    // What is due next is written when the lookup that found the anomaly has ended.
    await until(async () => {
      const [row] = await gateway.db.query<{ minutes: number }>(sql`
        select extract(epoch from due_at - now())::int / 60 as minutes from withdrawal where account_id = ${seller.accountId}`)
      return row !== undefined && row.minutes > 50
    }, 'the lookup of the next hour')
  })

  await t.test('reported again it stays one anomaly', async () => {
    for (const words of ['once more', 'and again']) await hint(wire, bank, seller, words)
    await untilApplied(gateway)
    assert.equal((await anomaliesOf(gateway, seller)).length, 1)
  })

  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('the bank says that it failed, and later that it was paid', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, bank } = line
  const seller = await gateway.seller({ funds: 300_00 })
  const { path } = await take(seller, { pixKey: 'contradiz@example.com' })
  await seller.reaches(path, 'FAILED')
  await untilIdle(gateway)
  await call(bank.url, 'POST', '/sandbox/clock', { body: { advanceSeconds: 6 } })
  const [anomaly] = await until(async () => {
    const found = await anomaliesOf(gateway, seller)
    return found.length > 0 ? found : null
  }, 'an anomaly')

  await t.test('which keeps its side and the release', () => {
    assert.deepEqual([anomaly?.kind, anomaly?.ours.state, anomaly?.theirs.state], ['PAID_AFTER_END', 'refused', 'paid'])
  })

  await t.test('and changes neither the status nor the money nor the events', async () => {
    assert.equal((await seller.api('GET', path)).body.status, 'FAILED')
    assert.deepEqual(await balanceOf(seller), { available: 297_03, blocked: 0, total: 297_03 })
    assert.deepEqual(await eventsOf(gateway, seller), [
      'withdrawal.pending',
      'withdrawal.processing',
      'withdrawal.rejected',
    ])
  })

  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('the bank says that it was paid, and later that it failed', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 300_00 })
  const { path } = await take(seller)
  await seller.reaches(path, 'COMPLETED')
  const failed = { status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: 'AC03', motivo: 'conta inexistente' } } }
  wire.fail('GET', LOOKUP + idsOf(seller), twisted(failed), 1_000)
  await hint(wire, bank, seller, 'it failed after all')
  const [anomaly] = await until(async () => {
    const found = await anomaliesOf(gateway, seller)
    return found.length > 0 ? found : null
  }, 'an anomaly')

  await t.test('which keeps its side and the capture', () => {
    assert.deepEqual(
      [anomaly?.kind, anomaly?.ours.state, anomaly?.theirs.code],
      ['FAILED_AFTER_PAID', 'settled', 'AC03'],
    )
  })

  await t.test('and releases nothing', async () => {
    assert.equal((await seller.api('GET', path)).body.status, 'COMPLETED')
    assert.deepEqual(await balanceOf(seller), { available: 197_03, blocked: 0, total: 197_03 })
    assert.deepEqual(await eventsOf(gateway, seller), [
      'withdrawal.pending',
      'withdrawal.processing',
      'withdrawal.completed',
    ])
  })

  await assertBooks({ ...gateway, bankUrl: bank.url })
})

const untilApplied = (gateway: TestGateway) =>
  until(async () => {
    const [row] = await gateway.db.query<{ open: number }>(
      sql`select count(*)::int as open from psp_inbox where due_at is not null`,
    )
    return row?.open === 0 || null
  }, 'all callbacks to be applied')
