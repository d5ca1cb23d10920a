// A seller sells by boleto: what is answered, published, and made at the bank.
import assert from 'node:assert/strict'
import test from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { boletoSeller, chargeAtBank, chargesOf, sellBoleto, soldBoleto } from './selling.ts'

test('a boleto', async t => {
  await using gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') })
  const seller = await boletoSeller(gateway)

  await t.test('is answered with its line and the code of its Pix', async () => {
    const { status, body } = await sellBoleto(seller)
    assert.equal(status, 201)
    assert.equal(body.status, 'PENDENTE')
    assert.match(body.boletoCode, /^\d{47}$/)
    assert.match(body.pixKey, /^000201/)
    assert.match(body.externalTransactionId, /^\d+$/)
    const charge = await chargeAtBank(gateway, body)
    assert.deepEqual([charge.status, charge.amount, charge.line], ['waiting', '123.45', body.boletoCode])
    assert.deepEqual((await seller.api('GET', `/api/transactions/${body.uuid}`)).body, body)
  })

  await t.test('three equal ones go through', async () => {
    const sold = [await soldBoleto(seller), await soldBoleto(seller), await soldBoleto(seller)]
    assert.equal(new Set(sold.map(({ boletoCode }) => boletoCode)).size, 3)
    for (const { state, dueAt } of await chargesOf(gateway, seller))
      assert.deepEqual([state, dueAt !== null], ['ISSUED', true])
  })
})
