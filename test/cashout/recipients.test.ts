// The recipient of a cashout, as the bank reported it: on the cashout, and before the next one to the same key is confirmed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join, type Person, register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { until } from '../until.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await openTestGateway()
  shop = await openShop(gateway, { funds: 2_000_00 })
})
after(() => gateway[Symbol.asyncDispose]())

const ENDED = ['COMPLETED', 'FAILED']

async function ended(pixKey: string, pixKeyType: string) {
  const asked = await shop.person.call('POST', '/api/withdrawals', { amount: 100, pixKey, pixKeyType })
  assert.equal(asked.status, 201, asked.text)
  return until(async () => {
    const { body } = await shop.person.call('GET', `/api/withdrawals/${asked.body.uuid}`)
    return ENDED.includes(body.status) ? body : null
  }, 'it to end')
}

const formerOf = (pixKey: string, pixKeyType: string, person: Person = shop.person, headers = {}) =>
  person.call('GET', `/api/recipients?${new URLSearchParams({ pixKey, pixKeyType })}`, undefined, headers)

describe('whom a cashout reached', () => {
  it('is shown on it once it is paid, and of the next one to the same key beforehand, however it is written', async () => {
    assert.deepEqual((await formerOf('(11) 98765-4321', 'PHONE')).body, { former: null })
    const paid = await ended('11987654321', 'PHONE')
    const person = { name: 'Favorecido de Teste', document: '***.982.247-**', bank: null }
    assert.deepEqual(paid.recipient, person)
    for (const typed of ['(11) 98765-4321', '+5511987654321']) {
      const { status, body } = await formerOf(typed, 'PHONE')
      const { paidAt, ...former } = body.former
      assert.deepEqual([status, former], [200, { ...person, cashout: paid.uuid }])
      assert.ok(Date.parse(paidAt) <= Date.now())
    }
  })

  it('masks the document of a key that is one, which the bank knows whole', async () => {
    const paid = await ended('123.456.789-09', 'CPF')
    assert.equal(paid.recipient.document, '***.456.789-**')
    assert.equal((await formerOf('12345678909', 'CPF')).body.former.document, '***.456.789-**')
  })

  it('is not known of a cashout that the bank refused, nor where the bank says nothing', async () => {
    const refused = await ended('recusada@example.com', 'EMAIL')
    assert.deepEqual([refused.status, 'recipient' in refused], ['FAILED', false])
    assert.equal((await formerOf('recusada@example.com', 'EMAIL')).body.former, null)
  })

  it('is of its account alone, and of those who may pay: 403; a key that cannot be is 400', async () => {
    assert.equal((await formerOf('11987654321', 'PHONE', await register(gateway))).body.former, null)
    const bia = await register(gateway)
    await join(gateway, bia, shop.person.accountId, 'READER')
    const named = { 'x-account-id': String(shop.person.accountId) }
    assert.equal((await formerOf('11987654321', 'PHONE', bia, named)).status, 403)
    const refused = await formerOf('sem arroba', 'EMAIL')
    assert.equal(refused.status, 400)
    assert.match(refused.body.error.message, /^pixKey: /)
    assert.equal((await shop.person.call('GET', '/api/recipients?pixKey=a@b.com')).status, 400)
    assert.equal((await call(gateway.url, 'GET', '/api/recipients?pixKey=a@b.com&pixKeyType=EMAIL')).status, 401)
  })
})
