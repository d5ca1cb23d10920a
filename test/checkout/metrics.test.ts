// What monitoring learns of the hosted checkout: carts by state, and who came too fast.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import { ANA, charged, contact, linkOf, reachesState } from '../cart/shopping.ts'
import { openTestGateway } from '../gateway.ts'

test('carts are counted by state, and refusals by bound; nothing says whose they are', async () => {
  await using gateway = await openTestGateway({ env: { METRICS: 'on', CHECKOUT_LIMITS: 'on' } })
  const shop = await gateway.seller()
  const link = await linkOf(shop)
  const buyer = (name: string) => contact(gateway, link, { customer: { ...ANA, email: `${name}@example.com` } })
  const [paid, left, back] = [await buyer('paid'), await buyer('left'), await buyer('back')]
  await gateway.pay((await charged(gateway, paid)).brCode ?? '')
  await reachesState(shop, paid, 'COMPLETED')
  gateway.advance(2 * HOUR_MS)
  for (const cart of [left, back]) await reachesState(shop, cart, 'ABANDONED')
  await gateway.pay((await charged(gateway, back)).brCode ?? '')
  await reachesState(shop, back, 'RECOVERED')
  await buyer('new')
  const { attempts } = gateway.gateway.checkouts
  for (let tries = 0; tries < 13; tries++) await attempts.admit('cart', { address: '192.0.2.1' })

  const text = await (await fetch(`${gateway.metricsUrl}/metrics`)).text()
  const lines = text.split('\n').filter(line => /^porteira_(?:carts|checkout)/.test(line))
  assert.deepEqual(lines.toSorted(), [
    'porteira_carts_ended_day{state="COMPLETED"} 1',
    'porteira_carts_ended_day{state="EXPIRED"} 0',
    'porteira_carts_ended_day{state="RECOVERED"} 1',
    'porteira_carts{state="ABANDONED"} 1',
    'porteira_carts{state="OPEN"} 1',
    'porteira_checkout_refused_total{bound="card"} 0',
    'porteira_checkout_refused_total{bound="cart"} 3',
    'porteira_checkout_refused_total{bound="charge"} 0',
    'porteira_checkout_refused_total{bound="page"} 0',
    'porteira_checkout_refused_total{bound="state"} 0',
    'porteira_checkout_refused_total{bound="unknown"} 0',
  ])
  assert.doesNotMatch(text, /192\.0\.2\.1|example\.com/)
})
