// Somebody tries stolen cards at a shop: after thirty declines in ten minutes its cards are off, however many come at once, and everything
// else is sold. They come back by time, or by an operator.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { tokenOf } from '../psp/collect/card-scene.ts'
import { until } from '../until.ts'
import { cardSeller, sellByCard } from './cards.ts'

let gateway: TestGateway
let olga: Person
before(async () => {
  gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') })
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const MAX = 30
const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const account = async ({ accountId }: Seller) => (await olga.call('GET', `/api/admin/accounts/${accountId}`)).body

async function tokens(count: number): Promise<string[]> {
  return Promise.all(times(count).map(() => tokenOf({ url: gateway.bankUrl }, 'invalid')))
}

const sellAll = (seller: Seller, all: string[]): Promise<Answer[]> =>
  Promise.all(all.map(token => sellByCard(gateway, seller, 'invalid', { token })))

/** A sale that is refused with 503 was never tried, since the provider is slow on a busy machine: another card is. */
async function declineAll(seller: Seller, count: number): Promise<void> {
  const answers = await sellAll(seller, await tokens(count))
  const untried = answers.filter(({ status }) => status === 503).length
  if (untried > 0) await declineAll(seller, untried)
}

/** How many of this account's cards the bank was asked about. */
async function triedOf({ accountId }: Seller): Promise<number> {
  const [row] = await gateway.db.query<{ tried: number }>(sql`
    select count(*)::int as tried from charge where account_id = ${accountId} and method = 'card' and decline is not null`)
  return row?.tried ?? 0
}

const refusedNow = ({ status, body }: Answer) => status === 422 && /none is taken until/.test(body.message)

describe('card testing', () => {
  it('ends after thirty declines, also where a hundred and thirty come at once', async () => {
    const seller = await cardSeller(gateway)
    const all = await tokens(130)
    const answers = await sellAll(seller, all)
    const by = (status: number) => answers.filter(answer => answer.status === status).length
    assert.equal(by(201) + by(422) + by(503), 130, `${answers.map(({ status }) => status)}`)
    assert.ok(by(201) <= MAX, `${by(201)} were tried`)
    // One that the provider has not answered for after eight seconds is answered as under way.
    const created = answers.filter(({ status }) => status === 201)
    assert.ok(created.every(({ body }) => ['RECUSADO', 'EM_PROCESSAMENTO'].includes(body.status)))
    // A tester does not stop there.
    for (const token of await tokens(5))
      await until(
        async () => refusedNow(await sellByCard(gateway, seller, 'invalid', { token })) || null,
        'cards to be off',
      )
    await until(async () => (await triedOf(seller)) >= MAX || null, 'the cards to be declined')
    assert.equal(await triedOf(seller), MAX)
    const { cardsOffUntil, soldMethods } = await account(seller)
    assert.ok(new Date(cardsOffUntil) > gateway.now())
    assert.ok(!soldMethods.includes('CREDIT_CARD') && soldMethods.includes('PIX'))
    const pix = await seller.sell(10_00)
    assert.equal(pix.status, 'PENDENTE', 'PIX is sold as before')
    const alerts = (await olga.call('GET', '/api/admin/alarms')).body.data
    assert.ok(
      alerts.some(({ code }: { code: string }) => code === 'CARD_TESTING_SUSPECTED'),
      JSON.stringify(alerts),
    )

    const other = await cardSeller(gateway)
    assert.equal((await sellByCard(gateway, other, 'approved')).body.status, 'PAGO', 'another account sells by card')

    gateway.advance(31 * MINUTE_MS)
    assert.equal((await sellByCard(gateway, seller, 'approved')).body.status, 'PAGO', 'cards come back by themselves')
    assert.equal((await account(seller)).cardsOffUntil, null)
  })

  it('is over when an operator says so, and what was declined before counts no more', async () => {
    const seller = await cardSeller(gateway)
    const path = `/api/admin/accounts/${seller.accountId}`
    await declineAll(seller, MAX)
    await until(async () => (await account(seller)).cardsOffUntil !== null || null, 'cards to be off')
    assert.equal((await seller.api('PATCH', '/api/account', { cardsOffUntil: null })).status >= 400, true)
    assert.equal((await olga.call('PATCH', path, { cardsOffUntil: '2030-01-01T00:00:00Z' })).status, 400)
    const on = await olga.call('PATCH', path, { cardsOffUntil: null, reason: 'O vendedor explicou' })
    assert.deepEqual([on.status, on.body.cardsOffUntil], [200, null])
    const [entry] = (await olga.call('GET', `/api/admin/audit?userId=${seller.accountId}`)).body.data
    assert.equal(entry.reason, 'O vendedor explicou')
    assert.ok('cardsOffUntil' in entry.detail)
    assert.equal((await sellByCard(gateway, seller, 'unsafe')).body.status, 'RECUSADO')
    assert.equal((await sellByCard(gateway, seller, 'approved')).body.status, 'PAGO')
  })

  it('at many shops at once is told once an hour, and switches nobody off', async () => {
    const told = () =>
      gateway.db.query<{ declined: number }>(sql`
        select (known->>'declined')::int as declined from alarm where code = 'CARD_TESTING_EVERYWHERE'`)
    gateway.advance(61 * MINUTE_MS)
    const before = (await told()).length
    const shops = await Promise.all(times(3).map(() => cardSeller(gateway)))
    for (const shop of shops) await sellAll(shop, await tokens(19))
    assert.equal((await told()).length, before)
    for (const shop of shops) await sellAll(shop, await tokens(2))
    const alerts = await until(async () => ((await told()).length > before ? await told() : null), 'the alert')
    assert.ok(alerts.some(({ declined }) => declined >= 60))
    assert.deepEqual(await Promise.all(shops.map(async shop => (await account(shop)).cardsOffUntil)), [
      null,
      null,
      null,
    ])
  })

  it('is not suspected of a shop whose cards are mostly good', async () => {
    const seller = await cardSeller(gateway)
    const paid = await Promise.all(times(25).map(() => sellByCard(gateway, seller, 'approved')))
    assert.ok(paid.every(({ body }) => body.status === 'PAGO'))
    for (const count of [20, 12]) await declineAll(seller, count)
    await until(async () => (await triedOf(seller)) >= 32 || null, 'the cards to be declined')
    assert.equal(await triedOf(seller), 32)
    assert.equal((await account(seller)).cardsOffUntil, null)
    assert.equal((await sellByCard(gateway, seller, 'approved')).body.status, 'PAGO')
  })

  slow('is not suspected of thirty declines that come slowly', async () => {
    const seller = await cardSeller(gateway)
    for (const count of [15, 15]) {
      await declineAll(seller, count)
      gateway.advance(11 * MINUTE_MS)
    }
    assert.equal((await account(seller)).cardsOffUntil, null)
    assert.equal((await sellByCard(gateway, seller, 'approved')).body.status, 'PAGO')
  })
})
