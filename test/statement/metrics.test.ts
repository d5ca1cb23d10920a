// Figures by day: sales by when they were paid, cashouts by when they were settled, conversion by when the sale was made; in
// days of São Paulo.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { join, type Person, register } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { todayAtNoon } from '../midnight.ts'
import { at, setTerms } from '../sale/selling.ts'
import { writeManySales } from './many.ts'

describe('the figures', () => {
  let gateway: TestGateway
  let seller: Seller
  let ana: Person
  before(async () => {
    // At noon: no midnight comes between what is done and the figures of that day.
    gateway = await openTestGateway({ startsAt: todayAtNoon() })
    ;[seller, ana] = [await gateway.seller(), await register(gateway)]
    await gateway.db.query(sql`delete from member where account_id = ${ana.accountId}`)
    await join(gateway, ana, seller.accountId, 'READER')
    await setTerms(gateway, seller, { fixed: 100, basisPoints: 0 })
  })
  after(() => gateway[Symbol.asyncDispose]())

  const figures = async (query = '') => (await ana.call('GET', `/api/metrics${query}`)).body
  const none = { count: 0, gross: 0, fee: 0, net: 0 }

  it('of an account that has done nothing are zero, for as many days as were requested', async () => {
    const { days, totals, from, to } = await figures('?days=3&to=2026-03-01')
    assert.deepEqual([from, to], ['2026-02-27', '2026-03-01'])
    assert.deepEqual(
      days.map(({ date }: { date: string }) => date),
      ['2026-02-27', '2026-02-28', '2026-03-01'],
    )
    assert.deepEqual(totals, {
      sales: none,
      cashouts: none,
      generated: { count: 0, paid: 0, conversionBasisPoints: null },
    })
    assert.equal((await figures()).days.length, 30)
    assert.equal((await figures('?days=90')).days.length, 90)
  })

  it('count what was made, what was paid of it, and what was paid out', async () => {
    const [first] = [await seller.sell(500_00), await seller.sell(70_00), await seller.sell(30_00)]
    await gateway.pay(first.pixKey)
    await seller.reaches(at(first), 'PAGO')
    const asked = { amount: 200, pixKey: 'loja@example.com', pixKeyType: 'EMAIL' }
    const { body } = await seller.api('POST', '/api/public/cashout', asked)
    await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
    const { days, totals } = await figures('?days=1')
    assert.deepEqual(days[0], { date: days[0].date, ...totals })
    assert.deepEqual(totals.sales, { count: 1, gross: 500_00, fee: 1_00, net: 499_00 })
    assert.deepEqual(totals.cashouts, { count: 1, gross: 200_00, fee: 1_00, net: 199_00 })
    assert.deepEqual(totals.generated, { count: 3, paid: 1, conversionBasisPoints: 3333 })
    await assertBooks(gateway)
  })

  it('are divided at midnight in São Paulo, each by its own moment', async () => {
    const other = await gateway.seller()
    await join(gateway, ana, other.accountId, 'READER')
    // From 2026-03-02 02:59:30 UTC on, every 30 seconds; each is paid a minute later, every fourth never.
    const from = new Date('2026-03-02T02:59:00Z')
    await writeManySales(gateway.db, { accountId: other.accountId, sales: 8, from, everyMs: 30_000 })
    const own = { 'x-account-id': String(other.accountId) }
    const { body } = await ana.call('GET', '/api/metrics?days=2&to=2026-03-02', undefined, own)
    const reported = body.days.map((day: typeof body.totals & { date: string }) => [
      day.date,
      day.generated.count,
      day.generated.paid,
      day.sales.count,
    ])
    assert.deepEqual(reported, [
      ['2026-03-01', 1, 1, 0],
      ['2026-03-02', 7, 5, 6],
    ])
    assert.deepEqual((await figures('?days=2&to=2026-03-02')).totals.sales, none)
  })

  it('are refused for what is no day, and for more than 90', async () => {
    for (const query of ['?days=91', '?days=0', '?days=x', '?to=2026-02-30', '?to=today'])
      assert.equal((await ana.call('GET', `/api/metrics${query}`)).status, 400, query)
    assert.equal((await ana.call('GET', '/api/metrics', undefined, { cookie: null })).status, 401)
  })
})
