// What the test bank reports is of test accounts alone, whatever ids it names; a payment and a claim under the id of live ones change nothing
// that is live.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { register } from '../access/person.ts'
import { examined } from '../doctor/scene.ts'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { atTestBank, inTestMode, keysOf } from './side.ts'

slow(
  'a payment and a dispute that the test bank reports under the id of a live Pix are of the test account',
  async () => {
    await using gateway = await openTestGateway({ testMode: true, env: { SWEEP_EVERY_MS: '3600000' } })
    const ana = await register(gateway)
    const live = await keysOf(gateway, ana)
    const test = await keysOf(gateway, await inTestMode(ana))
    const bank = atTestBank(gateway)
    const real = await live.sell(50_00)
    const realPath = `/api/transactions/${real.uuid}`
    await gateway.pay(real.pixKey)
    await live.reaches(realPath, 'PAGO')
    const before = (await live.api('GET', '/api/public/balance')).text

    // Only the list of the bank tells of the payment, once the clock has moved: by then a live Pix has its id.
    await call(bank.bankUrl, 'POST', '/sandbox/faults', { body: { on: 'PUT /cob', fate: 'dropCallback' } })
    const sale = await test.sell(70_00)
    const path = `/api/transactions/${sale.uuid}`
    const { endToEndId } = (await bank.pay(sale.pixKey)).body
    await gateway.db.query(sql`
    update receipt set end_to_end_id = ${endToEndId}, seal = default where account_id = ${ana.accountId}`)
    gateway.advance(2 * HOUR_MS)
    await test.reaches(path, 'PAGO')

    const claimed = await call(bank.bankUrl, 'POST', '/sandbox/med', { body: { endToEndId } })
    assert.equal(claimed.status, 201, claimed.text)
    gateway.advance(2 * HOUR_MS)
    await test.reaches(path, 'MED')
    const disputes = await until(async () => {
      const { data } = (await test.api('GET', '/api/disputes')).body
      return data.length > 0 ? data : null
    }, 'the dispute')
    assert.equal(disputes.length, 1)
    assert.deepEqual((await live.api('GET', '/api/disputes')).body.data, [])
    assert.equal((await live.api('GET', realPath)).body.status, 'PAGO')
    assert.equal((await live.api('GET', '/api/public/balance')).text, before)
    const { findings } = await examined(gateway.db)
    assert.deepEqual(
      findings.filter(({ check }) => check === 'receipt.once'),
      [],
    )
  },
)
