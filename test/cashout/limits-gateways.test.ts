// Limits of a day and a night over HTTP at two gateways on one database: many requests at once, by key and in the panel, never pass the
// limit.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { openShop } from '../notification/shop.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { REQUEST, requestCashout, take } from './requesting.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let gateways: TwoGateways

before(async () => {
  gateways = resources.use(await openTwoGateways())
  gateway = gateways.gateway
  // Tomorrow at 21:00, so that neither day nor night ends under way.
  const { to } = boundsOf(dateAt(new Date()))
  for (const one of [gateway, gateways.neighbour]) one.advance(to.getTime() - Date.now() + 21 * HOUR_MS)
})
after(() => resources.disposeAsync())

async function openLimitedShop(limits: object) {
  const { person, seller } = await openShop(gateway, { funds: 20_000_00 })
  const { status } = await person.call('PATCH', '/api/account', { limits })
  assert.equal(status, 200)
  return { person, seller, elsewhere: gateways.atNeighbour(seller) }
}

const answered = ({ status, body }: Answer) => (status === 201 ? 'taken' : body.message)
const taken = (answers: Answer[]) => answers.filter(({ status }) => status === 201)

for (const [time, limits] of Object.entries({
  'a day': { cashoutDayCents: 1_050_00 },
  'a night (20:00 to 06:00)': { cashoutNightCents: 1_050_00 },
}))
  it(`requests at two gateways at the same moment never pass the limit of ${time}`, async () => {
    const { person, seller, elsewhere } = await openLimitedShop(limits)
    const askers = [
      () => requestCashout(seller),
      () => requestCashout(elsewhere),
      () => person.call('POST', '/api/withdrawals', REQUEST),
    ]
    for (let round = 1; round <= 3; round++) {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => askers[n % 3]?.() ?? assert.fail()))
      assert.equal(taken(answers).length, 10)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.equal(answer.status, 422)
        const expected = answer.body.message ?? answer.body.error.message
        assert.match(expected, /^amount: the limit of a (day|night \(20:00 to 06:00\)) is 1050\.00, of which \d/)
      }
      const message = `amount: the limit of ${time} is 1050.00, of which 1000.00 is used and 50.00 is left`
      const { status, text } = await requestCashout(seller)
      assert.deepEqual([status, JSON.parse(text)], [422, { message, errorType: 'MAXIMUM_VALUE' }])
      for (const one of [gateway, gateways.neighbour]) one.advance(DAY_MS)
    }
  })

it('what is refused by the bank or cancelled makes room again', async () => {
  const { seller } = await openLimitedShop({ cashoutDayCents: 300_00 })
  await take(seller)
  const { path } = await take(seller, { pixKey: 'negada@example.com' })
  const full = 'amount: the limit of a day is 300.00, of which 200.00 is used and 100.00 is left'
  await seller.reaches(path, 'FAILED')
  await gateway.db.query(sql`update psp_account set pay_out_enabled = false, seal = default`)
  const { path: waiting } = await take(seller, { amount: 200 })
  assert.match(answered(await requestCashout(seller)), /of which 300\.00 is used and 0\.00 is left$/)
  assert.equal((await seller.api('POST', `${waiting}/cancel`)).status, 202)
  assert.equal(answered(await requestCashout(seller)), 'taken')
  assert.equal(answered(await requestCashout(seller, { amount: 100.01 })), full)
  await gateway.db.query(sql`update psp_account set pay_out_enabled = true, seal = default`)
})

it('a request that is repeated under its key counts once', async () => {
  const { seller, elsewhere } = await openLimitedShop({ cashoutDayCents: 250_00 })
  const under = (key: string, from = seller) =>
    from.api('POST', '/api/public/cashout', REQUEST, { 'idempotency-key': key })
  const same = await Promise.all([seller, elsewhere, seller, elsewhere].map(from => under('one', from)))
  assert.equal(new Set(same.map(({ text }) => text)).size, 1)
  assert.equal((await under('two')).status, 201)
  const refused = await under('three')
  assert.match(refused.body.message, /of which 200\.00 is used and 50\.00 is left$/)
  assert.equal((await under('three')).text, refused.text)
})

it('and the books add up', () => assertBooks(gateway))
