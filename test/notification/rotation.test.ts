// A new secret: for a day both sign, then the new one alone, or as soon as its owner says so. And Standard Webhooks, whose headers carry
// both signatures in one.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { register, setRole } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { create, refusal } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

/** Over the raw bytes, as a receiver does it. */
function signatureOf(secret: string, { headers, raw }: Notification): string {
  const hmac = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(raw)
  return `sha256=${hmac.digest('hex')}`
}

const standardSignatureOf = (secret: string, { headers, raw }: Notification): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  return `v1,${createHmac('sha256', key).update(signed).update(raw).digest('base64')}`
}

const signatures = ({ headers }: Notification) => [headers['x-service-signature'], headers['x-service-signature-next']]

describe('the rotation of a secret', () => {
  let gateway: TestGateway
  let receiver: Receiver
  before(async () => {
    gateway = await openTestGateway()
    receiver = await openReceiver()
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  /** A sale, and what the webhook at this path receives of it. */
  async function heard(shop: Shop, path: string): Promise<Notification> {
    const sale = await shop.seller.sell(100_00)
    const [reported] = await receiver.gets(1, ({ path: at, body }) => at === path && body.uuid === sale.uuid)
    return reported as Notification
  }

  const rotate = (shop: Shop, id: number) => shop.person.call('POST', `/api/webhook/${id}/rotate-secret`)
  const activate = (shop: Shop, id: number) => shop.person.call('POST', `/api/webhook/${id}/activate-secret`)
  const record = async (shop: Shop) => (await shop.person.call('GET', '/api/webhook')).body[0]

  it('lets both sign for 24 hours, and then the new one alone', async () => {
    const shop = await openShop(gateway)
    const { id, secret: old } = await shop.signed({ url: `${receiver.url}/day` }, ['sale.pending'])
    const alone = await heard(shop, '/day')
    assert.deepEqual(signatures(alone), [signatureOf(old, alone), undefined])

    const answer = await rotate(shop, id)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { secret: fresh, ...rest } = answer.body
    assert.match(fresh, /^whsec_[\w+/]{43}=$/)
    assert.notEqual(fresh, old)
    assert.deepEqual(rest, await record(shop))
    assert.equal(new Date(rest.nextSecretFrom).getTime(), new Date(rest.updatedAt).getTime() + DAY_MS)
    const [stored] = await gateway.db.query<{ row: string }>(
      sql`select webhook::text as row from webhook where id = ${id}`,
    )
    assert.ok(!stored?.row.includes('whsec_'))

    const both = await heard(shop, '/day')
    assert.deepEqual(signatures(both), [signatureOf(old, both), signatureOf(fresh, both)])
    gateway.advance(23 * HOUR_MS)
    const late = await heard(shop, '/day')
    assert.deepEqual(signatures(late), [signatureOf(old, late), signatureOf(fresh, late)])

    gateway.advance(HOUR_MS + SECOND_MS)
    const swapped = await heard(shop, '/day')
    assert.deepEqual(signatures(swapped), [signatureOf(fresh, swapped), undefined])
    assert.equal((await record(shop)).nextSecretFrom, null)
    assert.deepEqual(refusal(await activate(shop, id)), [409, 'CONFLICT'])

    const { secret: third } = (await rotate(shop, id)).body
    const again = await heard(shop, '/day')
    assert.deepEqual(signatures(again), [signatureOf(fresh, again), signatureOf(third, again)])
  })

  it('swaps at once where the owner says so, and only where one waits', async () => {
    const shop = await openShop(gateway)
    const { id } = await shop.signed({ url: `${receiver.url}/at-once` }, ['sale.pending'])
    assert.deepEqual(refusal(await activate(shop, id)), [409, 'CONFLICT'])
    const { secret: fresh } = (await rotate(shop, id)).body
    const answer = await activate(shop, id)
    assert.deepEqual([answer.status, answer.body.nextSecretFrom, answer.body.secret], [200, null, undefined])
    assert.deepEqual(answer.body, await record(shop))
    const notification = await heard(shop, '/at-once')
    assert.deepEqual(signatures(notification), [signatureOf(fresh, notification), undefined])
    assert.deepEqual(refusal(await activate(shop, id)), [409, 'CONFLICT'])
  })

  slow('swaps at once also for what already waits in memory', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const notifications: Notification[] = []
    const server = createServer(async (request, response) => {
      const raw = Buffer.concat(await Array.fromAsync(request))
      notifications.push({ method: 'POST', path: '', headers: request.headers, raw, body: null })
      await released
      response.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const shop = await openShop(gateway)
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { id, secret: old } = await shop.signed({ url }, ['sale.pending'])
      await Promise.all(Array.from({ length: 10 }, () => shop.seller.sell(100_00)))
      const underWay = await until(() => (notifications.length >= 4 ? notifications.length : null), 'the first four')
      const { secret: fresh } = (await rotate(shop, id)).body
      await activate(shop, id)
      release()
      await until(() => (notifications.length === 10 ? true : null), 'the other six')
      const signed = notifications.map(one => (signatures(one)[0] === signatureOf(old, one) ? 'old' : 'unknown'))
      assert.deepEqual(signed.slice(0, underWay), Array(underWay).fill('old'))
      for (const one of notifications.slice(underWay))
        assert.deepEqual(signatures(one), [signatureOf(fresh, one), undefined])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  slow('again replaces the one that waits, for 24 hours from then', async () => {
    const shop = await openShop(gateway)
    const { id, secret: old } = await shop.signed({ url: `${receiver.url}/twice` }, ['sale.pending'])
    const first = (await rotate(shop, id)).body
    gateway.advance(HOUR_MS)
    const second = (await rotate(shop, id)).body
    assert.ok(new Date(second.nextSecretFrom).getTime() >= new Date(first.nextSecretFrom).getTime() + HOUR_MS)
    const notification = await heard(shop, '/twice')
    assert.deepEqual(signatures(notification), [
      signatureOf(old, notification),
      signatureOf(second.secret, notification),
    ])
  })

  it('is for owners and developers of the account', async () => {
    const shop = await openShop(gateway)
    const { id } = await shop.signed({ url: `${receiver.url}/guard` }, ['sale.pending'])
    const stranger = await register(gateway)
    for (const verb of ['rotate-secret', 'activate-secret', 'test']) {
      const path = `/api/webhook/${id}/${verb}`
      assert.deepEqual(refusal(await stranger.call('POST', path)), [404, 'NOT_FOUND'])
      await setRole(gateway, shop.person, 'READER')
      assert.deepEqual(refusal(await shop.person.call('POST', path)), [403, 'FORBIDDEN'])
      await setRole(gateway, shop.person, 'OWNER')
      const foreign = { origin: 'https://evil.example.com' }
      assert.deepEqual(refusal(await shop.person.call('POST', path, undefined, foreign)), [403, 'FORBIDDEN'])
    }
  })

  it('of a webhook with the headers of Standard Webhooks carries both signatures there', async () => {
    const shop = await openShop(gateway)
    const { id, secret: old } = await shop.signed({ url: `${receiver.url}/standard` }, ['sale.pending'])
    const without = await heard(shop, '/standard')
    assert.deepEqual(
      Object.keys(without.headers).filter(name => name.startsWith('webhook-')),
      [],
    )
    const changed = await shop.person.call('PUT', `/api/webhook/${id}`, { standardHeaders: true })
    assert.deepEqual([changed.status, changed.body.standardHeaders], [200, true])

    const single = await heard(shop, '/standard')
    assert.equal(single.headers['webhook-id'], single.headers['x-service-event-id'])
    assert.equal(single.headers['webhook-timestamp'], single.headers['x-service-timestamp'])
    assert.equal(single.headers['webhook-signature'], standardSignatureOf(old, single))
    assert.deepEqual(signatures(single), [signatureOf(old, single), undefined])

    const { secret: fresh } = (await rotate(shop, id)).body
    const both = await heard(shop, '/standard')
    const expected = [old, fresh].map(secret => standardSignatureOf(secret, both)).join(' ')
    assert.equal(both.headers['webhook-signature'], expected)
  })

  slow(
    'of a webhook of the type WITHDRAWAL signs where its owner chooses these headers, and the body stays what it was',
    async () => {
      await using present = await openTestGateway()
      const shop = await openShop(present, { funds: 100_000 })
      const { secret } = await create(shop.person, {
        webhookUrl: `${receiver.url}/withdrawals`,
        notificationType: 'WITHDRAWAL',
        standardHeaders: true,
      })
      const cashout = { amount: 150.5, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
      assert.equal((await shop.seller.api('POST', '/api/public/cashout', cashout)).status, 201)
      const notifications = await receiver.gets(2, ({ path }) => path === '/withdrawals')
      for (const one of notifications) {
        assert.deepEqual(signatures(one), [undefined, undefined])
        assert.equal(one.headers['webhook-signature'], standardSignatureOf(secret, one))
      }
      assert.deepEqual(
        notifications.map(({ body }) => `${body.type} ${body.status}`),
        ['WITHDRAWAL PROCESSING', 'WITHDRAWAL COMPLETED'],
      )
    },
  )

  it('is understood by the library of Standard Webhooks, with either secret', async () => {
    await using present = await openTestGateway()
    const shop = await openShop(present)
    const { id, secret: old } = await shop.signed({ url: `${receiver.url}/library` }, ['sale.pending'], {
      standardHeaders: true,
    })
    const { secret: fresh } = (await rotate(shop, id)).body
    const { raw, headers, body } = await heard(shop, '/library')
    for (const secret of [old, fresh])
      assert.deepEqual(new Webhook(secret).verify(raw, headers as Record<string, string>), body)
  })
})
