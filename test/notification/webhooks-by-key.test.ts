// A server manages its webhooks with a key pair of its own scope, under the same rules as the panel.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openShop, type Shop } from './shop.ts'

const PATH = '/api/public/webhooks'

describe('webhooks by key', () => {
  let gateway: TestGateway
  let receiver: Receiver
  let shop: Shop
  let keys: Seller
  const pairFor = async (scopes: string[]) => {
    const { body } = await shop.person.call('POST', '/api/credentials', { scopes })
    return sellerWith(gateway, shop.seller.accountId, body.publicKey, body.privateKey)
  }
  before(async () => {
    gateway = await openTestGateway({ env: { REQUIRE_HTTPS_WEBHOOKS: 'false' } })
    receiver = await openReceiver()
    shop = await openShop(gateway)
    keys = await pairFor(['webhook:read', 'webhook:write'])
  })
  after(async () => {
    await receiver?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  it('are made, changed, tested, read and removed, and the log says that a key did it', async () => {
    const made = await keys.api('POST', PATH, { webhookUrl: receiver.url, events: ['sale.pending'] })
    assert.equal(made.status, 201, made.text)
    assert.match(made.body.secret, /^whsec_/)
    const one = `${PATH}/${made.body.id}`
    assert.equal((await keys.api('GET', PATH)).body[0].id, made.body.id)
    assert.equal((await keys.api('GET', PATH)).body[0].secret, undefined)
    await shop.seller.sell(1_000)
    await receiver.gets(1)
    assert.equal((await keys.api('POST', `${one}/test`)).status, 202)
    await receiver.gets(2)
    const log = await keys.api('GET', `${one}/deliveries?limit=1`)
    assert.match(log.headers.get('link') ?? '', new RegExp(`^<${one}/deliveries\\?`))
    const delivery = await keys.api('GET', `${PATH}/deliveries/${log.body[0].id}`)
    assert.equal(delivery.body.about.kind, 'TEST')
    assert.equal((await keys.api('POST', `${one}/rotate-secret`)).status, 200)
    assert.equal((await keys.api('POST', `${one}/activate-secret`)).status, 200)
    assert.deepEqual((await keys.api('PUT', one, { events: ['sale.paid'] })).body.events, ['sale.paid'])
    assert.equal((await keys.api('DELETE', one)).status, 204)
    assert.deepEqual((await shop.person.call('GET', '/api/webhook')).body, [])
    const entries = (await shop.person.call('GET', '/api/audit?limit=20')).body.data.filter(
      ({ action }: { action: string }) => action.startsWith('webhook.'),
    )
    assert.deepEqual(new Set(entries.map(({ actor }: { actor: { kind: string } }) => actor.kind)), new Set(['api-key']))
    assert.ok(entries.length >= 6, JSON.stringify(entries))
  })

  it('are read, and not changed, by a key for reading; and a key for all that the API offers does not change them', async () => {
    const [reads, all] = [await pairFor(['webhook:read']), shop.seller]
    for (const pair of [reads, all]) {
      assert.equal((await pair.api('GET', PATH)).status, 200)
      const answer = await pair.api('POST', PATH, { webhookUrl: receiver.url, events: ['sale.paid'] })
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'FORBIDDEN'])
    }
  })

  it('have to follow the rules of the panel: addresses, names of events, how many', async () => {
    for (const [webhookUrl, field] of [
      ['ftp://shop.example/', 'webhookUrl'],
      ['http://user:pass@shop.example/', 'webhookUrl'],
    ]) {
      const [byKey, byPerson] = [
        await keys.api('POST', PATH, { webhookUrl, events: ['sale.paid'] }),
        await shop.person.call('POST', '/api/webhook', { webhookUrl, events: ['sale.paid'] }),
      ]
      assert.deepEqual([byKey.status, byKey.body], [byPerson.status, byPerson.body])
      assert.match(byKey.body.error.message, new RegExp(`^${field}`))
    }
    assert.equal((await keys.api('POST', PATH, { webhookUrl: receiver.url, events: ['sale.payed'] })).status, 400)
    let status = 201
    for (let n = 0; n < 60 && status === 201; n++)
      status = (await keys.api('POST', PATH, { webhookUrl: `${receiver.url}/${n}`, events: ['sale.paid'] })).status
    assert.equal(status, 409, 'there is an end')
    const oneMore = { webhookUrl: receiver.url, events: ['sale.paid'] }
    assert.equal((await shop.person.call('POST', '/api/webhook', oneMore)).status, 409)
  })

  it('do not make keys: those are a person’s to give', async () => {
    assert.equal((await keys.api('POST', '/api/credentials', {})).status, 401)
  })
})
