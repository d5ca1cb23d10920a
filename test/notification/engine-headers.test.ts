// What is sent besides the body: exactly the contract's headers, signed so that openssl, which shares no code with us, computes the same
// signature over the raw bytes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { SECOND_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { untilIdle } from '../books.ts'
import { take } from '../cashout/requesting.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { openShop, type Shop } from './shop.ts'

const POSTBACK_SECRET = 'a secret for postbacks'

/** HMAC-SHA256 in lower-case hexadecimal, by openssl. */
function openssl(secret: string, ...bytes: (string | Buffer)[]): string {
  const input = Buffer.concat(bytes.map(part => Buffer.from(part)))
  const reported = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input }).toString()
  return reported.trim().split(' ').at(-1) ?? ''
}

/** The headers that are ours, in alphabetical order. */
const own = ({ headers }: Notification) =>
  Object.keys(headers)
    .filter(name => name.startsWith('x-'))
    .toSorted()

function assertSigned(notification: Notification, secret: string, brand = 'service'): void {
  const { headers, raw } = notification
  const timestamp = String(headers[`x-${brand}-timestamp`])
  assert.match(timestamp, /^[1-9]\d{9}$/)
  assert.equal(headers[`x-${brand}-signature`], `sha256=${openssl(secret, `${timestamp}.`, raw)}`)
}

/** A shop that receives everything, on three addresses of one receiver. */
async function listening(gateway: TestGateway, receiver: Receiver): Promise<Shop & { secret: string }> {
  const shop = await openShop(gateway)
  const events = ['sale.pending', 'sale.paid', 'withdrawal.pending', 'withdrawal.completed']
  const { secret } = await shop.signed({ url: `${receiver.url}/signed` }, events)
  await shop.unsigned({ url: `${receiver.url}/unsigned` })
  return { ...shop, secret }
}

/** One sale that is paid and one cashout that is completed; everything that was received of them. */
async function oneOfEach(gateway: TestGateway, receiver: Receiver, { seller }: Shop): Promise<Notification[]> {
  const customer = { name: 'José da Silva "Zé" ✓', email: 'ze@example.com', document: '529.982.247-25' }
  const sale = await seller.sell(300_00, { customer, postbackUrl: `${receiver.url}/postback` })
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const { path } = await take(seller)
  await seller.reaches(path, 'COMPLETED')
  return receiver.gets(7)
}

for (const brand of ['Service', 'Acme'])
  test(`the headers under the brand ${brand}`, async t => {
    await using gateway = await openTestGateway({
      env: { POSTBACK_SECRET, ...(brand !== 'Service' && { BRAND: brand }) },
    })
    await using receiver = await openReceiver()
    const shop = await listening(gateway, receiver)
    const heard = await oneOfEach(gateway, receiver, shop)
    const prefix = `x-${brand.toLowerCase()}`
    const to = (path: string) => heard.filter(notification => notification.path === path)

    await t.test('of a signed webhook', () => {
      assert.equal(to('/signed').length, 4)
      for (const notification of to('/signed')) {
        assert.deepEqual(
          own(notification),
          ['event-id', 'event-sequence', 'event-type', 'signature', 'timestamp'].map(name => `${prefix}-${name}`),
        )
        assert.equal(notification.headers['content-type'], 'application/json')
        assertSigned(notification, shop.secret, brand.toLowerCase())
      }
      const reported = to('/signed').map(({ headers }) => headers[`${prefix}-event-type`])
      assert.deepEqual(reported.toSorted(), ['sale.paid', 'sale.pending', 'withdrawal.completed', 'withdrawal.pending'])
    })

    await t.test('of a withdrawals webhook: no signature', () => {
      assert.deepEqual(
        to('/unsigned').map(({ body }) => body.status),
        ['PROCESSING', 'COMPLETED'],
      )
      for (const notification of to('/unsigned'))
        assert.deepEqual(own(notification), [`${prefix}-event-id`, `${prefix}-event-sequence`])
    })

    await t.test('of a postback: X-Signature over the body alone, whatever the brand', () => {
      const [postback, ...more] = to('/postback')
      assert.ok(postback !== undefined && more.length === 0)
      assert.deepEqual(own(postback), [`${prefix}-event-id`, `${prefix}-event-sequence`, 'x-signature'].toSorted())
      assert.equal(postback.headers['x-signature'], openssl(POSTBACK_SECRET, postback.raw))
      assert.equal(postback.raw.toString('utf8'), JSON.stringify(postback.body), 'compact, keys in their order')
    })

    await t.test('no two events have one id', () => {
      const ids = heard.map(({ path, headers }) => `${path === '/postback'} ${headers[`${prefix}-event-id`]}`)
      // What both withdrawal webhooks receive is one event.
      assert.equal(new Set(ids).size, heard.length - 1)
    })
  })

test('an account that has a postback secret of its own does not use that of the gateway', async () => {
  await using gateway = await openTestGateway({ env: { POSTBACK_SECRET } })
  await using receiver = await openReceiver()
  const [ana, rui] = [await openShop(gateway), await openShop(gateway)]
  const operator = await registerOperator(gateway)
  const own = 'the-own-secret-of-this-account'
  const change = { postbackSecret: own }
  assert.equal((await operator.call('PATCH', `/api/admin/accounts/${ana.person.accountId}`, change)).status, 200)

  for (const { seller } of [ana, rui]) {
    const sale = await seller.sell(100_00, { postbackUrl: `${receiver.url}/${seller.accountId}` })
    await gateway.pay(sale.pixKey)
  }
  const heard = await receiver.gets(2)
  for (const { path, headers, raw } of heard) {
    const secret = path === `/${ana.person.accountId}` ? own : POSTBACK_SECRET
    assert.equal(headers['x-signature'], openssl(secret, raw))
  }
})

test('a postback for which there is no secret is never sent', async () => {
  await using gateway = await openTestGateway()
  await using receiver = await openReceiver()
  const shop = await listening(gateway, receiver)
  const sale = await shop.seller.sell(100_00, { postbackUrl: `${receiver.url}/postback` })
  await gateway.pay(sale.pixKey)
  await receiver.gets(1, ({ headers }) => headers['x-service-event-type'] === 'sale.paid')
  await untilIdle(gateway)
  assert.equal(receiver.received.filter(({ path }) => path === '/postback').length, 0)
})

test('every attempt is signed anew at its own time, and a resend too, over the same bytes under the same id', async t => {
  await using gateway = await openTestGateway()
  await using receiver = await openReceiver()
  receiver.answers.splice(0, 1, 500, 500, 200)
  const shop = await listening(gateway, receiver)
  const { seller, person, secret } = shop
  const attempts = (count: number) =>
    receiver.gets(count, ({ headers }) => headers['x-service-event-type'] === 'sale.pending')

  await seller.sell(100_00)
  for (const count of [1, 2]) {
    await attempts(count)
    gateway.advance(60 * SECOND_MS)
  }
  const three = await attempts(3)

  await t.test('three attempts', () => {
    const times = three.map(({ headers }) => Number(headers['x-service-timestamp']))
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 60 && (times[2] ?? 0) - (times[1] ?? 0) >= 60, String(times))
    for (const notification of three) assertSigned(notification, secret)
    assert.equal(new Set(three.map(({ headers }) => headers['x-service-event-id'])).size, 1)
    assert.equal(new Set(three.map(({ raw }) => raw.toString('hex'))).size, 1)
    for (const notification of three) assert.ok(!own(notification).includes('x-service-redelivery'))
  })

  await t.test('and a resend, which alone says so', async () => {
    const [webhook] = (await person.call('GET', '/api/webhook')).body
    await untilIdle(gateway)
    const [entry] = (await person.call('GET', `/api/webhook/${webhook.id}/deliveries`)).body
    gateway.advance(60 * SECOND_MS)
    assert.equal((await person.call('POST', `/api/webhook/deliveries/${entry.id}/resend`)).status, 202)
    const again = (await attempts(4))[3] as Notification
    assert.equal(again.headers['x-service-redelivery'], 'true')
    assert.equal(again.headers['x-service-event-id'], three[0]?.headers['x-service-event-id'])
    assert.deepEqual(again.raw, three[0]?.raw)
    assert.ok(Number(again.headers['x-service-timestamp']) > Number(three[2]?.headers['x-service-timestamp']))
    assertSigned(again, secret)
  })
})
