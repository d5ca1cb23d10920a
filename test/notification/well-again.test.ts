// A person who requests a resend does not wait until the engine tries a receiver again by itself; and no owner gets more places by changing
// a webhook again and again.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { insertClosed } from './log-rows.ts'
import { openShop, type Shop } from './shop.ts'

const HOUR_MS = 3_600_000
/** The first rest is of 4 s at least. */
const SOON_MS = 3_000
const MAX_UNDER_WAY = 16

type Entry = { id: number; status: string; attempts: number }

const log = async ({ person }: Shop, id: number): Promise<Entry[]> =>
  (await person.call('GET', `/api/webhook/${id}/deliveries?limit=100`)).body

/** Closes every connection until it is well; or takes everything and never answers. */
async function receiver(how: 'closes' | 'hangs') {
  const state = { isWell: false, got: 0, open: 0, max: 0 }
  const server = createServer((request, response) => {
    if (state.isWell) {
      state.got++
      response.end()
    } else if (how === 'closes') request.socket.destroy()
  })
  server.on('connection', socket => {
    state.max = Math.max(state.max, ++state.open)
    socket.on('close', () => state.open--)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}

for (const [what, request] of [
  ['a test', (shop: Shop, id: number) => shop.person.call('POST', `/api/webhook/${id}/test`)],
  [
    'one delivery again',
    async (shop: Shop, id: number) =>
      shop.person.call('POST', `/api/webhook/deliveries/${(await log(shop, id))[0]?.id}/resend`),
  ],
] as const)
  test(`a receiver that was left alone is tried at once when a person sends ${what}`, async () => {
    await using gateway = await openTestGateway()
    await using down = await receiver('closes')
    const shop = await openShop(gateway)
    const { id } = await shop.signed(down, ['sale.pending'])
    for (let n = 0; n < 8; n++) await shop.seller.sell(1_000 + n)
    // Five in vain park it; what is under way then ends in vain too.
    await until(async () => {
      const attempts = (await log(shop, id)).reduce((sum, entry) => sum + entry.attempts, 0)
      return attempts >= 5
    }, 'five attempts')
    down.state.isWell = true
    assert.equal((await request(shop, id)).status, 202)
    await until(() => down.state.got > 0, 'the receiver to be tried', SOON_MS)
    await until(async () => (await log(shop, id)).every(({ status }) => status === 'DELIVERED'), 'everything')
  })

test('a webhook that is changed again and again has no more attempts under way than one that is not', async () => {
  await using gateway = await openTestGateway()
  await using hanging = await receiver('hangs')
  const shop = await openShop(gateway)
  const { id } = await shop.signed(hanging, ['sale.pending'])
  await insertClosed(gateway.db, { accountId: shop.person.accountId, webhookId: id, count: 500, outcome: 'FAILED' })
  const since = new Date(Date.now() - HOUR_MS).toISOString()
  assert.equal((await shop.person.call('POST', `/api/webhook/${id}/resend-failed`, { since })).body.resent, 500)
  await until(() => hanging.state.open > 0, 'the first attempts')
  for (let n = 0; n < 60; n++)
    await shop.person.call('PUT', `/api/webhook/${id}`, { retryPolicy: n % 2 === 0 ? 'extended' : 'default' })
  assert.ok(hanging.state.max <= MAX_UNDER_WAY, `${hanging.state.max} at once`)
})
