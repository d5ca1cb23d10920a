import assert from 'node:assert/strict'
import test from 'node:test'
import { openTestGateway } from './gateway.ts'

test('the first sale is paid, the first cashout leaves', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()

  await t.test('an account without a balance record gets one with zeros', async () => {
    const { status, text } = await seller.api('GET', '/api/public/balance')
    assert.equal(status, 200)
    assert.equal(text, '{"available":0,"blocked":0,"total":0}')
  })

  const sale = await seller.sell(200_00)
  await t.test('a sale waits to be paid, and carries its code', async () => {
    const { body } = await seller.api('GET', `/api/transactions/${sale.uuid}`)
    assert.equal(body.status, 'PENDENTE')
    assert.equal(body.pixKey, sale.pixKey)
    assert.equal(body.completedAt, null)
  })

  await t.test('paid at the bank, it becomes PAGO and the net is available', async () => {
    assert.equal((await gateway.pay(sale.pixKey)).status, 201)
    const paid = await seller.reaches(`/api/transactions/${sale.id}`, 'PAGO')
    assert.equal(paid.systemFee, 198)
    assert.equal(paid.netAmount, 198_02)
    const { body } = await seller.api('GET', '/api/public/balance')
    assert.deepEqual(body, { available: 198_02, blocked: 0, total: 198_02 })
  })

  await t.test('a cashout is held, paid by the bank, and captured', async () => {
    const request = { amount: 150, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const { status, body: cashout } = await seller.api('POST', '/api/public/cashout', request)
    assert.equal(status, 201)
    assert.equal(cashout.status, 'PENDING')
    assert.equal('updatedAt' in cashout, false)
    assert.deepEqual(cashout.fees, { fixed: '1.00', variable: '0.00', total: '1.00' })
    await seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
    const { body } = await seller.api('GET', '/api/public/balance')
    assert.deepEqual(body, { available: 48_02, blocked: 0, total: 48_02 })
  })
})
