// What one address or one cart may do at the hosted checkout, counted by two gateways together.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { AttemptKind } from '#checkout/attempt/attempt.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'

let two: TwoGateways
let turn = 0
before(async () => {
  two = await openTwoGateways({ CHECKOUT_LIMITS: 'on' })
})
after(() => two[Symbol.asyncDispose]())

const admit = (at: TestGateway, kind: AttemptKind, address: string, cartId?: string) =>
  at.gateway.checkouts.attempts.admit(kind, cartId === undefined ? { address } : { address, cartId })

/** One gateway after the other. Answers how many were admitted, and what refused the first one that was not. */
async function admitted(kind: AttemptKind, address: string, tries: number, cartIdOf?: () => string) {
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
    ['charge', 10, randomUUID],
    ['unknown-token', 20, undefined],
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
    const cartId = randomUUID()
    let address = 0
    const charge = async () => (await admitted('charge', `203.0.113.${100 + ++address}`, 1, () => cartId)).count
    for (let code = 0; code < 5; code++) assert.equal(await charge(), 1)
    assert.equal(await charge(), 0)
    assert.equal((await admitted('charge', '203.0.113.150', 1, randomUUID)).count, 1)
    advance(HOUR_MS)
    assert.equal(await charge(), 1)
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
