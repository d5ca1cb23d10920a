// A boleto whose time is over: the bank is asked first. What was reported as paid is waited for, anything else is cancelled there and ends.
import assert from 'node:assert/strict'
import test from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import { examined } from '../doctor/scene.ts'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { boletoSeller, chargeAtBank, chargesOf, soldBoleto } from './selling.ts'

test('when its last day and the clearing are over', async t => {
  await using gateway = await openTestGateway()
  const seller = await boletoSeller(gateway)
  const [left, paid] = [await soldBoleto(seller), await soldBoleto(seller, { boleto: { dueInDays: 0 } })]
  await call(gateway.bankUrl, 'POST', '/sandbox/boleto/pay', { body: { line: paid.boletoCode } })
  // The bank has said so, and credits it on the next business day of its own clock, which stands.
  await until(
    async () => (await chargesOf(gateway, seller))[1]?.reported === 'identified' || null,
    'it to be identified',
  )
  gateway.advance(20 * DAY_MS)

  await t.test('a boleto that nobody paid is cancelled at the bank, and then here', async () => {
    await seller.reaches(`/api/transactions/${left.uuid}`, 'CANCELADO')
    assert.equal((await chargeAtBank(gateway, left)).status, 'canceled')
  })

  await t.test('one that was paid at a bank is waited for, and cannot be cancelled', async () => {
    const path = `/api/transactions/${paid.uuid}`
    const { status, body } = await seller.api('POST', `${path}/cancel`)
    assert.deepEqual([status, body.message], [409, 'The boleto has been paid at a bank, and waits to be credited'])
    const { body: shown } = await seller.api('GET', `${path}?expand=payment`)
    assert.deepEqual([shown.status, shown.identifiedAt === null], ['PENDENTE', false])
    assert.equal((await chargeAtBank(gateway, paid)).status, 'identified')
  })

  await t.test('leaves nothing for the doctor', async () => {
    assert.deepEqual((await examined(gateway.db)).findings, [])
  })
})
