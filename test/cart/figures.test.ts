// What became of the carts of a period, and who may read whose they were.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { sellerOf } from '../gateway.ts'
import { create } from '../notification/new-webhook.ts'
import { openReceiver } from '../receiver.ts'
import { type Looking, openLooking, viewing } from '../support/looking.ts'
import { until } from '../until.ts'
import { ANA, charged, contact, linkOf, reachesState, SHIRT } from './shopping.ts'

const IDLE_MS = HOUR_MS + MINUTE_MS
const FIGURES = '/api/account/carts/figures'

/** An entry of the log of deliveries. */
interface Logged {
  payload: { uuid: string }
}

describe('the carts of an account', () => {
  let looking: Looking
  before(async () => {
    looking = await openLooking()
  })
  after(() => looking.gateway[Symbol.asyncDispose]())

  it('are counted by what became of them, and the recovered ones by what they brought', async () => {
    const { gateway, ana } = looking
    const seller = await sellerOf(gateway, ana)
    const link = await linkOf(seller)
    const cartFor = (name: string) => contact(gateway, link, { customer: { ...ANA, email: `${name}@example.com` } })
    const figures = async (query = '') => {
      const { from: _from, to: _to, ...counted } = (await ana.call('GET', FIGURES + query)).body
      return counted
    }
    const none = { opened: 0, completed: 0, abandoned: 0, recovered: 0, recoveredAmount: 0, recoveryBasisPoints: null }
    assert.deepEqual(await figures(), none)
    const paid = await charged(gateway, await cartFor('paid'))
    await gateway.pay(paid.brCode ?? '')
    await seller.reaches(`/api/transactions/${paid.uuid}`, 'PAGO')
    const left = await Promise.all(['one', 'two', 'three'].map(cartFor))
    gateway.advance(IDLE_MS)
    for (const cart of left) await reachesState(seller, cart, 'ABANDONED')
    const [back] = left
    assert.ok(back)
    const late = await charged(gateway, back)
    await gateway.pay(late.brCode ?? '')
    await reachesState(seller, back, 'RECOVERED')
    await cartFor('open')
    const all = { opened: 5, completed: 1, abandoned: 3, recovered: 1, recoveredAmount: 150_00 }
    assert.deepEqual(await figures(), { ...all, recoveryBasisPoints: 3_333 })
    assert.equal((await ana.call('GET', `${FIGURES}?days=91`)).status, 400)
    const { body } = await ana.call('GET', `/api/account/payment-links/${link.uuid}`)
    assert.deepEqual([body.opened, body.sold], [5, 2])
    gateway.advance(2 * DAY_MS)
    const ofToday = await figures('?days=1')
    assert.deepEqual([ofToday.opened, ofToday.recovered], [0, 0])
    assert.equal((await figures()).opened, 5)
  })

  it('are shown to support without who their buyers are and without the ways to them', async () => {
    const { gateway, ana } = looking
    const seller = await sellerOf(gateway, ana)
    await using receiver = await openReceiver()
    const webhook = await create(ana, { webhookUrl: receiver.url, events: ['cart.abandoned'] })
    const cart = await contact(gateway, await linkOf(seller), { customer: { ...ANA, document: '52998224725' } })
    gateway.advance(IDLE_MS)
    await reachesState(seller, cart, 'ABANDONED')
    const path = `/api/account/carts/${cart.cart.uuid}`
    const own = (await ana.call('GET', path)).body
    assert.equal(own.customerEmail, ANA.email)
    assert.match(own.recoveryUrl, /\/r\//)
    const deliveries = `/api/webhook/${webhook.id}/deliveries`
    const logged = async () => (await ana.call('GET', deliveries)).body
    const delivery = await until(
      async () => (await logged()).find(({ payload }: Logged) => payload.uuid === cart.cart.uuid) ?? null,
      'the delivery',
    )
    assert.equal(delivery.payload.customerEmail, ANA.email)
    await using here = await viewing(looking)
    for (const at of [path, '/api/account/carts', deliveries, `/api/webhook/deliveries/${delivery.id}`]) {
      const { text, status } = await looking.looks(here, at)
      assert.equal(status, 200, text)
      assert.match(text, /•••/)
      for (const secret of [ANA.name, ANA.email, ANA.phone, '52998224725', '/r/'])
        assert.ok(!text.includes(secret), secret)
    }
    for (const guess of ['52998224725', '111.444.777-35']) {
      const asked = await looking.looks(here, `/api/account/carts?document=${guess}`)
      assert.deepEqual([asked.status, asked.body.error.code], [403, 'FORBIDDEN'], 'nor by asking for each in turn')
    }
    for (const [guess, found] of [
      ['52998224725', 0],
      [ANA.name, 0],
      [ANA.email.slice(0, 4), 0],
      [cart.cart.uuid, 1],
    ] as const) {
      const q = encodeURIComponent(guess)
      assert.equal((await looking.looks(here, `${deliveries}?q=${q}`)).body.length, found, guess)
      assert.equal((await looking.looks(here, `${deliveries}/totals?q=${q}`)).body.count, found, guess)
      const own: Logged[] = (await ana.call('GET', `${deliveries}?q=${q}`)).body
      assert.ok(
        own.some(({ payload }) => payload.uuid === cart.cart.uuid),
        guess,
      )
    }
    const session = (await seller.api('POST', '/api/checkouts', { items: [SHIRT], customer: ANA })).body
    for (const at of [`/api/account/checkouts/${session.uuid}`, '/api/account/checkouts']) {
      const { text, status } = await looking.looks(here, at)
      assert.deepEqual([status, text.includes(session.uuid), text.includes('/s/')], [200, true, false])
      assert.match((await ana.call('GET', at)).text, /\/s\//)
    }
    const links = await looking.looks(here, '/api/account/payment-links')
    assert.match(links.text, /\/l\//, 'a link is public anyway')
  })
})
