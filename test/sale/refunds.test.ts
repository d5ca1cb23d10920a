// Money that goes back to its payer goes back once, whatever the bank answers and whichever process dies on the way.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks, offences, untilIdle } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { MORE_LOOKUPS, openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { FAULTS, type Fault, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { clientOf, payoutBody } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { alertsOf, decide, hint, listed, returnedOf, untilUnmatched } from './incoming.ts'
import { at, figuresOf, receiptsOf, setTerms } from './selling.ts'

const ENV = { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: `100${MORE_LOOKUPS}` }

/** A second payment, which waits for a person. */
async function kept(gateway: TestGateway, seller: Seller, olga: Person, cents = 100_00) {
  await setTerms(gateway, seller, { unexpected: 'KEEP' })
  const sale = await seller.sell(cents)
  await gateway.pay(sale.pixKey)
  await seller.reaches(at(sale), 'PAGO')
  const { body: pix } = await gateway.pay(sale.pixKey, { again: true })
  const found = async () => (await listed(olga, '?limit=100')).find(({ endToEndId }) => endToEndId === pix.endToEndId)
  return { sale, pix, receipt: await until(async () => (await found()) ?? null, 'the receipt'), found }
}

const refundPath = ({ endToEndId }: { endToEndId: string }) => `/v2/pix/${endToEndId}/devolucao/`

slow('one fault on the way of a refund', { concurrency: true }, async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const olga = await registerOperator(gateway)
  // Before anything is in their way.
  const payments = new Map<string, { seller: Seller } & Awaited<ReturnType<typeof kept>>>()
  for (const fault of Object.keys(FAULTS)) {
    const seller = await gateway.seller()
    payments.set(fault, { seller, ...(await kept(gateway, seller, olga)) })
  }
  await Promise.all(
    Object.entries(FAULTS).map(([fault, what]) =>
      t.test(`${fault}: the money goes back once`, async () => {
        const { seller, pix, receipt: incomingPayment } = payments.get(fault) ?? assert.fail()
        wire.fail('PUT', refundPath(pix), what)
        assert.equal((await decide(olga, incomingPayment, 'return')).status, 202)
        await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
        assert.equal(await returnedOf(bank.url, pix.endToEndId), '100.00')
        assert.equal((await figuresOf(gateway, seller)).received, 0n)
      }),
    ),
  )
  await untilIdle(gateway)
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

slow('a bank that does not answer for long', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const olga = await registerOperator(gateway)
  const seller = await gateway.seller()
  const { pix, receipt: incomingPayment } = await kept(gateway, seller, olga)
  wire.fail('PUT', refundPath(pix), { forwarded: true, answer: 'cut' }, 1_000)
  wire.fail('GET', '/v2/pix', { forwarded: false, answer: 'cut' }, 1_000)
  await decide(olga, incomingPayment, 'return')
  let aheadMs = 0
  const pass = (ms: number) => {
    aheadMs += ms
    gateway.advance(ms)
  }
  const asked = () => wire.passed.filter(({ method, path }) => method === 'GET' && path.startsWith(refundPath(pix)))

  await t.test('leaves the money on its way, and is requested again', async () => {
    for (let round = 0; round < 3; round++) {
      const before = asked().length
      await until(() => {
        pass(HOUR_MS)
        return asked().length > before || null
      }, 'the bank to be called')
    }
    assert.ok((await receiptsOf(gateway, seller)).includes('RETURNING 10000 ALREADY_PAID'))
    assert.equal((await figuresOf(gateway, seller)).received, 100_00n)
  })

  await t.test('has returned it once under one id when it is back', async () => {
    wire.heal()
    pass(HOUR_MS)
    await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
    const ids = new Set(wire.passed.filter(({ path }) => path.startsWith(refundPath(pix))).map(({ path }) => path))
    assert.equal(ids.size, 1)
    await untilIdle(gateway, { aheadMs })
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

everyday('a refund that the bank does not execute', async t => {
  await using gateway = await openTestGateway({ env: ENV })
  const olga = await registerOperator(gateway)
  const seller = await gateway.seller()
  const { pix, receipt: incomingPayment, found } = await kept(gateway, seller, olga)

  await t.test('is FAILED, the money waits again, and a person is called', async () => {
    const bank = await clientOf({ url: gateway.bankUrl })
    const drain = payoutBody('1000150.00', 'fornecedor@example.com')
    assert.equal((await bank.call('PUT', `/v3/gn/pix/${'D'.repeat(30)}`, drain)).status, 201)
    await until(async () => (await bank.call('GET', '/v2/gn/saldo')).body.saldo === '50.00' || null, 'the bank to pay')
    assert.equal((await decide(olga, incomingPayment, 'return')).status, 202)
    const after = await until(async () => {
      const now = await found()
      return now?.status === 'UNACCEPTED' ? now : null
    }, 'the failure')
    assert.deepEqual(after.refund.failure, {
      code: 'NAO_REALIZADO',
      message: 'Saldo insuficiente para realizar a devolução.',
    })
    assert.deepEqual([after.refund.status, after.reason], ['FAILED', 'ALREADY_PAID'])
    assert.equal((await alertsOf(gateway)).RETURN_FAILED, 1)
    assert.equal(await returnedOf(gateway.bankUrl, pix.endToEndId), '0.00')
  })

  await t.test('can be requested again, under another id', async () => {
    // Money comes in, so that the bank can pay.
    await gateway.seller({ funds: 100_00 })
    const first = (await found()).refund.uuid
    assert.equal((await decide(olga, incomingPayment, 'return')).status, 202)
    await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
    assert.notEqual((await found()).refund.uuid, first)
    assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  })

  await t.test('because the Pix is too old is refused in the answer, and waits for a person as well', async () => {
    const { receipt: old, found: oldNow, pix: oldPix } = await kept(gateway, seller, olga, 55_00)
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: (91 * DAY_MS) / SECOND_MS } })
    await decide(olga, old, 'return')
    const { refund } = await until(async () => {
      const now = await oldNow()
      return now?.status === 'UNACCEPTED' ? now : null
    }, 'the refusal')
    assert.equal(refund.failure.code, 'PixDevolucaoInvalida')
    assert.equal(await returnedOf(gateway.bankUrl, oldPix.endToEndId), '0.00')
  })
})

slow('a bank that says a refund failed, and then that it was executed', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const olga = await registerOperator(gateway)
  const seller = await gateway.seller()
  const { pix, receipt: incomingPayment } = await kept(gateway, seller, olga)
  const lies: Fault = {
    forwarded: true,
    answer: ({ status, body }) => ({
      status,
      body: body.replaceAll('"EM_PROCESSAMENTO"', '"NAO_REALIZADO"').replaceAll('"DEVOLVIDO"', '"NAO_REALIZADO"'),
    }),
  }
  wire.fail('PUT', refundPath(pix), lies)
  wire.fail('GET', '/v2/pix', lies, 1_000)
  await decide(olga, incomingPayment, 'return')

  await t.test('is believed at first', async () => {
    await untilUnmatched(gateway, seller, 'UNACCEPTED 10000 ALREADY_PAID')
  })

  await t.test('and believed again, as long as nothing else was done with the money', async () => {
    wire.heal()
    await hint(wire, pix)
    await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
    await untilIdle(gateway)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })

  await t.test('where the money was credited meanwhile nothing more is booked, and a person is called', async () => {
    const other = await kept(gateway, seller, olga, 60_00)
    wire.fail('PUT', refundPath(other.pix), lies)
    wire.fail('GET', '/v2/pix', lies, 1_000)
    await decide(olga, other.receipt, 'return')
    await untilUnmatched(gateway, seller, 'UNACCEPTED 6000 ALREADY_PAID')
    assert.equal((await decide(olga, other.receipt, 'credit')).body.status, 'CREDITED')
    wire.heal()
    for (let times = 0; times < 3; times++) await hint(wire, other.pix)
    await untilIdle(gateway)
    const raised = async () => (await alertsOf(gateway)).REFUND_CONFLICT
    await until(async () => (await raised()) ?? null, 'the alarm')
    assert.equal(await raised(), 1)
    assert.ok((await receiptsOf(gateway, seller)).includes('CREDITED 6000 ALREADY_PAID'))
  })
})

everyday('while the gateway is in recovery nothing is sent back; it is sent afterwards', async () => {
  await using gateway = await openTestGateway({ env: ENV })
  const seller = await gateway.seller()
  await gateway.db.query(sql`
    update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`)
  const sale = await seller.sell(100_00)
  await gateway.pay(sale.pixKey)
  const { body: pix } = await gateway.pay(sale.pixKey, { again: true })
  await untilUnmatched(gateway, seller, 'RETURNING 10000 ALREADY_PAID')
  const idle = await call(gateway.bankUrl, 'GET', '/health')
  assert.equal(idle.body.balance, '1000200.00')
  gateway.advance(DAY_MS)
  // Another sale that is paid meanwhile shows that the gateway was at work, and not on this.
  const other = await gateway.seller({ funds: 1_00 })
  assert.equal((await receiptsOf(gateway, other)).length, 1)
  assert.equal(await returnedOf(gateway.bankUrl, pix.endToEndId), '0.00')
  await gateway.db.query(sql`
    update house set recovering_since = null, recovery_reason = null, recover_from = null`)
  await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
})

everyday('a refund that our database has lost is taken up again when the bank reports it', async () => {
  await using line = await openGatewayBehindWire({ ...ENV, PSP_LOOKUP_WAITS_MS: '100' })
  const { gateway, wire, bank } = line
  const olga = await registerOperator(gateway)
  const seller = await gateway.seller()
  const { pix, receipt: incomingPayment } = await kept(gateway, seller, olga)
  const mute: Fault = { forwarded: true, answer: 'cut' }
  wire.fail('PUT', refundPath(pix), mute, 1_000)
  wire.fail('GET', '/v2/pix', mute, 1_000)
  await decide(olga, incomingPayment, 'return')
  await until(async () => (await returnedOf(bank.url, pix.endToEndId)) === '100.00' || null, 'the bank to return it')
  const inHalfAnHour = new Date(Date.now() + HOUR_MS / 2)
  const waiting = () => gateway.db.query(sql`select from refund where due_at > ${inHalfAnHour}`)
  await until(async () => (await waiting()).length > 0 || null, 'its lookup to be over')
  // As a database does that is restored to a state of before the decision.
  await gateway.db.query(sql`delete from refund`)
  await gateway.db.query(sql`update receipt set seal = default, status = 'UNACCEPTED' where status = 'RETURNING'`)
  wire.heal()
  const before = wire.passed.length
  await hint(wire, pix)
  await untilUnmatched(gateway, seller, 'RETURNED 10000 ALREADY_PAID')
  // It is looked up, by itself or with its Pix, and not sent.
  const calls = wire.passed.slice(before).filter(({ path }) => path.startsWith(`/v2/pix/${pix.endToEndId}`))
  assert.deepEqual([...new Set(calls.map(({ method }) => method))], ['GET'])
  await untilIdle(gateway)
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

everyday('money that went back before the database was restored pays no sale that is open there again', async () => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  await setTerms(gateway, seller, { acceptsLate: false })
  const sale = await seller.sell(100_00)
  await seller.api('POST', `${at(sale)}/cancel`)
  const { body: pix } = await gateway.pay(sale.pixKey, { late: true })
  await untilUnmatched(gateway, seller, 'RETURNED 10000 TOO_LATE')
  await untilIdle(gateway)
  // The copy is older than the cancellation, the payment and the return.
  for (const table of [sql`refund`, sql`receipt`]) await gateway.db.query(sql`delete from ${table}`)
  await gateway.db.query(sql`update sale set seal = default, status = 'PENDENTE', due_at = expires_at`)
  const before = wire.passed.length
  await hint(wire, pix)
  await untilUnmatched(gateway, seller, 'RETURNED 10000 GONE_BACK')
  const sent = wire.passed
    .slice(before)
    .filter(({ method, path }) => method === 'PUT' && path.startsWith(refundPath(pix)))
  assert.deepEqual(sent, [])
  assert.equal((await seller.api('GET', at(sale))).body.status, 'PENDENTE')
  const { available, received } = await figuresOf(gateway, seller)
  assert.deepEqual([available, received, await returnedOf(bank.url, pix.endToEndId)], [0n, 0n, '100.00'])
})

everyday(
  'what the bank gives back by itself of money that no sale accepted is not booked, and raises one alert',
  async () => {
    await using line = await openGatewayBehindWire(ENV)
    const { gateway, wire, bank } = line
    const olga = await registerOperator(gateway)
    const seller = await gateway.seller()
    const { pix } = await kept(gateway, seller, olga)
    const before = await figuresOf(gateway, seller)
    const body = { endToEndId: pix.endToEndId, amount: '40.00', natureza: 'MED_FRAUDE' }
    assert.equal((await call(bank.url, 'POST', '/sandbox/refund', { body })).status, 201)
    const code = 'UNMATCHED_MONEY_RETURNED'
    await until(async () => (await alertsOf(gateway))[code] ?? null, 'the alarm')
    for (let times = 0; times < 3; times++) await hint(wire, pix)
    await untilIdle(gateway)
    assert.equal((await alertsOf(gateway))[code], 1)
    const [alert] = await gateway.db.query<{ known: Record<string, unknown> }>(
      sql`select known from alarm where code = ${code}`,
    )
    assert.deepEqual(
      [alert?.known.endToEndId, alert?.known.amount, alert?.known.booked],
      [pix.endToEndId, '4000', false],
    )
    assert.deepEqual(await figuresOf(gateway, seller), before)
    assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  },
)
