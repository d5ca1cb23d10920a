// What a delivery is about, in the log: the sale and its customer, the cashout and its key, the amount; and found by it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deliverySearch } from '#notification/delivery-log/search-store.ts'
import { openTestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { openShop } from './shop.ts'

interface Entry {
  event: string
  about: Record<string, unknown> | null
}

it('each delivery says what it is about, and is found by it', async () => {
  await using gateway = await openTestGateway()
  await using receiver = await openReceiver()
  const shop = await openShop(gateway, { funds: 100_000 })
  const { id } = await shop.signed(receiver, ['sale.pending', 'withdrawal.pending'])
  const customer = { name: 'Antônia Conceição', email: 'Antonia@Example.com', document: '52998224725' }
  const sale = await shop.seller.sell(1_234_56, { customer, externalReference: 'pedido-9' })
  await shop.seller.sell(77_00, { customer: { name: '100% Modas_Ltda' } })
  const request = { amount: 150.5, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
  const cashout = (await shop.seller.api('POST', '/api/public/cashout', request)).body
  assert.equal((await shop.person.call('POST', `/api/webhook/${id}/test`)).status, 202)
  const find = async (query: Record<string, string> = {}): Promise<Entry[]> => {
    const answer = await shop.person.call('GET', `/api/webhook/${id}/deliveries?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const all = await until(async () => {
    const entries = await find({ status: 'DELIVERED' })
    return entries.length === 4 ? entries : null
  }, 'four deliveries')
  const nothing = { uuid: null, saleUuid: null, amount: null, customer: null, pixKey: null, reference: null }
  const { uuid } = sale
  assert.deepEqual(
    all.map(({ about }) => about),
    [
      { ...nothing, kind: 'TEST' },
      { ...nothing, kind: 'WITHDRAWAL', uuid: cashout.uuid, amount: 150_50, pixKey: 'maria@example.com' },
      { ...all[2]?.about, kind: 'SALE', amount: 77_00, customer: '100% Modas_Ltda', reference: null },
      {
        ...nothing,
        kind: 'SALE',
        uuid,
        saleUuid: uuid,
        amount: 1_234_56,
        customer: 'Antônia Conceição',
        reference: 'pedido-9',
      },
    ],
  )
  const ofSale = ['antonia conc', 'ANTÔNIA', 'antonia@example', '529.982.247-25', uuid, uuid.toUpperCase(), 'pedido-9']
  for (const q of [...ofSale, 'R$ 1.234,56', '1234,56', '1234.56', String(sale.id)])
    assert.deepEqual(await find({ q }), [all[3]], q)
  for (const q of ['150,50', cashout.uuid, 'maria@example.com']) assert.deepEqual(await find({ q }), [all[1]], q)
  for (const q of ['100%', 'modas_', '77']) assert.deepEqual(await find({ q }), [all[2]], q)
  for (const q of ['ninguém', '%', '_', '15050', 'TEST', "' or true --"])
    assert.deepEqual(await find({ q }), q === '%' || q === '_' ? [all[2]] : [], q)
  assert.equal((await find({ q: '   ' })).length, all.length, 'blanks are no filter')
  assert.deepEqual(await find({ q: 'antonia', event: 'withdrawal.pending' }), [])
  const tooLong = await shop.person.call('GET', `/api/webhook/${id}/deliveries?q=${'x'.repeat(101)}`)
  assert.equal(tooLong.status, 400)
})

it('an amount is read as people write it', () => {
  const amounts = ['150', '150,5', 'R$150,50', '1.500,00', '1500.00', '1.500', '1,5,0', 'abc', '-1', '1e3']
  assert.deepEqual(
    amounts.map(text => deliverySearch(text)?.amount ?? null),
    [150_00n, 150_50n, 150_50n, 1_500_00n, 1_500_00n, 1_500_00n, null, null, null, null],
  )
  assert.equal(deliverySearch('  '), null)
})
