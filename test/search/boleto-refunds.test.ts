// The search for the money of a boleto that went back: the Pix to its payer's key has an end-to-end id of its own, which the payer has in hand.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { registerOperator } from '../access/person.ts'
import { openBoletoShop } from '../charge/paying.ts'
import { soldBoleto } from '../charge/selling.ts'
import { refunded } from '../sale/refunding.ts'

const TO_PAYER = { pixKey: '529.982.247-25', pixKeyType: 'CPF' }

it('the end-to-end id of the Pix by which a boleto went back finds its refund', async () => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  const olga = await registerOperator(gateway)
  const sold = await soldBoleto(seller)
  await shop.pay({ pixCopiaECola: sold.pixKey })
  await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
  const { uuid } = await refunded(seller, sold, { amount: 23_45, refundTo: TO_PAYER })
  await refunded(seller, sold, { amount: 10_00, refundTo: TO_PAYER })
  const [refund] = await gateway.db.query<{ endToEndId: string }>(
    sql`select rtr_id as "endToEndId" from refund where uuid = ${uuid}`,
  )
  const { status, body, text } = await olga.call('GET', `/api/admin/search?q=${refund?.endToEndId}`)
  assert.equal(status, 200, text)
  const refunds = body.groups.find(({ kind }: { kind: string }) => kind === 'refund')?.data ?? []
  assert.deepEqual(
    refunds.map((one: { uuid: string; by: string }) => [one.uuid, one.by]),
    [[uuid, 'END_TO_END_ID']],
  )
})
