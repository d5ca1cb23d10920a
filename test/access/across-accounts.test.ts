// What one account has does not exist for another: a request that names it is answered as if it did not exist, and changes nothing. Every
// route with an id in its path is tried, with the id of a real object.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { OPERATOR_ACTIONS } from '../audit/operator-actions.ts'
import { openScene, type Scene, WHY } from '../audit/scene.ts'
import { type Seller, sellerWith } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { paid } from '../sale/refunding.ts'
import { changedSince, digestWhenIdle } from './digest.ts'
import { knock, nameOf, pairOf } from './every-route.ts'
import { type Person, register } from './person.ts'
import { furnish, type Request, requestAt, WEBHOOK_SCOPES } from './route-requests.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids that no gateway has. */
const NO_NUMBER = '987654321'

const withIds = ({ url, rules }: ListedRoute) =>
  url.includes('/:') && ['session', 'api-key', 'person'].includes(rules.guard) && !url.includes('/:token')

/** The same route, about objects that do not exist. */
function aboutNothing(route: ListedRoute, path: string): string {
  const real = path.split('/')
  const parts = route.url.split('/').map((part, at) => {
    if (!part.startsWith(':')) return part
    return (real[at] ?? '').match(UUID) === null ? NO_NUMBER : crypto.randomUUID()
  })
  return parts.join('/')
}

/** Without what differs because the questions do. */
const refusalText = ({ status, text }: Answer, path: string) => {
  const ids = path.split('/').filter(part => /\d/.test(part))
  return `${status} ${ids.reduce((message, id) => message.replaceAll(id, '…'), text)}`
}

describe('what an account has', () => {
  const resources = new AsyncDisposableStack()
  let scene: Scene
  let berta: Person
  let keys: Seller
  let hookKeys: Seller
  before(async () => {
    scene = await openScene(resources)
    await furnish(scene)
    const { gateway } = scene
    berta = await register(gateway, 'Berta')
    const pairWith = async (body: object) => {
      const key = (await berta.call('POST', '/api/credentials', body)).body
      return sellerWith(gateway, berta.accountId, key.publicKey, key.privateKey)
    }
    keys = await pairWith({})
    hookKeys = await pairWith({ scopes: WEBHOOK_SCOPES })
    // Rules that were never set become a row when they are first locked.
    await berta.call('POST', '/api/payout-rules/proposal/reject')
  })
  after(() => resources.disposeAsync())

  const asStranger = ({ method, rules }: ListedRoute, path: string, body?: object) => {
    if (rules.guard !== 'api-key') return berta.call(method, path, body)
    return (rules.scope?.startsWith('webhook:') ? hookKeys : keys).api(method, path, body)
  }

  /** The names of it: what has a uuid mostly has a number too. */
  async function namesOf(path: string): Promise<string[]> {
    const uuids = path.match(UUID) ?? []
    const rows = await scene.gateway.db.query<{ uuid: string; id: bigint }>(sql`
      select uuid, id from sale where uuid = any(${uuids}::uuid[])
      union all select uuid, id from withdrawal where uuid = any(${uuids}::uuid[])
      union all select uuid, id from refund where uuid = any(${uuids}::uuid[])`)
    return rows.length === 0 ? [path] : [path, rows.reduce((text, { uuid, id }) => text.replace(uuid, `${id}`), path)]
  }

  it('does not exist for another, on any route, and stays as it is', async () => {
    const routes = scene.gateway.gateway.routes.filter(withIds)
    assert.ok(routes.length > 30, String(routes.length))
    const requests: [ListedRoute, Request, string[]][] = []
    for (const route of routes) {
      const request = await requestAt(route, scene)
      requests.push([route, request, await namesOf(request.path)])
    }
    const before = await digestWhenIdle(scene.gateway.db)
    for (const [route, { body }, names] of requests)
      for (const name of names) {
        const answer = await asStranger(route, name, body)
        const about = `${nameOf(route)} at ${name}: ${answer.text}`
        if (route.rules.fails.includes('OTHER_ACCOUNT')) {
          // The contract's own word, for keys and sales alone.
          assert.deepEqual([route.rules.guard, route.rules.dialect, answer.status], ['api-key', 'sale', 403], about)
          continue
        }
        const none = aboutNothing(route, name)
        assert.equal(refusalText(answer, name), refusalText(await asStranger(route, none, body), none), about)
        assert.equal(answer.status, 404, about)
      }
    assert.deepEqual(await changedSince(scene.gateway.db, before), [])
    for (const [route, { make }] of requests) {
      const own = await make()
      assert.ok(own.status < 300, `${nameOf(route)} for its owner: ${own.status} ${own.text}`)
    }
  })

  slow('is not found behind something of one’s own either', async () => {
    const { gateway, shop } = scene
    const [own, others] = [await paid(gateway, keys), await paid(gateway, shop.seller)]
    const { body: refund } = await shop.seller.api('POST', `/api/transactions/${others.uuid}/refunds`, { amount: 1_00 })
    for (const id of [refund.uuid, refund.id])
      for (const answer of [
        await keys.api('GET', `/api/transactions/${own.uuid}/refunds/${id}`),
        await berta.call('GET', `/api/sales/${own.uuid}/refunds/${id}`),
      ])
        assert.equal(answer.status, 404, answer.text)
  })

  slow('does not come by the place in a list where another was', async () => {
    const { gateway, shop } = scene
    const { ana, seller } = shop
    const lists = gateway.gateway.routes.filter(
      ({ method, url, rules }) =>
        method === 'GET' && !url.includes(':') && ['session', 'api-key'].includes(rules.guard),
    )
    const readAs = (headers: Record<string, string>) => (path: string) =>
      knock(gateway.url, { method: 'GET', path, headers })
    const people = [
      readAs({ cookie: ana.cookie, 'x-account-id': `${seller.accountId}` }),
      readAs({ cookie: berta.cookie }),
    ]
    const servers = [readAs(pairOf(seller)), readAs(pairOf(keys))]
    let tried = 0
    for (const { url, rules } of lists) {
      const [owner, stranger] = rules.guard === 'session' ? people : servers
      const cursor = (await owner?.(`${url}?limit=1`))?.body?.nextCursor
      if (typeof cursor !== 'string') continue
      tried += 1
      const place = url === '/api/events' ? 'after' : 'cursor'
      const asked = `${url}?limit=100&${place}=${encodeURIComponent(cursor)}`
      const theirs = new Set((await owner?.(asked))?.text.match(UUID))
      const seen = await stranger?.(asked)
      assert.ok(seen?.status === 200, `${url}: ${seen?.text}`)
      // A stranger's log of requests names what the stranger asked for: the ids that were tried above.
      const own = url.endsWith('/requests') ? seen.text.replace(/"(?:path|uuid)":"[^"]*"/g, '') : seen.text
      assert.deepEqual(own.match(UUID)?.filter(id => theirs.has(id)) ?? [], [], url)
    }
    assert.ok(tried >= 8, String(tried))
  })

  slow('is not for an operator who names the wrong account for it', async () => {
    const { olga, gateway } = scene
    const wrong = (path: string) => path.replace(/\/\d+\//, `/${berta.accountId}/`)
    const [incomingPayment, order] = [wrong(await scene.receipt()), wrong(await scene.order())]
    const before = await digestWhenIdle(gateway.db)
    for (const path of [`${incomingPayment}/credit`, `${incomingPayment}/return`, `${order}/lift`, `${order}/take`])
      assert.equal((await olga.call('POST', path, WHY)).status, 404, path)
    assert.equal((await olga.call('GET', order)).status, 404)
    assert.deepEqual(await changedSince(gateway.db, before), [])
  })

  slow('is decided about on the operator’s routes by operators alone: its own owner is refused there', async () => {
    for (const [route, [, request]] of Object.entries(OPERATOR_ACTIONS)) {
      const [operator, path, body] = await request(scene)
      const method = route.split(' ')[0] ?? ''
      for (const person of [scene.shop.ana, berta]) {
        const answer = await person.call(method, path, body)
        assert.deepEqual([answer.status, answer.body.error.code], [403, 'FORBIDDEN'], route)
      }
      const answer = await operator.call(method, path, body)
      assert.ok(answer.status < 300, `${route} by an operator: ${answer.status} ${answer.text}`)
    }
  })
})
