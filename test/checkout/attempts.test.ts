// What one address or one cart may do at the hosted checkout, counted by two gateways together.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { AddressAttemptKind } from '#checkout/attempt/attempt.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { linkOf } from '../cart/shopping.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { buyerAt, CONTACT, payForm, screenIn, textOf } from '../pay-page/buying.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'

let two: TwoGateways
let turn = 0
let carts = 0n
const anyCart = () => ++carts
before(async () => {
  two = await openTwoGateways({ CHECKOUT_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
})
after(() => two[Symbol.asyncDispose]())

type Kind = AddressAttemptKind | 'charge'

const admit = (at: TestGateway, kind: Kind, address: string, cartId = 0n) => {
  const { attempts } = at.gateway.checkouts
  return kind === 'charge' ? attempts.admit(kind, { address, cartId }) : attempts.admit(kind, { address })
}

/** One gateway after the other. Answers how many were admitted, and what refused the first one that was not. */
async function admitted(kind: Kind, address: string, tries: number, cartIdOf?: () => bigint) {
  let count = 0
  for (let left = tries; left > 0; left--) {
    const at = turn++ % 2 === 0 ? two.gateway : two.neighbour
    const refusal = await admit(at, kind, address, cartIdOf?.())
    if (refusal !== null) return { count, code: refusal.code, wait: refusal.retryAfterSeconds ?? 0 }
    count++
  }
  return { count, code: null, wait: 0 }
}

function advance(ms: number) {
  two.gateway.advance(ms)
  two.neighbour.advance(ms)
}

describe('an address at two gateways', () => {
  for (const [kind, max, cartIdOf] of [
    ['cart', 10, undefined],
    ['charge', 10, anyCart],
    ['unknown', 20, undefined],
  ] as const)
    it(`may try ${kind} ${max} times a minute, and again after the wait that it is told`, async () => {
      const address = `198.51.100.${max + kind.length}`
      const first = await admitted(kind, address, max + 1, cartIdOf)
      assert.deepEqual([first.count, first.code], [max, 'RATE_LIMITED'])
      assert.ok(first.wait > 0 && first.wait <= 60, String(first.wait))
      assert.equal((await admitted(kind, '198.51.100.200', 1, cartIdOf)).count, 1)
      // Further tries are refused and do not make the wait longer.
      advance(30 * SECOND_MS)
      const again = await admitted(kind, address, 1, cartIdOf)
      assert.ok(again.count === 0 && again.wait <= first.wait - 29, String(again.wait))
      advance(again.wait * SECOND_MS)
      assert.equal((await admitted(kind, address, 1, cartIdOf)).count, 1)
    })

  it('may open 60 carts an hour, and again in the next one', async () => {
    for (let minute = 0; minute < 6; minute++) {
      assert.equal((await admitted('cart', '203.0.113.1', 10)).count, 10)
      advance(MINUTE_MS)
    }
    const full = await admitted('cart', '203.0.113.1', 1)
    assert.ok(full.count === 0 && full.wait > 60 && full.wait <= 54 * 60, String(full.wait))
    advance(full.wait * SECOND_MS)
    assert.equal((await admitted('cart', '203.0.113.1', 10)).count, 10)
  })

  it('that goes on after it was refused does not use up the hour', async () => {
    assert.equal((await admitted('cart', '203.0.113.4', 11)).count, 10)
    for (let more = 0; more < 60; more++) assert.equal((await admitted('cart', '203.0.113.4', 1)).count, 0)
    advance(MINUTE_MS)
    assert.equal((await admitted('cart', '203.0.113.4', 10)).count, 10)
  })

  it('is counted exactly where many come at once', async () => {
    const at = [two.gateway, two.neighbour]
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => admit(at[index % 2] as TestGateway, 'cart', '203.0.113.2')),
    )
    assert.equal(answers.filter(answer => answer === null).length, 10)
  })

  it('is one address for the whole /64 of IPv6, and for IPv4 that is written as IPv6', async () => {
    assert.equal((await admitted('cart', '2001:db8:1:2::1', 5)).count, 5)
    assert.equal((await admitted('cart', '2001:db8:1:2:ffff::9', 6)).count, 5)
    assert.equal((await admitted('cart', '2001:db8:1:3::1', 1)).count, 1)
    assert.equal((await admitted('cart', '::ffff:203.0.113.9', 5)).count, 5)
    assert.equal((await admitted('cart', '203.0.113.9', 6)).count, 5)
  })

  it('may see 120 pages a minute, whichever gateway shows them; the gateways tell each other', async () => {
    for (let page = 0; page < 100; page++) assert.equal(await admit(two.gateway, 'page', '203.0.113.3'), null)
    // The neighbour hears of it with its own next batch, so a few pages more than 120 are shown.
    let shown = 0
    const refusal = await until(async () => {
      const answer = await admit(two.neighbour, 'page', '203.0.113.3')
      if (answer === null) shown++
      return answer
    }, 'the neighbour to refuse')
    assert.equal(refusal.code, 'RATE_LIMITED')
    assert.ok(shown < 120, String(shown))
    await until(() => admit(two.gateway, 'page', '203.0.113.3'), 'this one to refuse too')
    advance((refusal.retryAfterSeconds ?? 0) * SECOND_MS)
    assert.equal(await admit(two.neighbour, 'page', '203.0.113.3'), null)
  })
})

describe('one cart', () => {
  it('gets five codes an hour, from whatever address, and more in the next hour', async () => {
    const cartId = anyCart()
    let address = 0
    const charge = async () => (await admitted('charge', `203.0.113.${100 + ++address}`, 1, () => cartId)).count
    for (let code = 0; code < 5; code++) assert.equal(await charge(), 1)
    assert.equal(await charge(), 0)
    assert.equal((await admitted('charge', '203.0.113.150', 1, anyCart)).count, 1)
    advance(HOUR_MS)
    assert.equal(await charge(), 1)
  })
})

describe('at the pages', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  it('one try too many is a page that says when to try again, in words and to programs', async () => {
    const { slug } = await linkOf(await two.gateway.seller())
    const buyer = buyerAt(two.gateway)
    for (let cart = 0; cart < 10; cart++) {
      buyer.cookie = ''
      const sent = await buyer.send(`/l/${slug}`, { ...CONTACT, email: `a${cart}@example.com` }, from('192.0.2.20'))
      assert.equal(sent.status, 303)
    }
    buyer.cookie = ''
    const refused = await buyer.send(`/l/${slug}`, CONTACT, from('192.0.2.20'))
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(refused.status === 429 && seconds > 0 && seconds <= 60, `${refused.status} ${seconds}`)
    assert.match(textOf(refused), new RegExp(`Muitas tentativas .*Tente de novo em ${seconds} segundos?\\.`))
    const inEnglish = await buyer.send(`/l/${slug}?idioma=en`, CONTACT, from('192.0.2.20'))
    assert.match(textOf(inEnglish), /Too many attempts .*Please try again in \d+ seconds?\./)
    // Another buyer, and after the wait this one.
    assert.equal((await buyer.send(`/l/${slug}`, CONTACT, from('192.0.2.21'))).status, 303)
    advance(seconds * SECOND_MS)
    buyer.cookie = ''
    assert.equal((await buyer.send(`/l/${slug}`, CONTACT, from('192.0.2.20'))).status, 303)
  })

  it('a cart has five codes an hour; what is open may be paid, and an open code is shown again', async () => {
    const { slug } = await linkOf(await two.gateway.seller(), { pix: { expiresInSeconds: 300 } })
    const buyer = buyerAt(two.gateway)
    let page = await buyer.go(`/l/${slug}`, CONTACT)
    const { path } = page
    for (let code = 0; code < 5; code++) {
      const shown = await buyer.go(`${path}/pagar`, payForm(page))
      assert.equal(screenIn(shown), 'PIX')
      // Pressed again, it is the same code and no further one.
      assert.equal(screenIn(await buyer.go(`${path}/pagar`, payForm(page))), 'PIX')
      advance(6 * MINUTE_MS)
      page = await until(async () => {
        const now = await buyer.get(path)
        return screenIn(now) === 'PAY' ? { ...now, path } : null
      }, 'the code to end')
    }
    const refused = await buyer.send(`${path}/pagar`, payForm(page))
    assert.equal(refused.status, 429)
    assert.match(textOf(refused), /Tente de novo em \d+ minutos/)
    advance(HOUR_MS)
    assert.equal(screenIn(await buyer.go(`${path}/pagar`, payForm(page))), 'PIX')
  })

  it('twenty addresses that lead nowhere are answered alike, and no more in that minute', async () => {
    const buyer = buyerAt(two.gateway)
    const seen = new Map<number, number>()
    for (let tries = 0; tries < 25; tries++) {
      const kind = ['l', 's', 'c', 'r'][tries % 4]
      const { status } = await buyer.get(`/${kind}/${'x'.repeat(20)}${tries}`, from('192.0.2.30'))
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    assert.deepEqual(
      [...seen],
      [
        [404, 20],
        [429, 5],
      ],
    )
  })

  it('states of an open page have a bound of their own', async () => {
    const buyer = buyerAt(two.gateway)
    const { slug } = await linkOf(await two.gateway.seller())
    const { path } = await buyer.go(`/l/${slug}`, CONTACT)
    const statuses = new Set<number>()
    for (let time = 0; time < 130; time++) statuses.add((await buyer.get(`${path}/estado`, from('192.0.2.40'))).status)
    assert.deepEqual([...statuses], [200])
    for (let time = 0; time < 120; time++) statuses.add((await buyer.get('/l/abc', from('192.0.2.41'))).status)
    assert.equal((await buyer.get(path, from('192.0.2.41'))).status, 429)
    // A form shows a page too, and is counted like one.
    for (const form of [`/l/${slug}`, '/s/abc', '/r/abc', `${path}/contato`])
      assert.equal((await buyer.send(form, CONTACT, from('192.0.2.41'))).status, 429, form)
  })
})

describe('what is kept', () => {
  it('names nobody, is nothing for a lawful reader, and is removed when its time is over', async () => {
    const { db } = two.gateway
    const rows = () => db.query<{ text: string }>(sql`select checkout_attempt::text as text from checkout_attempt`)
    advance(2 * HOUR_MS)
    await until(async () => (await rows()).length === 0, 'the rows to be removed')
    for (let page = 0; page < 15; page++) await admit(two.gateway, 'page', '192.0.2.7')
    await admit(two.gateway, 'cart', '192.0.2.7')
    await admit(two.neighbour, 'cart', '192.0.2.7')
    const kept = await rows()
    assert.equal(kept.length, 2, 'one row for each bound of a cart, none for fifteen pages')
    assert.doesNotMatch(kept.map(({ text }) => text).join(), /192\.0\.2\.7|3139322e302e322e37/)
  })

  it('is nothing at all where the bounds are off', async () => {
    await using gateway = await openTestGateway()
    for (let page = 0; page < 200; page++) assert.equal(await admit(gateway, 'page', '192.0.2.8'), null)
    for (let cart = 0; cart < 20; cart++) assert.equal(await admit(gateway, 'cart', '192.0.2.8'), null)
    assert.deepEqual(await gateway.db.query(sql`select 1 from checkout_attempt`), [])
  })
})

describe('cards are tried', () => {
  const tryCard = (n: number, cartId: bigint, address: string, document: string) =>
    (n % 2 === 0 ? two.gateway : two.neighbour).gateway.checkouts.attempts.admit('card', { address, cartId, document })
  const admittedOf = async (tries: ((n: number) => ReturnType<typeof tryCard>)[]) =>
    (await Promise.all(tries.map((one, n) => one(n)))).filter(refused => refused === null).length
  const many = (one: (n: number) => ReturnType<typeof tryCard>) => Array.from({ length: 30 }, () => one)

  it('four times by a cart, as long as it is open', async () => {
    assert.equal(await admittedOf(many(n => tryCard(n, 7001n, `198.51.100.${n}`, `${10_000_000_000 + n}`))), 4)
    advance(2 * HOUR_MS)
    assert.notEqual(
      await two.gateway.gateway.checkouts.attempts.admit('card', {
        address: '198.51.100.99',
        cartId: 7001n,
        document: '1',
      }),
      null,
    )
  })

  it('eight times an hour from an address, at whichever gateway', async () => {
    assert.equal(
      await admittedOf(many(n => tryCard(n, 7100n + BigInt(n), '198.51.100.200', `${20_000_000_000 + n}`))),
      8,
    )
  })

  it('eight times an hour by a document, however it is written', async () => {
    const written = (n: number) => (n % 3 === 0 ? '529.982.247-25' : '52998224725')
    assert.equal(await admittedOf(many(n => tryCard(n, 7200n + BigInt(n), `198.18.0.${n}`, written(n)))), 8)
  })
})
