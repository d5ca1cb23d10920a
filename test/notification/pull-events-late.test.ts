// The cursor of GET /api/events skips nothing: numbers are given before the commit, and what commits late is waited for.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { connect, pull, pullAll, pullSo, writeEvent } from './puller.ts'
import { openShop, type Shop } from './shop.ts'

describe('events', () => {
  let gateway: TestGateway
  let shop: Shop
  before(async () => {
    gateway = await openTestGateway()
    shop = await openShop(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('that commit late are not skipped: what comes after them waits', async () => {
    const { nextCursor } = await pullAll(shop.seller)
    const late = await connect(gateway.connection)
    await late.query('begin')
    const first = await writeEvent(late, shop.seller.accountId)
    await shop.seller.sell(3_000)
    const held = await pull(shop.seller, { after: nextCursor })
    assert.deepEqual([held.data, held.nextCursor], [[], nextCursor])
    await late.query('commit')
    await late.end()
    const { data } = await pullSo(2, shop.seller, { after: held.nextCursor })
    assert.deepEqual([data.length, data[0]?.id], [2, first])
  })

  it('that commit late are not skipped when nothing has come after them', async () => {
    const { nextCursor } = await pullAll(shop.seller)
    const late = await connect(gateway.connection)
    await late.query('begin')
    const only = await writeEvent(late, shop.seller.accountId)
    const held = await pull(shop.seller, { after: nextCursor })
    assert.deepEqual(held.data, [])
    await late.query('commit')
    await late.end()
    assert.deepEqual(
      (await pullSo(1, shop.seller, { after: held.nextCursor })).data.map(({ id }) => id),
      [only],
    )
  })

  // The snapshot of a reader ends below transactions that run and were given a number after all that have ended.
  it('that commit late are not skipped when an older transaction with a later number commits first', async () => {
    const { nextCursor } = await pullAll(shop.seller)
    const [older, younger] = [await connect(gateway.connection), await connect(gateway.connection)]
    await older.query('begin')
    await older.query('select pg_current_xact_id()')
    await younger.query('begin')
    const low = await writeEvent(younger, shop.seller.accountId)
    const high = await writeEvent(older, shop.seller.accountId)
    await older.query('commit')
    const held = await pull(shop.seller, { after: nextCursor })
    assert.deepEqual([held.data, held.nextCursor], [[], nextCursor])
    await younger.query('commit')
    for (const client of [older, younger]) await client.end()
    assert.deepEqual(
      (await pullSo(2, shop.seller, { after: held.nextCursor })).data.map(({ id }) => id),
      [low, high],
    )
  })

  it('that were rolled back hold nothing up', async () => {
    const { nextCursor } = await pullAll(shop.seller)
    const late = await connect(gateway.connection)
    await late.query('begin')
    await writeEvent(late, shop.seller.accountId)
    await late.query('rollback')
    await late.end()
    await shop.seller.sell(3_000)
    assert.equal((await pullSo(1, shop.seller, { after: nextCursor })).data.length, 1)
  })

  it('are settled in the end also where one long transaction always overlaps the next', async () => {
    const { nextCursor } = await pullAll(shop.seller)
    await shop.seller.sell(3_000)
    const clients = [await connect(gateway.connection), await connect(gateway.connection)] as const
    await clients[0].query('begin')
    await writeEvent(clients[0], shop.seller.accountId)
    assert.deepEqual((await pull(shop.seller, { after: nextCursor })).data, [])
    await clients[1].query('begin')
    await writeEvent(clients[1], shop.seller.accountId)
    await clients[0].query('commit')
    // The second one is as open as the first one was, and holds up nothing that was there before it began.
    assert.equal((await pullSo(2, shop.seller, { after: nextCursor })).data.length, 2)
    await clients[1].query('commit')
    for (const client of clients) await client.end()
  })

  it('are each seen once and in order by a reader who pulls while many write and commit at odd times', async () => {
    const cursor = (await pullAll(shop.seller)).nextCursor
    const written: number[] = []
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const client = await connect(gateway.connection)
      for (let n = 0; n < 40; n++) {
        await client.query('begin')
        const id = await writeEvent(client, shop.seller.accountId)
        if ((n + writer) % 3 === 0) await client.query('select pg_sleep($1)', [((n * 7 + writer) % 5) / 100])
        const end = n % 8 === 7 ? 'rollback' : 'commit'
        await client.query(end)
        if (end === 'commit') written.push(id)
      }
      await client.end()
    })
    let isWriting = true
    const writing = Promise.all(writers).finally(() => {
      isWriting = false
    })
    const seen: number[] = []
    let after = cursor
    for (let last = false; !last; ) {
      last = !isWriting
      for (let more = true; more; ) {
        const page = await pull(shop.seller, { after, limit: 7 })
        seen.push(...page.data.map(({ id }) => id))
        after = page.nextCursor
        more = page.more
      }
    }
    await writing
    assert.equal(written.length, 140)
    assert.deepEqual(
      seen,
      written.sort((one, other) => one - other),
    )
  })
})
