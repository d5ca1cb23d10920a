// The bodies: the contract's fields, in its order, with its types, in each of the forms.
import assert from 'node:assert/strict'
import test from 'node:test'
import { take } from '../cashout/requesting.ts'
import { openTestGateway } from '../gateway.ts'
import { type Notification, openReceiver } from '../receiver.ts'
import { openShop } from './shop.ts'

const SALE = [
  'id',
  'uuid',
  'userId',
  'amount',
  'date',
  'status',
  'paymentMethod',
  'customerDocument',
  'customerEmail',
  'customerName',
  'customerPhone',
  'pixKey',
  'boletoCode',
  'shipping',
  'saleItems',
]
const OF_WEBHOOKS = ['fee', 'transactionId', 'type']
const OF_POSTBACKS = ['externalTransactionId']
const ITEM = ['id', 'saleId', 'saleUuid', 'title', 'unitPrice', 'quantity', 'tangible']
const WITHDRAWAL = [
  'id',
  'uuid',
  'userId',
  'amount',
  'pixKey',
  'pixKeyType',
  'status',
  'externalId',
  'createdAt',
  'updatedAt',
  'processedAt',
  'user',
  'type',
]

const CUSTOMER = {
  name: 'Maria Silva',
  email: 'maria@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
}
const ITEMS = [
  { title: 'Camiseta "G" ✓', unitPrice: 10_050, quantity: 2, tangible: true },
  { title: 'Adesivo', unitPrice: 0, quantity: 1, tangible: false },
]
const SHIPPING = { street: 'Rua Açaí', number: 7, nested: { zip: '01310-100' } }

test('the bodies of a sale', async t => {
  await using gateway = await openTestGateway({ env: { POSTBACK_SECRET: 'a secret for postbacks' } })
  await using receiver = await openReceiver()
  const { seller, signed } = await openShop(gateway)
  await signed({ url: `${receiver.url}/signed` }, ['sale.pending', 'sale.paid'])
  const more = { customer: CUSTOMER, items: ITEMS, shipping: SHIPPING, postbackUrl: `${receiver.url}/postback` }
  const sale = await seller.sell(201_00, more)
  await gateway.pay(sale.pixKey)
  const paid = await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const heard = await receiver.gets(3)
  const one = (path: string, status: string) =>
    heard.find(notification => notification.path === path && notification.body.status === status) as Notification
  const about = {
    id: sale.id,
    uuid: sale.uuid,
    userId: seller.accountId,
    amount: '20100',
    date: paid.date,
    paymentMethod: 'PIX',
    customerDocument: '52998224725',
    customerEmail: 'maria@example.com',
    customerName: 'Maria Silva',
    customerPhone: '11987654321',
    pixKey: sale.pixKey,
    boletoCode: null,
    saleItems: (paid.items as { id: number }[]).map((item, n) => ({
      id: item.id,
      saleId: sale.id,
      saleUuid: sale.uuid,
      title: ITEMS[n]?.title,
      unitPrice: String(ITEMS[n]?.unitPrice),
      quantity: ITEMS[n]?.quantity,
      tangible: ITEMS[n]?.tangible,
    })),
  }

  for (const status of ['PENDENTE', 'PAGO'])
    await t.test(`the permanent webhook, ${status}`, () => {
      const { body } = one('/signed', status)
      assert.deepEqual(Object.keys(body), [...SALE, ...OF_WEBHOOKS])
      for (const item of body.saleItems) assert.deepEqual(Object.keys(item), ITEM)
      const { shipping, ...rest } = body
      assert.deepEqual(rest, { ...about, status, fee: 199, transactionId: sale.id, type: 'TRANSACTION' })
      assert.deepEqual(JSON.parse(shipping), SHIPPING)
    })

  await t.test('the postback', () => {
    const { body } = one('/postback', 'PAGO')
    assert.deepEqual(Object.keys(body), [...SALE, ...OF_POSTBACKS])
    const { shipping, ...rest } = body
    assert.deepEqual(rest, { ...about, status: 'PAGO', externalTransactionId: paid.externalTransactionId })
    assert.deepEqual(JSON.parse(shipping), SHIPPING)
  })

  await t.test('what the caller did not give is empty, null, or not there', async () => {
    await seller.sell(100)
    const { body } = (await receiver.gets(4))[3] as Notification
    assert.deepEqual(Object.keys(body), [...SALE, ...OF_WEBHOOKS])
    assert.deepEqual([body.customerDocument, body.customerEmail, body.customerPhone], ['', '', ''])
    assert.equal(body.shipping, null)
  })

  await t.test('the reference that the caller gave comes last', async () => {
    await seller.sell(100, { externalReference: 'order-1' })
    const { body } = (await receiver.gets(5))[4] as Notification
    assert.deepEqual(Object.keys(body), [...SALE, ...OF_WEBHOOKS, 'externalReference'])
  })
})

test('the bodies of a withdrawal', async t => {
  await using gateway = await openTestGateway({ env: { POSTBACK_SECRET: 'a secret for postbacks' } })
  await using receiver = await openReceiver()
  const { seller, signed, unsigned, person } = await openShop(gateway, { funds: 500_00 })
  await signed({ url: `${receiver.url}/signed` }, ['withdrawal.pending', 'withdrawal.completed', 'withdrawal.rejected'])
  await unsigned({ url: `${receiver.url}/unsigned` })
  const postbackUrl = `${receiver.url}/postback`
  const { cashout: first, path } = await take(seller, { postbackUrl })
  await seller.reaches(path, 'COMPLETED')
  const { cashout: second, path: other } = await take(seller, { pixKey: 'recusada@example.com' })
  await seller.reaches(other, 'FAILED')
  const heard = await receiver.gets(10)
  const reported = (uuid: string) =>
    heard.filter(({ body }) => body.uuid === uuid).map(({ path: at, body }) => `${at} ${body.status}`)

  await t.test('are sent with their statuses on their channels', () => {
    assert.deepEqual(reported(first.uuid).toSorted(), [
      '/postback COMPLETED',
      '/postback PROCESSING',
      '/signed COMPLETED',
      '/signed PENDING',
      '/unsigned COMPLETED',
      '/unsigned PROCESSING',
    ])
    assert.deepEqual(reported(second.uuid).toSorted(), [
      '/signed PENDING',
      '/signed REJECTED',
      '/unsigned PROCESSING',
      '/unsigned REJECTED',
    ])
  })

  const account = (await person.call('GET', '/api/account')).body
  for (const { path: at, body } of heard)
    await t.test(`${at}, ${body.status} of ${body.pixKey}`, async () => {
      const cashout = body.uuid === first.uuid ? first : second
      assert.deepEqual(Object.keys(body), WITHDRAWAL)
      const { externalId, updatedAt, processedAt, status, ...rest } = body
      assert.deepEqual(rest, {
        id: cashout.id,
        uuid: cashout.uuid,
        userId: seller.accountId,
        amount: '100.00',
        pixKey: cashout.pixKey,
        pixKeyType: 'EMAIL',
        createdAt: cashout.createdAt,
        user: { id: seller.accountId, name: account.name, email: account.email },
        type: 'WITHDRAWAL',
      })
      assert.deepEqual(Object.keys(body.user), ['id', 'name', 'email'])
      assert.equal(externalId === null, status === 'PENDING')
      assert.equal(processedAt === null, status === 'PENDING' || status === 'PROCESSING')
      assert.ok(Date.parse(updatedAt) >= Date.parse(cashout.createdAt))
    })
})

test('events that no webhook chose', async t => {
  await using gateway = await openTestGateway()
  await using receiver = await openReceiver()
  const { seller, signed } = await openShop(gateway)
  await signed({ url: `${receiver.url}/paid` }, ['sale.paid'])
  await signed({ url: `${receiver.url}/cart` }, ['cart.abandoned', 'cart.recovered'])
  await signed({ url: `${receiver.url}/off` }, ['sale.paid', 'sale.pending'], { active: false })
  const sale = await seller.sell(100_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  await receiver.gets(1)

  await t.test('are not sent, least of all those of the cart', () => {
    assert.deepEqual(
      receiver.received.map(({ path, headers }) => `${path} ${headers['x-service-event-type']}`),
      ['/paid sale.paid'],
    )
  })
})
