// A gateway that starts with the sandbox bank is called back about the first payment, also where the bank did not answer at first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { at } from '../sale/selling.ts'

test('the address for callbacks is registered before the gateway is there, though the bank failed twice', async () => {
  await using resources = new AsyncDisposableStack()
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const fault = { on: 'PUT /webhook', fate: '503', times: 2 }
  assert.equal((await call(bank.url, 'POST', '/sandbox/faults', { body: fault })).status, 201)
  // The sweep must not find what no callback told of.
  const env = { SWEEP_EVERY_MS: '3600000' }
  const gateway = resources.use(await openTestGateway({ on: { connection, bank }, env }))
  const seller = await gateway.seller()
  const sale = await seller.sell(10_00)
  assert.equal((await gateway.pay(sale.pixKey)).status, 201)
  await seller.reaches(at(sale), 'PAGO')
})
