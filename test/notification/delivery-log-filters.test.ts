// The delivery log in pages and through filters, what was skipped, and one delivery with all of its attempts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { EVENT_TYPES } from '#notification/events/catalogue.ts'
import { register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { pastMidnight } from '../midnight.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { insertClosed } from './log-rows.ts'
import { refusal } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

type Entry = Record<string, unknown> & { id: number; status: string; event: string; eventId: string }

const NEXT = /^<([^>]+)>; rel="next"$/

describe('the delivery log', () => {
  let gateway: TestGateway
  let receiver: Receiver
  let shop: Shop
  before(async () => {
    gateway = await openTestGateway()
    receiver = await openReceiver()
    shop = await openShop(gateway)
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const request = (id: number, query: Record<string, string | number> = {}, person = shop.person): Promise<Answer> => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return person.call('GET', `/api/webhook/${id}/deliveries?${text}`)
  }
  const list = async (id: number, query: Record<string, string | number> = {}): Promise<Entry[]> => {
    const answer = await request(id, query)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  /** Follows the header from page to page to the end. */
  const pages = async (
    id: number,
    query: Record<string, string | number>,
    person = shop.person,
  ): Promise<Entry[][]> => {
    const found: Entry[][] = []
    for (let answer = await request(id, query, person); ; ) {
      assert.equal(answer.status, 200, answer.text)
      found.push(answer.body)
      const link = answer.headers.get('link')
      if (link === null) return found
      answer = await person.call('GET', NEXT.exec(link)?.[1] ?? '')
    }
  }
  const closed = (id: number, count: number) =>
    until(async () => {
      const entries = await list(id, { limit: 100 })
      return entries.length === count && entries.every(({ status }) => status !== 'PENDING') ? entries : null
    }, `${count} closed deliveries`)

  it('visits every entry once in pages, by the header or by the last id', async () => {
    const webhook = await shop.signed(receiver, ['sale.pending'])
    for (let n = 0; n < 7; n++) await shop.seller.sell(1_000 + n)
    const all = await closed(webhook.id, 7)
    assert.equal((await request(webhook.id, { limit: 7 })).headers.get('link'), null)
    const byHeader = await pages(webhook.id, { limit: 3 })
    assert.deepEqual(
      byHeader.map(page => page.length),
      [3, 3, 1],
    )
    assert.deepEqual(byHeader.flat(), all)
    assert.deepEqual(await list(webhook.id, { limit: 100, before: all[2]?.id ?? 0 }), all.slice(3))
    assert.deepEqual(await list(webhook.id, { before: all[6]?.id ?? 0 }), [])
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('is filtered by status and by event', async () => {
    const webhook = await shop.signed(receiver, ['sale.pending', 'sale.canceled'])
    receiver.answers.splice(0, receiver.answers.length, 400, 200)
    const sale = await shop.seller.sell(1_000)
    await closed(webhook.id, 1)
    await shop.seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
    await closed(webhook.id, 2)
    await gateway.db.query(sql`
      update webhook set active = false, disabled_at = now(), disabled_reason = 'silent' where id = ${webhook.id}`)
    await shop.seller.sell(2_000)
    const [skipped, delivered, failed] = await closed(webhook.id, 3)
    assert.deepEqual([skipped?.status, delivered?.status, failed?.status], ['SKIPPED', 'DELIVERED', 'FAILED'])
    assert.deepEqual([skipped?.attempts, skipped?.httpStatus, skipped?.deliveredAt], [0, null, null])
    assert.match(String(skipped?.error), /switched off/)
    for (const [status, entry] of Object.entries({ SKIPPED: skipped, DELIVERED: delivered, FAILED: failed }))
      assert.deepEqual(await list(webhook.id, { status }), [entry], status)
    assert.deepEqual(await list(webhook.id, { status: 'PENDING' }), [])
    assert.deepEqual(await list(webhook.id, { event: 'sale.pending' }), [skipped, failed])
    assert.deepEqual(await list(webhook.id, { event: 'sale.pending', status: 'FAILED' }), [failed])
    const counts: Record<string, number> = { 'sale.pending': 2, 'sale.canceled': 1 }
    for (const event of EVENT_TYPES) assert.equal((await list(webhook.id, { event })).length, counts[event] ?? 0, event)
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  slow('shows what is still to be sent and what has been, also where that is very much', async () => {
    const webhook = await shop.signed(receiver, ['sale.canceled'])
    const other = await shop.signed(receiver, ['sale.canceled'])
    const { accountId } = shop.seller
    const old = await insertClosed(gateway.db, { accountId, webhookId: webhook.id, count: 3 })
    // Due in an hour, so that they stay; as many of another webhook after them.
    for (const id of [webhook.id, other.id])
      await gateway.db.query(sql`
        insert into delivery (account_id, lane, webhook_id, channel, event_id, event_created_at, due_at, created_at)
        select ${accountId}, ${id}, ${id}, 'SIGNED', event.id, created_at, now() + interval '1 hour', now()
        from event, generate_series(1, 6000) where uid = ${old[0]}::uuid`)
    const all = (await pages(webhook.id, { limit: 100 })).flat()
    assert.equal(all.length, 6_003)
    assert.equal(new Set(all.map(({ id }) => id)).size, 6_003)
    assert.deepEqual(
      all.slice(-4).map(({ status }) => status),
      ['PENDING', 'DELIVERED', 'DELIVERED', 'DELIVERED'],
    )
    assert.equal((await pages(webhook.id, { limit: 100, status: 'PENDING' })).flat().length, 6_000)
    assert.equal((await pages(webhook.id, { limit: 100, status: 'DELIVERED' })).flat().length, 3)
    for (const { id } of [webhook, other]) await shop.person.call('DELETE', `/api/webhook/${id}`)
  })

  slow('finds what is rare in a long log in bounded steps, and misses none of it', async () => {
    const webhook = await shop.signed(receiver, ['sale.paid'])
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 1, type: 'sale.refused' })
    await insertClosed(gateway.db, { ...whose, count: 6_000 })
    await insertClosed(gateway.db, { ...whose, count: 2, type: 'sale.refused', outcome: 'FAILED' })
    await insertClosed(gateway.db, { ...whose, count: 6_000 })
    const refused = await pages(webhook.id, { event: 'sale.refused' })
    assert.deepEqual(
      refused.map(page => page.map(({ status }) => status)),
      [[], ['FAILED', 'FAILED'], ['DELIVERED']],
    )
    // What was missed has an index of its own.
    assert.deepEqual(
      (await pages(webhook.id, { status: 'FAILED' })).map(page => page.length),
      [2],
    )
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('is narrowed to days, and says how many there are of what it is narrowed to', async () => {
    await pastMidnight()
    // Of its own, so that nothing was sent before what is written here as older.
    const { person, seller, signed } = await openShop(gateway)
    const webhook = await signed(receiver, ['sale.pending', 'sale.canceled'])
    const whose = { accountId: seller.accountId, webhookId: webhook.id }
    for (const day of [40, 10, 9, 3]) await insertClosed(gateway.db, { ...whose, count: day, agoMs: day * DAY_MS })
    await insertClosed(gateway.db, { ...whose, count: 2, type: 'sale.refused', outcome: 'FAILED', agoMs: 3 * DAY_MS })
    receiver.answers.splice(0, receiver.answers.length, 200)
    await seller.sell(1_000, { customer: { name: 'Rita Prado' } })
    await until(async () => (await pages(webhook.id, { q: 'rita' }, person)).flat()[0]?.status === 'DELIVERED', 'it')
    const day = (ago: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date(Date.now() - ago * DAY_MS))
    const moment = (ago: number) => new Date(Date.now() - ago * DAY_MS + HOUR_MS).toISOString()
    const cases: [query: Record<string, string>, count: number][] = [
      [{}, 65],
      [{ from: day(0) }, 1],
      [{ from: day(0), to: day(0) }, 1],
      [{ to: day(1) }, 64],
      [{ from: day(10), to: day(9) }, 19],
      [{ from: day(40), to: day(40) }, 40],
      [{ from: day(39), to: day(11) }, 0],
      [{ to: '2020-01-01' }, 0],
      [{ from: moment(10), to: moment(9) }, 9],
      [{ from: day(3), to: day(3), status: 'FAILED' }, 2],
      [{ from: day(9), event: 'sale.refused' }, 2],
      [{ from: day(9), q: 'rita' }, 1],
      [{ status: 'PENDING' }, 0],
      [{ from: day(9), status: 'PENDING' }, 0],
      [{ q: 'ninguém' }, 0],
    ]
    for (const [query, count] of cases) {
      const message = JSON.stringify(query)
      const text = new URLSearchParams(query)
      const totals = await person.call('GET', `/api/webhook/${webhook.id}/deliveries/totals?${text}`)
      assert.deepEqual([totals.status, totals.body], [200, { count, more: false }], message)
      assert.equal((await pages(webhook.id, { ...query, limit: 30 }, person)).flat().length, count, message)
    }
    const stranger = await register(gateway)
    assert.equal((await stranger.call('GET', `/api/webhook/${webhook.id}/deliveries/totals`)).status, 404)
  })

  it('refuses filters that are none', async () => {
    const webhook = await shop.signed(receiver, ['sale.paid'])
    for (const query of [
      'status=paid',
      'status=',
      'event=Sale',
      'event=sale.paid%00',
      'before=0',
      'before=x',
      'before=-1',
      'from=yesterday',
      'from=2026-02-02&to=2026-02-01',
    ])
      assert.deepEqual(
        refusal(await shop.person.call('GET', `/api/webhook/${webhook.id}/deliveries?${query}`)),
        [400, 'INVALID_DATA'],
        query,
      )
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('shows one delivery with every attempt', async () => {
    const webhook = await shop.signed(receiver, ['sale.pending'])
    receiver.answers.splice(0, receiver.answers.length, 500, 503, 200)
    await shop.seller.sell(1_000)
    const [entry] = await closed(webhook.id, 1)
    assert.ok(entry !== undefined)
    const { status, body } = await shop.person.call('GET', `/api/webhook/deliveries/${entry.id}`)
    assert.equal(status, 200)
    const { attempts, url, redelivery, headers, ...rest } = body
    const { attempts: count, ...shown } = entry
    assert.deepEqual(rest, shown)
    assert.deepEqual([count, url, redelivery], [3, receiver.url, false])
    assert.equal(headers['X-Service-Event-Id'], entry.eventId)
    assert.deepEqual(
      attempts.map((attempt: Record<string, unknown>) => [attempt.n, attempt.httpStatus, attempt.outcome]),
      [
        [1, 500, 'RETRY'],
        [2, 503, 'RETRY'],
        [3, 200, 'DELIVERED'],
      ],
    )
    for (const attempt of attempts) {
      assert.deepEqual([attempt.responseHead, attempt.error], ['thank you', null])
      assert.ok(Date.parse(attempt.startedAt) >= Date.parse(entry.createdAt as string) && attempt.durationMs >= 0)
    }
    const again = await shop.person.call('POST', `/api/webhook/deliveries/${entry.id}/resend`)
    await closed(webhook.id, 2)
    const second = await shop.person.call('GET', `/api/webhook/deliveries/${again.body.id}`)
    assert.deepEqual(
      [second.body.redelivery, second.body.attempts.length, second.body.eventId],
      [true, 1, entry.eventId],
    )

    const stranger = await register(gateway)
    assert.equal((await stranger.call('GET', `/api/webhook/deliveries/${entry.id}`)).status, 404)
    assert.equal((await shop.person.call('GET', '/api/webhook/deliveries/999999')).status, 404)
    assert.equal((await shop.person.call('GET', '/api/webhook/deliveries/x')).status, 400)
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('shows one delivery that waits for its next attempt, and one that was skipped', async () => {
    const webhook = await shop.signed(receiver, ['sale.pending'], { retryPolicy: 'extended' })
    receiver.answers.splice(0, receiver.answers.length, 503, 200)
    await shop.seller.sell(1_000)
    const waiting = await until(
      async () => (await list(webhook.id)).find(({ attempts }) => attempts === 1) ?? null,
      'it',
    )
    const { body } = await shop.person.call('GET', `/api/webhook/deliveries/${waiting.id}`)
    assert.deepEqual([body.status, body.httpStatus, body.nextAttemptAt], ['PENDING', 503, waiting.nextAttemptAt])
    assert.deepEqual([body.url, body.attempts.length, body.attempts[0].outcome], [receiver.url, 1, 'RETRY'])

    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 1, outcome: 'SKIPPED' })
    const [skipped] = await list(webhook.id, { status: 'SKIPPED' })
    const one = await shop.person.call('GET', `/api/webhook/deliveries/${skipped?.id}`)
    assert.deepEqual([one.body.status, one.body.attempts, one.body.error], ['SKIPPED', [], 'because'])
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })
})
