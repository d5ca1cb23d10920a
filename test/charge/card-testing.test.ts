// Somebody tries stolen cards at a shop: after thirty declines in ten minutes its cards are off, however many come at once, and everything
// else is sold. They come back by time, or by an operator.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openAlerts } from '#alert/alerts.ts'
import { guardGateway } from '#charge/guard/gateway-wide.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { type CardName, tokenOf } from '../psp/collect/card-scene.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'
import { cardSeller, sellByCard, sellsByCard } from './cards.ts'

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

/** A provider that is slow on a busy machine has not tried the card, or answers later. */
async function ends(seller: Seller, name: CardName, status: 'PAGO' | 'RECUSADO'): Promise<void> {
  const sold = await until(async () => {
    const answer = await sellByCard(gateway, seller, name)
    return answer.status === 503 ? null : answer
  }, 'the card to be tried')
  assert.equal(sold.status, 201, sold.text)
  await seller.reaches(`/api/transactions/${sold.body.uuid}`, status)
}

/** Each in their own language; who does not own the account hears nothing. */
async function ownersHear({ owner, partner, reader }: { owner: Person; partner: Person; reader: Person }) {
  const to = ({ email }: Person) => gateway.mails.filter(mail => mail.to === email && isAboutCards(mail))
  await until(() => (to(owner).length > 0 && to(partner).length > 0) || null, 'the mails to the owners')
  const [[english], [portuguese]] = [to(owner), to(partner)]
  assert.deepEqual([to(owner).length, to(partner).length, to(reader).length], [1, 1, 0])
  assert.equal(english?.subject, 'Your account takes no card for now')
  assert.match(
    english.text,
    /takes no card until \d{1,2} \w{3} 20\d\d, \d\d:\d\d \(Brasília time\).*Within ten minutes 3\d of its payments by card were declined and 0 approved/s,
  )
  assert.equal(portuguese?.subject, 'Sua conta está sem vendas por cartão no momento')
  assert.match(portuguese.text, /não aceita cartão até .*3\d pagamentos por cartão foram recusados e 0 aprovados/s)
  assert.match(portuguese.text, /\/configuracoes\s/)
}

const isAboutCards = ({ subject }: { subject: string }) => /takes no card|sem vendas por cartão/.test(subject)

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
    // It is raised after the commit that switches the cards off.
    await until(async () => {
      const alerts = (await olga.call('GET', '/api/admin/alarms')).body.data
      return alerts.some(({ code }: { code: string }) => code === 'CARD_TESTING_SUSPECTED') || null
    }, 'the alert')

    // Another account sells by card.
    await ends(await cardSeller(gateway), 'approved', 'PAGO')

    // Cards come back by themselves.
    gateway.advance(31 * MINUTE_MS)
    await ends(seller, 'approved', 'PAGO')
    assert.equal((await account(seller)).cardsOffUntil, null)
  })

  it('is over when an operator says so, and what was declined before counts no more', async () => {
    const { seller, person: owner } = await openShop(gateway)
    const path = `/api/admin/accounts/${seller.accountId}`
    await sellsByCard(gateway, seller)
    const [partner, reader] = [await register(gateway), await register(gateway)]
    await join(gateway, partner, seller.accountId, 'OWNER')
    await join(gateway, reader, seller.accountId, 'READER')
    assert.equal((await owner.call('PATCH', '/api/mail-preferences', { language: 'en' })).status, 200)
    await declineAll(seller, MAX)
    await until(async () => (await account(seller)).cardsOffUntil !== null || null, 'cards to be off')
    await ownersHear({ owner, partner, reader })
    assert.equal((await seller.api('PATCH', '/api/account', { cardsOffUntil: null })).status >= 400, true)
    assert.equal((await olga.call('PATCH', path, { cardsOffUntil: '2030-01-01T00:00:00Z' })).status, 400)
    const on = await olga.call('PATCH', path, { cardsOffUntil: null, reason: 'O vendedor explicou' })
    assert.deepEqual([on.status, on.body.cardsOffUntil], [200, null])
    const [entry] = (await olga.call('GET', `/api/admin/audit?userId=${seller.accountId}`)).body.data
    assert.equal(entry.reason, 'O vendedor explicou')
    assert.ok('cardsOffUntil' in entry.detail)
    await ends(seller, 'unsafe', 'RECUSADO')
    await ends(seller, 'approved', 'PAGO')
  })

  slow('at many shops at once is told once an hour, and switches nobody off', async () => {
    const reported = () =>
      gateway.db.query<{ declined: number }>(sql`
        select (known->>'declined')::int as declined from alarm where code = 'CARD_TESTING_EVERYWHERE'`)
    gateway.advance(61 * MINUTE_MS)
    const before = (await reported()).length
    const shops = await Promise.all(times(3).map(() => cardSeller(gateway)))
    for (const shop of shops) await sellAll(shop, await tokens(19))
    assert.equal((await reported()).length, before)
    for (const shop of shops) await sellAll(shop, await tokens(2))
    const alerts = await until(async () => ((await reported()).length > before ? await reported() : null), 'the alert')
    assert.ok(alerts.some(({ declined }) => declined >= 60))
    assert.deepEqual(await Promise.all(shops.map(async shop => (await account(shop)).cardsOffUntil)), [
      null,
      null,
      null,
    ])
    // No second time in this hour, nor by a process that begins in it; in the next one it is told again.
    const [first] = shops
    assert.ok(first)
    await ends(first, 'invalid', 'RECUSADO')
    const neighbour = openAlerts({ db: gateway.db, clock: gateway.now, log: { error() {}, info() {} } })
    await guardGateway({ db: gateway.db, clock: gateway.now, alerts: neighbour })
    await neighbour.stop()
    assert.equal((await reported()).length, alerts.length)
    gateway.advance(61 * MINUTE_MS)
    await gateway.db.query(sql`
      update charge set created_at = created_at + interval '61 minutes', seal = default where decline is not null`)
    await ends(first, 'invalid', 'RECUSADO')
    await until(async () => (await reported()).length === alerts.length + 1 || null, 'the alert of the next hour')
  })

  it('is not suspected of a shop whose cards are mostly good', async () => {
    const seller = await cardSeller(gateway)
    await Promise.all(times(25).map(() => ends(seller, 'approved', 'PAGO')))
    for (const count of [20, 12]) await declineAll(seller, count)
    await until(async () => (await triedOf(seller)) >= 32 || null, 'the cards to be declined')
    assert.equal(await triedOf(seller), 32)
    assert.equal((await account(seller)).cardsOffUntil, null)
    await ends(seller, 'approved', 'PAGO')
  })

  slow('ends after thirty declines at two gateways together', async () => {
    await using gateways = await openTwoGateways()
    const seller = await cardSeller(gateways.gateway)
    const elsewhere = gateways.atNeighbour(seller)
    const all = await Promise.all(times(100).map(() => tokenOf({ url: gateways.gateway.bankUrl }, 'invalid')))
    const answers = await Promise.all(
      all.map((token, n) => sellByCard(gateways.gateway, n % 2 === 0 ? seller : elsewhere, 'invalid', { token })),
    )
    const tried = answers.filter(({ status }) => status === 201).length
    assert.ok(tried <= MAX, `${tried} were tried`)
  })

  slow('is not suspected of thirty declines that come slowly', async () => {
    const seller = await cardSeller(gateway)
    for (const count of [15, 15]) {
      await declineAll(seller, count)
      gateway.advance(11 * MINUTE_MS)
    }
    assert.equal((await account(seller)).cardsOffUntil, null)
    await ends(seller, 'approved', 'PAGO')
  })
})
