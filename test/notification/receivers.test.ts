// The state of every receiver of the gateway, as the operator reads it: the worst first, a few seconds behind the attempts.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { refusal } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

const HEALTH = '/api/admin/webhooks/health'
const SECRET = 'a-token-of-the-receiver'

let gateway: TestGateway
let olga: Person
let shop: Shop
let well: Receiver
let ill: Receiver
let wellId: number
let illId: number
const resources = new AsyncDisposableStack()

before(async () => {
  gateway = resources.use(
    await openTestGateway({
      env: { WEBHOOK_RETRY_WAITS_MS: '600000,600000', POSTBACK_SECRET: 'a secret for postbacks' },
    }),
  )
  well = resources.use(await openReceiver())
  ill = resources.use(await openReceiver())
  olga = await registerOperator(gateway)
  shop = await openShop(gateway)
  wellId = (await shop.signed(well, ['sale.pending'])).id
  illId = (await shop.signed({ url: `${ill.url}/hook/${SECRET}?token=${SECRET}` }, ['sale.pending'])).id
  ill.answers.splice(0, 1, 500)
})
after(() => resources.disposeAsync())

interface Row {
  webhookId: number | null
  kind: string
  state: string
  address: string
  since: string | null
  failures: number
  lastSuccessAt: string | null
  lastFailureAt: string | null
  lastFailure: string | null
  waiting: number
  oldestWaitingAt: string | null
  failedIn24Hours: number | null
  accountId: number
  accountName: string
}

const listed = async (query = ''): Promise<Row[]> => (await olga.call('GET', `${HEALTH}${query}`)).body.data
const totals = async () => (await olga.call('GET', '/api/admin/webhooks/totals')).body
const found = (id: number | null, pass: (row: Row) => boolean, what: string) =>
  until(async () => (await listed()).find(row => row.webhookId === id && pass(row)) ?? null, what)

describe('the receivers of the gateway', () => {
  everyday('are unused before anything was sent', async () => {
    const rows = await listed()
    assert.deepEqual(
      rows.map(({ webhookId, state, waiting, failures, lastSuccessAt, failedIn24Hours }) => ({
        webhookId,
        state,
        waiting,
        failures,
        lastSuccessAt,
        failedIn24Hours,
      })),
      [wellId, illId].map(webhookId => ({
        webhookId,
        state: 'UNUSED',
        waiting: 0,
        failures: 0,
        lastSuccessAt: null,
        failedIn24Hours: 0,
      })),
    )
  })

  everyday('are healthy or failing by their last attempt, with the cause, what waits and since when', async () => {
    await shop.seller.sell(100_00)
    await shop.seller.sell(100_00)
    const healthy = await found(wellId, ({ state, waiting }) => state === 'HEALTHY' && waiting === 0, 'the well one')
    assert.deepEqual([healthy.waiting, healthy.failures, healthy.lastFailure, healthy.since], [0, 0, null, null])
    assert.notEqual(healthy.lastSuccessAt, null)
    const failing = await found(illId, ({ failures }) => failures === 2, 'the ill one')
    assert.deepEqual(
      [failing.state, failing.lastFailure, failing.waiting, failing.lastSuccessAt, failing.failedIn24Hours],
      ['FAILING', 'HTTP 500', 2, null, 0],
    )
    assert.ok(Date.parse(failing.since ?? '') <= Date.parse(failing.lastFailureAt ?? ''))
    assert.ok(Date.parse(failing.oldestWaitingAt ?? '') <= Date.parse(failing.since ?? ''))
    assert.deepEqual(
      (await listed()).map(row => row.webhookId),
      [illId, wellId],
    )
    const { states, waiting, failedIn24Hours } = await totals()
    assert.deepEqual([states.FAILING, states.HEALTHY, waiting, failedIn24Hours], [1, 1, 2, 1])
  })

  everyday('are named by scheme and host, and by nothing of the address that is the receiver’s own', async () => {
    const { text } = await olga.call('GET', HEALTH)
    assert.equal(text.includes(SECRET), false)
    assert.deepEqual(
      (await listed()).map(row => row.address),
      [ill.url, well.url],
    )
  })

  everyday('have their places of postbacks among them', async () => {
    const sale = await shop.seller.sell(100_00, { postbackUrl: `${well.url}/postback?key=${SECRET}` })
    await gateway.pay(sale.pixKey)
    const place = await found(null, ({ state }) => state === 'HEALTHY', 'the place of the postback')
    assert.deepEqual([place.kind, place.address, place.failedIn24Hours], ['POSTBACK', well.url, null])
    assert.equal(place.accountId, shop.person.accountId)
  })

  everyday('rest while the gateway leaves them alone, and are well again with the next answer that takes', async () => {
    for (let sold = 0; sold < 20; sold++) await shop.seller.sell(100_00)
    await found(illId, ({ state }) => state === 'RESTING', 'the breaker')
    ill.answers.splice(0, 1, 200)
    await shop.person.call('POST', `/api/webhook/${illId}/test`)
    const again = await found(illId, ({ state }) => state === 'HEALTHY', 'it to take again')
    assert.deepEqual([again.failures, again.since], [0, null])
    assert.notEqual(again.lastFailureAt, null)
  })

  everyday('count what was given up in a day', async () => {
    const [row] = await gateway.db.query<{ count: bigint }>(sql`
      select count(*) from attempt where webhook_id = ${illId} and outcome = 'FAILED'`)
    assert.equal(Number(row?.count), 0)
    ill.answers.splice(0, 1, 404)
    await shop.seller.sell(100_00)
    await found(illId, given => given.lastFailure === 'HTTP 404' && Number(given.failedIn24Hours) > 0, 'it given up')
  })

  everyday('are switched off by the gateway, or by their account, which is no failure', async () => {
    await gateway.db.query(sql`
      update webhook set active = false, disabled_at = now(), disabled_reason = 'as a test' where id = ${illId}`)
    assert.deepEqual(
      (await listed('?state=SWITCHED_OFF')).map(row => row.webhookId),
      [illId],
    )
    await shop.person.call('PUT', `/api/webhook/${wellId}`, { active: false })
    assert.equal((await listed()).at(-1)?.state, 'OFF')
    assert.deepEqual(await listed('?state=FAILING'), [])
    await shop.person.call('PUT', `/api/webhook/${wellId}`, { active: true })
  })

  slow('are filtered by account, and paged without one being skipped or listed twice', async () => {
    const other = await register(gateway, 'Outra Loja')
    for (let made = 0; made < 5; made++)
      assert.equal(
        (await other.call('POST', '/api/webhook', { webhookUrl: `${well.url}/${made}`, events: ['sale.paid'] })).status,
        201,
      )
    assert.equal((await listed(`?accountId=${other.accountId}`)).length, 5)
    const all = (await listed('?limit=100')).map(row => `${row.accountId}/${row.webhookId}`)
    const paged: string[] = []
    let cursor = ''
    do {
      const { body } = await olga.call('GET', `${HEALTH}?limit=2${cursor}`)
      paged.push(...body.data.map((row: Row) => `${row.accountId}/${row.webhookId}`))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual(paged, all)
  })

  everyday('are visible to the operator alone', async () => {
    for (const path of [HEALTH, '/api/admin/webhooks/totals'])
      assert.deepEqual(refusal(await shop.person.call('GET', path)), [403, 'FORBIDDEN'])
    for (const query of ['state=ILL', 'cursor=xx', 'accountId=0', `cursor=${'a'.repeat(101)}`, 'limit=0'])
      assert.deepEqual(refusal(await olga.call('GET', `${HEALTH}?${query}`)), [400, 'INVALID_DATA'], query)
    const far = Buffer.from('9/1/1/99999999999999999999').toString('base64url')
    assert.equal((await olga.call('GET', `${HEALTH}?cursor=${far}`)).status, 400)
  })
})
