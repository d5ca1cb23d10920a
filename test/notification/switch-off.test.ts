// A webhook that accepts nothing for three days is switched off by the gateway, its members get a notice, and nothing is lost: its log says
// what was not sent. And the postbacks of a receiver that is out of reach do not wait for ever.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { readFailing, START } from '#notification/webhooks/auto-disable-store.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { refusal } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

interface Listener {
  shop: Shop
  receiver: Receiver
  id: number
}

async function listening(gateway: TestGateway, receiver: Receiver, more: object = {}): Promise<Listener> {
  const shop = await openShop(gateway)
  const { id } = await shop.signed(receiver, ['sale.pending'], more)
  return { shop, receiver, id }
}

const attemptsOf = async (gateway: TestGateway, id: number): Promise<number> => {
  const [row] = await gateway.db.query<{ count: bigint }>(sql`select count(*) from attempt where webhook_id = ${id}`)
  return Number(row?.count)
}

/** So many events, each answered with this status and logged. */
async function hear(
  gateway: TestGateway,
  { shop, receiver, id }: Listener,
  count: number,
  status: number,
): Promise<void> {
  receiver.answers.splice(0, receiver.answers.length, status)
  const before = await attemptsOf(gateway, id)
  for (let sold = 0; sold < count; sold++) await shop.seller.sell(100_00)
  await until(async () => (await attemptsOf(gateway, id)) >= before + count || null, `${count} attempts`)
}

const recordOf = async ({ shop }: Listener) => (await shop.person.call('GET', '/api/webhook')).body[0]
const logOf = async ({ shop, id }: Listener) => {
  const { body } = await shop.person.call('GET', `/api/webhook/${id}/deliveries?limit=100`)
  return (body.data ?? body) as { id: number; status: string; error: string; attempts: number; eventId: string }[]
}
const noticesOf = async ({ shop }: Listener) => (await shop.person.call('GET', '/api/notices')).body.data
const isOff = (listener: Listener) =>
  until(async () => {
    const record = await recordOf(listener)
    return record.active ? null : record
  }, 'the webhook to be switched off')

test('a webhook that takes nothing for three days', async t => {
  await using gateway = await openTestGateway()
  await using receiver = await openReceiver()
  await using seldom = await openReceiver()
  await using recovered = await openReceiver()
  await using lately = await openReceiver()
  const tooFew = await listening(gateway, seldom)
  const well = await listening(gateway, recovered)
  const young = await listening(gateway, lately)
  const dead = await listening(gateway, receiver, { retryPolicy: 'extended' })

  await hear(gateway, tooFew, 19, 404)
  await hear(gateway, well, 20, 404)
  await hear(gateway, well, 1, 200)
  await hear(gateway, dead, 20, 404)
  await hear(gateway, dead, 2, 500)
  // More than one batch of what is owed.
  await gateway.db.query(sql`
    insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, due_at, created_at)
    select account_id, ${dead.id}::bigint, 'SIGNED', ${dead.id}::bigint, event_id, event_created_at,
      now() + interval '90 days', now()
    from generate_series(1, 2500),
      (select * from attempt where webhook_id = ${dead.id} order by delivery_id limit 1) attempt`)
  gateway.advance(DAY_MS)
  await hear(gateway, young, 20, 404)
  for (const listener of [tooFew, well, young, dead]) assert.equal((await recordOf(listener)).active, true)
  gateway.advance(2 * DAY_MS + MINUTE_MS)
  const record = await isOff(dead)

  await t.test('is switched off, and says since when and why', async () => {
    assert.equal(new Date(record.disabledAt).toISOString(), record.disabledAt)
    assert.match(record.disabledReason, /^it has taken nothing for 3 days; the last answer: HTTP \d+$/)
  })

  await t.test('is the only one', async () => {
    for (const listener of [tooFew, well, young]) {
      const { active, disabledAt, disabledReason } = await recordOf(listener)
      assert.deepEqual([active, disabledAt, disabledReason], [true, null, null])
      assert.deepEqual(await noticesOf(listener), [])
    }
  })

  await t.test('is reported to its members', async () => {
    const [notice, ...more] = await noticesOf(dead)
    assert.deepEqual(more, [])
    assert.equal(notice.kind, 'WEBHOOK_SWITCHED_OFF')
    assert.match(notice.said, /^Webhook \d+ at 127\.0\.0\.1:\d+ was switched off: it has taken nothing for 3 days/)
    assert.deepEqual(notice.known, { webhookId: dead.id, webhookUrl: receiver.url, disabledAt: record.disabledAt })
  })

  await t.test('is owed nothing any more: what it was owed is in its log as skipped', async () => {
    const owed = async () => {
      const [row] = await gateway.db.query<{ owed: bigint; skipped: bigint }>(sql`
        select (select count(*) from delivery where webhook_id = ${dead.id}) as owed,
          (select count(*) from attempt where webhook_id = ${dead.id} and outcome = 'SKIPPED') as skipped`)
      return [Number(row?.owed), Number(row?.skipped)]
    }
    // What other processes hold of it in memory is not known at once.
    gateway.advance(2 * MINUTE_MS)
    await until(async () => ((await owed())[0] === 0 ? true : null), 'everything to be closed')
    assert.deepEqual(await owed(), [0, 2502])
    const [entry] = await logOf(dead)
    assert.equal(entry?.status, 'SKIPPED')
    assert.match(entry?.error ?? '', /^not sent: the webhook was switched off/)
  })

  await t.test('receives nothing new, and its log says so', async () => {
    const before = receiver.received.length
    await dead.shop.seller.sell(100_00)
    const [entry] = await logOf(dead)
    assert.equal(entry?.status, 'SKIPPED')
    assert.deepEqual(refusal(await dead.shop.person.call('POST', `/api/webhook/${dead.id}/test`)), [409, 'CONFLICT'])
    assert.equal(receiver.received.length, before)
  })

  await t.test('is sent what a person sends again', async () => {
    receiver.answers.splice(0, 1, 200)
    const [entry] = await logOf(dead)
    const answer = await dead.shop.person.call('POST', `/api/webhook/deliveries/${entry?.id}/resend`)
    assert.equal(answer.status, 202, answer.text)
    const [again] = await receiver.gets(1, ({ headers }) => headers['x-service-redelivery'] === 'true')
    assert.equal(again?.headers['x-service-event-id'], entry?.eventId)
  })

  await t.test('stays off while other things are changed', async () => {
    const put = (body: object) => dead.shop.person.call('PUT', `/api/webhook/${dead.id}`, body)
    for (const change of [{ events: ['sale.pending', 'sale.paid'] }, { active: false }]) {
      const { body } = await put(change)
      assert.deepEqual([body.active, body.disabledAt], [false, record.disabledAt])
    }
  })

  await t.test('is a webhook like any other once it is switched on', async () => {
    const { body } = await dead.shop.person.call('PUT', `/api/webhook/${dead.id}`, { active: true })
    assert.deepEqual([body.active, body.disabledAt, body.disabledReason], [true, null, null])
    const sale = await dead.shop.seller.sell(100_00)
    await receiver.gets(1, ({ body: reported }) => reported.uuid === sale.uuid)
    await hear(gateway, dead, 19, 404)
    const question = { after: START, before: new Date(), failures: 20, limit: 100 }
    const { failing } = await readFailing(gateway.db, question)
    assert.ok(failing.every(({ id }) => id !== BigInt(dead.id)))
    await assertBooks(gateway)
  })
})

slow('webhooks are looked at page by page', async () => {
  await using gateway = await openTestGateway()
  const receiver = { url: 'http://127.0.0.1:9/' }
  const shop = await openShop(gateway)
  for (let made = 0; made < 5; made++) await shop.signed(receiver, ['sale.paid'])
  const ids: bigint[] = []
  const question = { before: new Date(), failures: 20, limit: 2 }
  for (let after: typeof START | null = START; after !== null; ) {
    const { last } = await readFailing(gateway.db, { ...question, after })
    if (last !== null) ids.push(last.id)
    after = last
  }
  assert.equal(ids.length, 2)
})

slow('postbacks to a receiver that is out of reach are given up after three days', async () => {
  const waits = { WEBHOOK_RETRY_WAITS_MS: `${10 * MINUTE_MS},${10 * MINUTE_MS}` }
  await using gateway = await openTestGateway({ env: { POSTBACK_SECRET: 'a secret for postbacks', ...waits } })
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const postbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await new Promise(done => server.close(done))
  const seller = await gateway.seller()
  const cancelled = async () => {
    const { uuid } = await seller.sell(100_00, { postbackUrl })
    assert.equal((await seller.api('POST', `/api/transactions/${uuid}/cancel`)).status, 202)
  }
  const count = async (outcome: string) => {
    const [row] = await gateway.db.query<{ count: bigint }>(
      sql`select count(*) from attempt where outcome = ${outcome}`,
    )
    return Number(row?.count)
  }
  for (let n = 0; n < 8; n++) await cancelled()
  await until(async () => ((await count('RETRY')) >= 5 ? true : null), 'five attempts in vain')
  gateway.advance(3 * DAY_MS)
  await cancelled()
  // The receiver is tried now and then, and what it was tried with is put off and closed another time.
  await until(async () => ((await count('SKIPPED')) >= 6 ? true : null), 'the old ones to be given up')
  const [left] = await gateway.db.query<{ owed: bigint; newest: Date; skipped: bigint }>(sql`
    select count(*) as owed, max(created_at) as newest,
      (select count(*) from attempt where outcome = 'SKIPPED') as skipped
    from delivery`)
  assert.ok((left?.newest.getTime() ?? 0) > Date.now() + DAY_MS, 'the new one waits')
  assert.equal((left?.owed ?? 0n) + (left?.skipped ?? 0n), 9n)
  const [skipped] = await gateway.db.query<{ url: string; error: string; webhook_id: null }>(
    sql`select url, error, webhook_id from attempt where outcome = 'SKIPPED' limit 1`,
  )
  assert.deepEqual(skipped, {
    url: postbackUrl,
    error: 'not sent: the receiver could not be reached for 3 days',
    webhook_id: null,
  })
  await assertBooks(gateway)
})
