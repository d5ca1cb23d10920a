// A support view reads whatever a reader may, about real objects, and by all of that changes nothing and is shown no secret.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changedSince, digestWhenIdle } from '../access/digest.ts'
import { knock, nameOf } from '../access/every-route.ts'
import type { Person } from '../access/person.ts'
import { furnish, requestAt } from '../access/route-requests.ts'
import { openScene, type Scene } from '../audit/scene.ts'
import { sellByCard, sellsByCard } from '../charge/cards.ts'
import { ADDRESS, CUSTOMER, sellBoleto, sellsBoletos } from '../charge/selling.ts'
import { tokenOf } from '../psp/collect/card-scene.ts'
import { sellsByTransfer, SALE as TRANSFER } from '../transfer/selling.ts'

/** What reading in a view leaves behind: that it was read. */
const LOGGED = ['public.audit', 'public.support_view_read']

/** Routes that need a subject. */
const QUERY_OF: Record<string, string> = {
  '/api/recurrences/preview': '?jornada=3&periodicidade=MENSAL',
  '/api/search': '?q=Maria',
  '/api/statement/balance': '?at=2026-01-31T12:00:00Z',
}

/** What a member is written by mail, and support is no member. */
const OF_MEMBERS = '/api/mail-preferences'

const POSTBACK_SECRET = 'a-secret-of-the-seller'

describe('every route that a support view may read by', () => {
  const resources = new AsyncDisposableStack()
  let scene: Scene
  let paths: string[]
  let soldPaths: string[]
  const secrets = [POSTBACK_SECRET]

  /** Read by a member of the account; every secret in its answers is kept here. */
  async function made(person: Person, method: string, path: string, body: object): Promise<void> {
    const answer = await person.call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    const shown = ['privateKey', 'secret', 'approvalSecret', 'postbackSecret'].map(name => answer.body[name])
    const kept = shown.filter(secret => typeof secret === 'string')
    assert.ok(kept.length > 0, `${method} ${path} shows no secret: ${answer.text}`)
    secrets.push(...kept)
  }

  /** Sales of which no more is read than of one by Pix: nowhere where their buyers live, and no token. */
  async function sellsByEveryMethod(): Promise<void> {
    const { shop, gateway } = scene
    await sellsBoletos(gateway, shop.seller)
    await sellsByCard(gateway, shop.seller)
    await sellsByTransfer(gateway, shop.seller)
    const address = { ...ADDRESS, street: 'Rua Que Ninguém Lê', zipCode: '04567-089' }
    const token = await tokenOf({ url: gateway.bankUrl }, 'approved')
    const sold = [
      await sellBoleto(shop.seller, { customer: { ...CUSTOMER, address } }),
      await sellByCard(gateway, shop.seller, 'approved', { token, billingAddress: address }),
      await shop.seller.api('POST', '/api/transactions', TRANSFER),
    ]
    for (const { status, text } of sold) assert.equal(status, 201, text)
    soldPaths = sold.flatMap(({ body }) => [`/api/sales/${body.uuid}`, `/api/sales?q=${body.uuid}`])
    // The whole zip code: five digits of it stand by chance in some uuid or code of so many answers.
    secrets.push(address.street, address.zipCode, address.zipCode.replace('-', ''), token)
  }

  before(async () => {
    scene = await openScene(resources)
    await furnish(scene)
    const { shop, receiver, gateway } = scene
    await made(shop.ana, 'POST', '/api/credentials', { name: 'Caixa' })
    await made(shop.ana, 'POST', '/api/webhook', { webhookUrl: `${receiver.url}/x`, events: ['sale.paid'] })
    await made(shop.ana, 'PATCH', '/api/payout-rules', { approvalUrl: `${receiver.url}/approve` })
    await sellsByEveryMethod()
    const terms = { postbackSecret: POSTBACK_SECRET, reason: 'Pedido da loja' }
    const set = await scene.olga.call('PATCH', `/api/admin/accounts/${shop.seller.accountId}`, terms)
    assert.equal(set.status, 200, set.text)
    const routes = gateway.gateway.routes.filter(
      ({ method, rules: { guard, roles = ['READER'] } }) =>
        method === 'GET' && guard === 'session' && roles.includes('READER'),
    )
    assert.ok(routes.length > 30, String(routes.length))
    paths = []
    for (const route of routes) {
      assert.equal(route.rules.secondFactor, undefined, nameOf(route))
      const path = route.url.includes('/:') ? (await requestAt(route, scene)).path : route.url
      paths.push(path + (QUERY_OF[path] ?? ''))
    }
    paths.push(...soldPaths)
  })
  after(() => resources.disposeAsync())

  it('changes nothing but what is reported to the account, and shows no private key and no secret', async () => {
    const { gateway, olga, shop } = scene
    const { accountId } = shop.seller
    const at = `/api/admin/accounts/${accountId}/support-views`
    const { body: view } = await olga.call('POST', at, { reason: 'Chamado 4711' })
    const before = await digestWhenIdle(gateway.db)
    const headers = { cookie: olga.cookie, 'x-account-id': String(accountId) }
    for (const path of paths) {
      const answer = await knock(gateway.url, { method: 'GET', path, headers })
      assert.equal(answer.status, path === OF_MEMBERS ? 404 : 200, `${path}: ${answer.text}`)
      for (const secret of secrets) assert.equal(answer.text.includes(secret), false, path)
    }
    assert.deepEqual(await changedSince(gateway.db, before), LOGGED)
    assert.equal((await olga.call('POST', `/api/admin/support-views/${view.id}/end`)).status, 202)
  })
})
