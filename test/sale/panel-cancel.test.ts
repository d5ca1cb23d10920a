// A sale that one of the seller's people cancels: by the same rules as the API, with their name in the audit log.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join, register, setRole } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { at, statusOf } from './selling.ts'

describe('a sale cancelled in the panel', () => {
  let gateway: TestGateway
  let shop: Shop
  before(async () => {
    gateway = await openTestGateway()
    shop = await openShop(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const cancel = (id: string | number, person = shop.person) => person.call('POST', `/api/sales/${id}/cancel`)
  const entries = async (uuid: string) =>
    (await shop.person.call('GET', '/api/audit?limit=100')).body.data.filter(
      (entry: { subjectId: string; action: string }) => entry.subjectId === uuid && entry.action === 'sale.cancelled',
    )

  it('is CANCELADO, its charge is removed at the bank first, and it is known who did it: once', async () => {
    const sale = await shop.seller.sell(100_00)
    const answer = await cancel(sale.uuid)
    assert.deepEqual([answer.status, answer.body.uuid, answer.body.status], [202, sale.uuid, 'CANCELADO'])
    const bank = await clientOf({ url: gateway.bankUrl })
    const { body: charge } = await bank.call('GET', `/v2/cob/${sale.externalTransactionId}`)
    assert.equal(charge.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    assert.equal((await gateway.pay(sale.pixKey)).status, 409)
    assert.deepEqual([(await cancel(sale.id)).status, await statusOf(shop.seller, sale)], [202, 'CANCELADO'])
    const [entry, ...more] = await entries(sale.uuid)
    assert.deepEqual([more.length, entry.detail.amount, entry.actor.kind ?? entry.actor], [0, 100_00, 'member'])
  })

  it('that was paid stays paid: 409 CONFLICT', async () => {
    const sale = await shop.seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await shop.seller.reaches(at(sale), 'PAGO')
    const answer = await cancel(sale.uuid)
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'])
    assert.deepEqual(await entries(sale.uuid), [])
  })

  it('is of the account, and of those who may refund: 403 FORBIDDEN, 404 NOT_FOUND', async () => {
    const sale = await shop.seller.sell(100_00)
    const stranger = await register(gateway)
    assert.equal((await cancel(sale.uuid, stranger)).status, 404)
    assert.equal((await cancel('x')).status, 400)
    for (const role of ['DEVELOPER', 'READER'] as const) {
      const bia = await register(gateway)
      await join(gateway, bia, shop.person.accountId, role)
      const named = { 'x-account-id': String(shop.person.accountId) }
      const answer = await bia.call('POST', `/api/sales/${sale.uuid}/cancel`, undefined, named)
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'FORBIDDEN'], role)
    }
    await setRole(gateway, shop.person, 'FINANCE')
    assert.equal((await cancel(sale.uuid)).status, 202)
    await setRole(gateway, shop.person, 'OWNER')
  })

  it('that the bank says nothing about is unchanged: 503 PSP_UNAVAILABLE', async () => {
    const sale = await shop.seller.sell(100_00)
    const faults = { on: 'PATCH /cob', fate: '503', times: 20 }
    await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: faults })
    const answer = await cancel(sale.uuid)
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'PSP_UNAVAILABLE'])
    assert.equal(await statusOf(shop.seller, sale), 'PENDENTE')
  })
})
