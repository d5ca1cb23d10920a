// The request log as a key pair reads it: the same as its people, and without a trace of the reading.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'

describe('the request log by key', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let seller: Seller
  before(async () => {
    gateway = resources.use(await openTestGateway())
    seller = await gateway.seller()
  })
  after(() => resources.disposeAsync())

  const idOf = (answer: Answer): string => answer.headers.get('x-request-id') ?? ''

  it('is read with a key pair as by its people, which leaves no trace unless it is refused', async () => {
    const own = await register(gateway, 'Davi')
    const list = (query: string) => own.call('GET', `/api/requests${query}`)
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
    const logged = (answer: Answer): Promise<any> =>
      until(async () => {
        const found = await own.call('GET', `/api/requests/${idOf(answer)}`)
        return found.status === 200 ? found.body : null
      }, 'the request to be logged')
    const shop = await sellerOf(gateway, own)
    const { body: narrow } = await own.call('POST', '/api/credentials', { name: 'log', scopes: ['request:read'] })
    const pair = { 'x-api-public-key': narrow.publicKey, 'x-api-private-key': narrow.privateKey }
    const read = (path: string, headers: Record<string, string> = pair) =>
      call(gateway.url, 'GET', `/api/public/requests${path}`, { headers })
    const sold = await shop.sell(50_00).then(({ uuid }) => shop.api('POST', `/api/transactions/${uuid}/cancel`))
    const entry = await logged(sold)
    const one = await read(`/${idOf(sold)}`)
    assert.deepEqual([one.status, one.body], [200, entry])
    const all = await read('?method=POST')
    assert.deepEqual(all.body, (await list('?method=POST')).body)
    assert.equal((await seller.api('GET', `/api/public/requests/${idOf(sold)}`)).status, 404)
    assert.equal((await shop.api('GET', '/api/public/requests/7')).status, 400)

    const guessed = await read('', { ...pair, 'x-api-private-key': 'sk_live_wrong' })
    assert.equal(guessed.status, 401)
    assert.equal((await logged(guessed)).route, '/api/public/requests')
    const { body: other } = await own.call('POST', '/api/credentials', { name: 'no log', scopes: ['sale:read'] })
    const refused = await read('', { 'x-api-public-key': other.publicKey, 'x-api-private-key': other.privateKey })
    assert.equal(refused.status, 403)
    await logged(refused)
    const { data } = (await list('?route=/api/public/requests')).body
    assert.deepEqual(
      data.map(({ status }: { status: number }) => status),
      [403, 401],
    )
  })
})
