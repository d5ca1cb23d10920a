// The request log has calls that no route takes, where the caller has proven to hold the keys: the first thing an integrator looks for.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'

const SALE = { amount: 5_000, customer: { name: 'Maria Antonieta' } }

describe('the request log of calls that no route takes', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let ana: Person
  let seller: Seller
  before(async () => {
    gateway = resources.use(await openTestGateway())
    ana = await register(gateway)
    seller = await sellerOf(gateway, ana)
  })
  after(() => resources.disposeAsync())

  const idOf = (answer: Answer): string => answer.headers.get('x-request-id') ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  const logged = (answer: Answer): Promise<any> =>
    until(async () => {
      const found = await ana.call('GET', `/api/requests/${idOf(answer)}`)
      return found.status === 200 ? found.body : null
    }, 'the request to be logged')

  it('has those of a good pair to an address or method that is none, with its words and nothing else of it', async () => {
    const misspelt = await seller.api('POST', '/api/transaction?document=52998224725', SALE)
    assert.equal(misspelt.status, 404)
    const { method, route, path, status, errorCode, requestBody, answerBody, answerBytes } = await logged(misspelt)
    assert.deepEqual(
      { method, route, path, status, errorCode },
      { method: 'POST', route: 'unknown', path: '/api/transaction?document=•••', status: 404, errorCode: 'NOT_FOUND' },
    )
    assert.deepEqual([requestBody.customer.name, answerBody.error.code], ['•••', 'NOT_FOUND'])
    assert.equal(answerBytes, Buffer.byteLength(misspelt.text))
    const wrongMethod = await seller.api('DELETE', `/api/transactions/${randomUUID()}`)
    assert.equal((await logged(wrongMethod)).status, 404)
    const read = await seller.api('GET', '/api/transaction')
    assert.deepEqual([read.status, (await logged(read)).route], [404, 'unknown'])
    const unreadable = await seller.api('PUT', '/api/529.982.247-25/maria@example.com', '{"customer": ')
    assert.equal((await logged(unreadable)).path, '/api/•••/•••')
    assert.equal((await ana.call('GET', '/api/requests?route=unknown')).body.data.length, 4)
  })

  it('has none to an address that is none from whoever has not proven to hold the pair, who is answered the same', async () => {
    const headers = { 'x-api-public-key': seller.publicKey, 'x-api-private-key': 'sk_live_wrong' }
    const turnedAway = await call(gateway.url, 'GET', '/api/nowhere', { headers })
    const stranger = await call(gateway.url, 'GET', '/api/nowhere')
    assert.deepEqual([turnedAway.status, turnedAway.body], [404, stranger.body])
    await logged(await seller.api('GET', '/api/public/balance'))
    const kept = await gateway.db.query(sql`select id from request_log where id = ${idOf(turnedAway)}::uuid`)
    assert.deepEqual(kept, [])
  })

  it('never makes an answer wait for the look at a key, of which there are few at once', async () => {
    const answers = await gateway.db.transaction(async tx => {
      await tx.query(sql`lock table api_key in access exclusive mode`)
      return Promise.all(Array.from({ length: 100 }, () => seller.api('GET', '/api/crowd')))
    })
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404])
    const keptOf = () => gateway.db.query(sql`select 1 from request_log where id = any(${answers.map(idOf)}::uuid[])`)
    await until(async () => (await keptOf()).length > 0 || null, 'some to be logged')
    await logged(await seller.api('GET', '/api/public/balance'))
    const { length } = await keptOf()
    assert.ok(length <= 32, `${length}`)
  })
})
