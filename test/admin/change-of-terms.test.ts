// What the operator changes of an account holds from the next request on, but for a limit that is raised.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'

describe('a change of terms', () => {
  let gateway: TestGateway
  let olga: Person
  let seller: Seller
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
    seller = await gateway.seller({ funds: 100_000 })
  })
  after(() => gateway[Symbol.asyncDispose]())

  const patch = async (body: unknown) => {
    const answer = await olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, body)
    assert.equal(answer.status, 200, answer.text)
  }
  const cashout = async () => {
    const body = { amount: 150, pixKey: 'loja@example.com', pixKeyType: 'EMAIL' }
    const answer = await seller.api('POST', '/api/public/cashout', body)
    return answer.body.errorType ?? answer.body.error?.code ?? answer.body.fees
  }

  it('is in force at the next request', async () => {
    assert.deepEqual(await cashout(), { fixed: '1.00', variable: '0.00', total: '1.00' })
    await patch({ fees: { cashout: { fixedCents: 250, basisPoints: 100 } } })
    assert.deepEqual(await cashout(), { fixed: '2.50', variable: '1.50', total: '4.00' })
    await patch({ limits: { cashoutMinimumCents: 15_001 } })
    assert.equal(await cashout(), 'MINIMUM_VALUE')
    await patch({ limits: { cashoutMinimumCents: 1, cashoutMaximumCents: 14_999 } })
    assert.equal(await cashout(), 'MAXIMUM_VALUE')
    await patch({ transferAllowed: false })
    assert.equal(await cashout(), 'TRANSFER_NOT_ALLOWED')
    await patch({ apiCashoutEnabled: false })
    assert.equal(await cashout(), 'API_WITHDRAWAL_DISABLED_GLOBALLY')
    await patch({ status: 'BLOCKED' })
    assert.equal(await cashout(), 'FORBIDDEN')
    const open = { cashoutMinimumCents: 1, cashoutMaximumCents: 99_999 }
    await patch({ status: 'ACTIVE', apiCashoutEnabled: true, transferAllowed: true, limits: open })
    // But for a limit that is raised.
    assert.equal(await cashout(), 'MAXIMUM_VALUE')
    gateway.advance(DAY_MS)
    assert.deepEqual(await cashout(), { fixed: '2.50', variable: '1.50', total: '4.00' })
    assert.equal((await olga.call('PATCH', '/api/admin/switches', { apiCashoutEnabled: false })).status, 200)
    assert.equal(await cashout(), 'API_WITHDRAWAL_DISABLED_GLOBALLY')
  })
})
