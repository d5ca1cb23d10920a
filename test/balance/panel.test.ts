// The balance as the account's people read it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join, register } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'

test('every member reads the balance, and no caller without a session', async () => {
  await using gateway = await openTestGateway()
  const ana = await register(gateway)
  assert.deepEqual((await ana.call('GET', '/api/balance')).body, { available: 0, blocked: 0, total: 0 })

  const seller = await gateway.seller({ funds: 100_00 })
  await join(gateway, ana, seller.accountId, 'READER')
  const { status, body } = await ana.call('GET', '/api/balance', undefined, {
    'x-account-id': String(seller.accountId),
  })
  assert.deepEqual([status, body], [200, (await seller.api('GET', '/api/public/balance')).body])
  assert.equal((await call(gateway.url, 'GET', '/api/balance')).status, 401)
})
