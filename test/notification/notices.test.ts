// Notices: what the members of an account should know without looking for it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import { writeNotices } from '#notification/notices/store.ts'
import { register, setRole } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { refusal } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

describe('a receiver that answers 410', () => {
  let gateway: TestGateway
  let receiver: Receiver
  let shop: Shop
  let webhook: { id: number }
  before(async () => {
    gateway = await openTestGateway()
    receiver = await openReceiver()
    receiver.answers.splice(0, 1, 410)
    shop = await openShop(gateway)
    webhook = await shop.signed({ url: `${receiver.url}/hook?token=abc` }, ['sale.pending'])
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const list = async (query = '') => (await shop.person.call('GET', `/api/notices${query}`)).body
  const log = async () => {
    const { body } = await shop.person.call('GET', `/api/webhook/${webhook.id}/deliveries`)
    return (body.data ?? body) as { status: string; httpStatus: number }[]
  }
  /** Sells, and waits until the delivery has failed. */
  async function sellToNobody(): Promise<void> {
    const count = (await log()).length + 1
    await shop.seller.sell(100_00)
    const all = await until(async () => {
      const entries = await log()
      return entries.length === count && entries.every(({ status }) => status !== 'PENDING') ? entries : null
    }, 'the delivery to fail')
    assert.deepEqual([all[0]?.status, all[0]?.httpStatus], ['FAILED', 410])
  }

  it('is reported to its members at once, and not switched off', async () => {
    assert.deepEqual(await list(), { data: [], nextCursor: null })
    await sellToNobody()
    const { data, nextCursor } = await list()
    assert.equal(nextCursor, null)
    assert.equal(data.length, 1)
    const [{ id, said: message, createdAt, ...rest }] = data
    assert.ok(Number.isInteger(id))
    assert.match(message, /^Webhook \d+ at 127\.0\.0\.1:\d+ answered 410 Gone: /)
    assert.ok(!message.includes('abc'))
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    assert.deepEqual(rest, {
      kind: 'WEBHOOK_GONE',
      known: { webhookId: webhook.id, webhookUrl: `${receiver.url}/hook?token=abc` },
      seenAt: null,
    })
    const [{ active, disabledAt }] = (await shop.person.call('GET', '/api/webhook')).body
    assert.deepEqual([active, disabledAt], [true, null])
  })

  it('is reported once a day', async () => {
    await sellToNobody()
    await sellToNobody()
    assert.equal((await list()).data.length, 1)
    gateway.advance(DAY_MS)
    await sellToNobody()
    const { data } = await list()
    assert.equal(data.length, 2)
    assert.ok(data[0].createdAt > data[1].createdAt, 'the newest first')
  })

  it('is a notice until a member has seen it', async () => {
    const [newest, oldest] = (await list()).data
    const answer = await shop.person.call('POST', `/api/notices/${newest.id}/seen`)
    assert.equal(answer.status, 202)
    const { seenAt, ...rest } = answer.body
    assert.equal(new Date(seenAt).toISOString(), seenAt)
    assert.deepEqual({ ...rest, seenAt: null }, newest)
    assert.deepEqual((await list('?unseen=true')).data, [oldest])
    assert.deepEqual((await list('?unseen=false')).data, [answer.body, oldest])
    gateway.advance(DAY_MS)
    assert.deepEqual((await shop.person.call('POST', `/api/notices/${newest.id}/seen`)).body, answer.body)
  })

  it('is a notice of its account alone, for every member', async () => {
    const [{ id }] = (await list()).data
    const stranger = await register(gateway)
    assert.deepEqual((await stranger.call('GET', '/api/notices')).body.data, [])
    assert.deepEqual(refusal(await stranger.call('POST', `/api/notices/${id}/seen`)), [404, 'NOT_FOUND'])
    await setRole(gateway, shop.person, 'READER')
    assert.equal((await list()).data.length, 2)
    await setRole(gateway, shop.person, 'OWNER')
    for (const [path, status] of [
      ['abc', 400],
      ['0', 404],
      ['9'.repeat(30), 404],
    ])
      assert.equal((await shop.person.call('POST', `/api/notices/${path}/seen`)).status, status, String(path))
    assert.equal((await shop.person.call('GET', '/api/notices', undefined, { cookie: null })).status, 401)
  })

  it('is shown page by page', async () => {
    const { person } = await openShop(gateway)
    const notice = (n: number) => ({
      accountId: person.accountId,
      kind: 'WEBHOOK_GONE' as const,
      message: `number ${n}`,
      context: { webhookId: n },
      createdAt: new Date(),
    })
    await gateway.db.transaction(tx => writeNotices(tx, [1, 1, 2, 3, 4, 5].map(notice)))
    const seen: string[] = []
    let query = '?limit=2'
    for (let pages = 1; ; pages++) {
      const { body } = await person.call('GET', `/api/notices${query}`)
      seen.push(...body.data.map(({ said: message }: { said: string }) => message))
      if (body.nextCursor === null) break
      query = `?limit=2&cursor=${body.nextCursor}`
      assert.ok(pages < 4)
    }
    assert.deepEqual(
      seen.toSorted(),
      [1, 2, 3, 4, 5].map(n => `number ${n}`),
    )
    assert.deepEqual(refusal(await person.call('GET', '/api/notices?cursor=x')), [400, 'INVALID_DATA'])
  })
})
