// Refunds of sales with everything in their way: twenty at once at two gateways, a bank that stays silent, fails late, or
// says one thing and then the other. Exactly what fits goes back, once.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { MORE_LOOKUPS, type Seller } from '../gateway.ts'
import { slow } from '../long.ts'
import { FAULTS, type Fault, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'
import { alertsOf, hint, returnedOf } from './incoming.ts'
import { movesOf, type PaidSale, paid, refund, refundsAt, refundsOf, seqOf } from './refunding.ts'
import { at, figuresOf, setTerms } from './selling.ts'

const ENV = { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: `100${MORE_LOOKUPS}` }

test('twenty refunds of one sale at once, at two gateways', async t => {
  await using gateways = await openTwoGateways()
  const { gateway, atNeighbour, on } = gateways
  const seller = await gateway.seller({ funds: 1_000_00 })
  const callers = [seller, atNeighbour(seller)] as const
  const storm = (sale: { uuid: string }, amount: number) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => refund(callers[n % 2] as Seller, sale, { amount })))

  await t.test('of a tenth each: ten pass', async () => {
    const sale = await paid(gateway, seller)
    const answers = await storm(sale, 10_00)
    assert.equal(answers.filter(({ status }) => status === 202).length, 10)
    for (const { status, body } of answers)
      if (status !== 202) assert.ok(['GENERAL_ERROR', 'CONFLICT'].includes(body.errorType ?? body.error))
    await seller.reaches(at(sale), 'ESTORNADO')
    await until(
      async () => (await refundsOf(gateway, sale)).every(reported => reported === 'COMPLETED 1000') || null,
      'all ends',
    )
    assert.equal((await refundsOf(gateway, sale)).length, 10)
    assert.equal(await returnedOf(on.bank.url, sale.endToEndId), '100.00')
  })

  await t.test('of more than half each: one passes', async () => {
    const sale = await paid(gateway, seller)
    const passed = (await storm(sale, 50_01)).filter(({ status }) => status === 202)
    assert.equal(passed.length, 1)
    await seller.reaches(`${refundsAt(sale)}/${passed[0]?.body.uuid}`, 'COMPLETED')
    assert.equal(await returnedOf(on.bank.url, sale.endToEndId), '50.01')
  })

  await t.test('of all that is left: one passes', async () => {
    const sale = await paid(gateway, seller)
    const all = Promise.all(Array.from({ length: 20 }, (_, n) => refund(callers[n % 2] as Seller, sale)))
    assert.equal((await all).filter(({ status }) => status === 202).length, 1)
    await seller.reaches(at(sale), 'ESTORNADO')
  })

  await t.test('of many sales, more than there is money for: none takes it below zero', async () => {
    const poor = await gateway.seller()
    await setTerms(gateway, poor, { basisPoints: 0 })
    const sales = await Promise.all(Array.from({ length: 8 }, () => paid(gateway, poor, 100_00)))
    const spent = { amount: 500, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    assert.equal((await poor.api('POST', '/api/public/cashout', spent)).status, 201)
    const other = atNeighbour(poor)
    const answers = await Promise.all(sales.map((sale, n) => refund(n % 2 ? poor : other, sale)))
    assert.equal(answers.filter(({ status }) => status === 202).length, 3)
    for (const { status, body } of answers) if (status !== 202) assert.equal(body.errorType, 'INSUFFICIENT_BALANCE')
    await untilIdle(gateway)
    assert.equal((await figuresOf(gateway, poor)).available, 0n)
  })

  await untilIdle(gateway)
  await assertBooks(gateway)
})

slow('one fault on the way of a refund', { concurrency: true }, async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 2_000_00 })
  // Before anything is in their way.
  const sales = new Map<string, PaidSale>()
  for (const fault of Object.keys(FAULTS)) sales.set(fault, await paid(gateway, seller))
  await Promise.all(
    Object.entries(FAULTS).map(([fault, what]) =>
      t.test(`${fault}: the money goes back once`, async () => {
        const sale = sales.get(fault) as PaidSale
        wire.fail('PUT', `/v2/pix/${sale.endToEndId}/devolucao/`, what)
        assert.equal((await refund(seller, sale, { amount: 60_00 })).status, 202)
        await until(async () => (await refundsOf(gateway, sale))[0] === 'COMPLETED 6000' || null, 'its end')
        assert.equal(await returnedOf(bank.url, sale.endToEndId), '60.00')
      }),
    ),
  )
  await untilIdle(gateway)
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

slow('a bank that does not answer for long', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 500_00 })
  const sale = await paid(gateway, seller)
  const path = `/v2/pix/${sale.endToEndId}/devolucao/`
  wire.fail('PUT', path, { forwarded: true, answer: 'cut' }, 1_000)
  wire.fail('GET', '/v2/pix', { forwarded: false, answer: 'cut' }, 1_000)
  const { body: asked } = await refund(seller, sale)
  let aheadMs = 0
  const calls = () => wire.passed.filter(one => one.path.startsWith(path))

  await t.test('leaves it PENDING with its money held, and is requested again', async () => {
    for (let round = 0; round < 3; round++) {
      const before = calls().length
      await until(() => {
        aheadMs += HOUR_MS
        gateway.advance(HOUR_MS)
        return calls().length > before || null
      }, 'the bank to be called')
    }
    assert.equal((await seller.api('GET', `${refundsAt(sale)}/${asked.uuid}`)).body.status, 'PENDING')
    assert.equal((await figuresOf(gateway, seller)).blocked, 100_00n)
    assert.equal((await refund(seller, sale)).body.errorType, 'GENERAL_ERROR')
  })

  await t.test('has sent it back once, under one id, when it is there again', async () => {
    wire.heal()
    aheadMs += HOUR_MS
    gateway.advance(HOUR_MS)
    await seller.reaches(at(sale), 'ESTORNADO')
    assert.equal(new Set(calls().map(one => one.path)).size, 1)
    assert.equal(await returnedOf(bank.url, sale.endToEndId), '100.00')
    await untilIdle(gateway, { aheadMs })
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test('a bank that says one thing and then the other', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 500_00 })
  await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: 1_000 })
  const lies: Fault = {
    forwarded: true,
    answer: ({ status, body }) => ({
      status,
      body: body.replaceAll('"EM_PROCESSAMENTO"', '"NAO_REALIZADO"').replaceAll('"DEVOLVIDO"', '"NAO_REALIZADO"'),
    }),
  }
  const lie = (sale: { endToEndId: string }) => {
    wire.fail('PUT', `/v2/pix/${sale.endToEndId}`, lies, 1_000)
    wire.fail('GET', `/v2/pix/${sale.endToEndId}`, lies, 1_000)
  }

  await t.test('of one that failed, and then went: it is charged, and published again', async () => {
    const sale = await paid(gateway, seller)
    lie(sale)
    const from = await seqOf(gateway, seller)
    const { body: asked } = await refund(seller, sale)
    await seller.reaches(`${refundsAt(sale)}/${asked.uuid}`, 'FAILED')
    wire.heal()
    await hint(wire, sale)
    await seller.reaches(`${refundsAt(sale)}/${asked.uuid}`, 'COMPLETED')
    assert.deepEqual(await movesOf(gateway, seller, from), [
      ...['RESERVE_RELEASED 1000', 'REFUND_HELD 10000', 'REFUND_RELEASED 10000', 'RESERVE_HELD 1000'],
      ...['RESERVE_RELEASED 1000', 'REFUND_FORCED 10000'],
    ])
    await seller.reaches(at(sale), 'ESTORNADO')
    const events = await gateway.db.query<{ type: string }>(sql`
      select type from event where subject = 'refund' and subject_id = ${asked.id} order by id`)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['refund.failed', 'refund.completed'],
    )
  })

  await t.test('of one that went, and then failed: nothing more is booked, and a person is called', async () => {
    const sale = await paid(gateway, seller)
    const { body: asked } = await refund(seller, sale, { amount: 50_00 })
    await seller.reaches(`${refundsAt(sale)}/${asked.uuid}`, 'COMPLETED')
    await untilIdle(gateway)
    const from = await seqOf(gateway, seller)
    lie(sale)
    for (let times = 0; times < 3; times++) await hint(wire, sale)
    await untilIdle(gateway)
    wire.heal()
    assert.deepEqual(await refundsOf(gateway, sale), ['COMPLETED 5000'])
    assert.deepEqual(await movesOf(gateway, seller, from), [])
    // An answer about the sale before this one may have come late, and have rung as well.
    const conflicts = await gateway.db.query(sql`
      select from alarm where code = 'REFUND_CONFLICT' and rung = 1 and known ->> 'endToEndId' = ${sale.endToEndId}`)
    assert.equal(conflicts.length, 1)
  })

  await t.test('of another amount: it stays under way with its money held, and an alert is raised', async () => {
    const sale = await paid(gateway, seller)
    const other: Fault = {
      forwarded: true,
      answer: ({ status, body }) => ({ status, body: body.replaceAll('"valor":"50.00"', '"valor":"49.99"') }),
    }
    wire.fail('PUT', `/v2/pix/${sale.endToEndId}`, other, 1_000)
    wire.fail('GET', `/v2/pix/${sale.endToEndId}`, other, 1_000)
    const before = (await alertsOf(gateway)).REFUND_CONFLICT ?? 0
    await refund(seller, sale, { amount: 50_00 })
    await until(async () => (await alertsOf(gateway)).REFUND_CONFLICT === before + 1 || null, 'the alarm')
    assert.deepEqual(await refundsOf(gateway, sale), ['PENDING 5000'])
    wire.heal()
    gateway.advance(HOUR_MS)
    await until(async () => (await refundsOf(gateway, sale))[0] === 'COMPLETED 5000' || null, 'its end')
    await untilIdle(gateway, { aheadMs: HOUR_MS })
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})
