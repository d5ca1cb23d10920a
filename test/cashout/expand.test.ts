// A server that has to prove a payout to a recipient needs more than the body of the contract.
import assert from 'node:assert/strict'
import test from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { paymentsOf, take } from './requesting.ts'

test('with expand=payment a cashout shows what its payee’s bank knows it by', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 500_00 })
  const { path, cashout } = await take(seller, { description: 'Comissão de maio' })
  await seller.reaches(path, 'COMPLETED')

  const plain = (await seller.api('GET', path)).body
  const { body } = await seller.api('GET', `${path}?expand=payment`)
  const [payment] = await paymentsOf({ url: gateway.bankUrl }, seller)

  await t.test('in addition to everything that it shows without', () => {
    const { description, endToEndId, processedAt, ...rest } = body
    assert.deepEqual(rest, plain)
    assert.equal(description, 'Comissão de maio')
    assert.match(endToEndId, /^E\d{8}\d{12}\w{11}$/)
    assert.equal(endToEndId, payment?.endToEndId)
    assert.equal(new Date(processedAt).toISOString(), processedAt)
  })

  await t.test('in the list too, and nothing of it where it is not requested', async () => {
    const { body: list } = await seller.api('GET', '/api/public/cashout?expand=payment')
    assert.deepEqual(list.data, [body])
    const { body: short } = await seller.api('GET', '/api/public/cashout')
    assert.deepEqual(short.data, [plain])
  })

  await t.test('as null where there is nothing yet', async () => {
    const refused = await take(seller, { pixKey: 'semchave@example.com' })
    await seller.reaches(refused.path, 'FAILED')
    const { endToEndId, description } = (await seller.api('GET', `${refused.path}?expand=payment`)).body
    assert.deepEqual({ endToEndId, description }, { endToEndId: null, description: null })
  })

  await t.test('and of nothing else', async () => {
    for (const asked of [`${path}?expand=payer`, '/api/public/cashout?expand=payer']) {
      const { status, body: response } = await seller.api('GET', asked)
      assert.equal(status, 400, asked)
      assert.match(response.message, /^expand: /)
    }
  })
  assert.equal(cashout.uuid, body.uuid)
})
