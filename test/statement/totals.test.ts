// The sums of lists with their filters: exact up to ten thousand, and no more than that is counted.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { todayAtNoon } from '../midnight.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { paid } from '../sale/refunding.ts'
import { SALE } from '../sale/selling.ts'
import { writeManySales } from './many.ts'

let gateway: TestGateway
let shop: Shop
let olga: Person
let endToEndId: string
/** At noon: no midnight comes in between. */
const NOON = todayAtNoon()
const TODAY = dateAt(NOON)
before(async () => {
  gateway = await openTestGateway({ startsAt: NOON })
  shop = await openShop(gateway)
  olga = await registerOperator(gateway)
  const { seller } = shop
  ;({ endToEndId } = await paid(gateway, seller, 900_00, { customer: { ...SALE.customer, name: 'João Batista' } }))
  await seller.sell(12_34, { customer: { ...SALE.customer, name: 'João Neto', document: '529.982.247-25' } })
  const taken = [await take(seller, { amount: 150, externalReference: 'folha-1' }), await take(seller, { amount: 200 })]
  for (const { path } of taken) await seller.reaches(path, 'COMPLETED')
})
after(() => gateway[Symbol.asyncDispose]())

async function totals(path: string, person: Person = shop.person) {
  const { status, body, text } = await person.call('GET', path)
  assert.equal(status, 200, text)
  return body
}
const exactly = (count: number, amount: number) => ({ count, amount, more: false })

it('of sales, with any filter', async () => {
  const of = (query: string) => totals(`/api/sales/totals?${query}`)
  assert.deepEqual(await of(''), exactly(2, 912_34))
  assert.deepEqual(await of('q=joao'), exactly(2, 912_34))
  assert.deepEqual(await of('q=batista'), exactly(1, 900_00))
  assert.deepEqual(await of('q=529.982.247-25'), exactly(1, 12_34))
  assert.deepEqual(await of('status=PAGO'), exactly(1, 900_00))
  assert.deepEqual(await of('status=PENDENTE&q=batista'), exactly(0, 0))
  assert.deepEqual(await of(`from=${TODAY}&to=${TODAY}`), exactly(2, 912_34))
  assert.deepEqual(await of('to=2020-01-01'), exactly(0, 0))
  assert.equal((await shop.person.call('GET', '/api/sales/totals?limit=5')).status, 400)
  assert.equal((await shop.person.call('GET', '/api/sales/totals?status=NOTHING')).status, 400)
})

it('of cashouts, disputes and what arrived', async () => {
  assert.deepEqual(await totals('/api/withdrawals/totals'), exactly(2, 350_00))
  assert.deepEqual(await totals('/api/withdrawals/totals?externalReference=folha-1'), exactly(1, 150_00))
  assert.deepEqual(await totals('/api/withdrawals/totals?from=2020-01-01&status=FAILED'), exactly(0, 0))
  assert.deepEqual(await totals('/api/account/disputes/totals?status=OPEN'), exactly(0, 0))
  assert.deepEqual(await totals('/api/admin/disputes/totals?account=ana', olga), exactly(0, 0))
  assert.deepEqual(await totals('/api/admin/receipts/totals', olga), exactly(1, 900_00))
  assert.deepEqual(await totals(`/api/admin/receipts/totals?endToEndId=${endToEndId}`, olga), exactly(1, 900_00))
  assert.deepEqual(await totals('/api/admin/receipts/totals?account=ana&status=ACCEPTED', olga), exactly(1, 900_00))
  assert.deepEqual(await totals('/api/admin/receipts/totals?account=nobody', olga), exactly(0, 0))
  assert.equal((await shop.person.call('GET', '/api/admin/receipts/totals')).status, 403)
})

it('of the activity and the audit log, which have no amount', async () => {
  const counted = async (path: string, person?: Person) => await totals(path, person)
  const own = await counted('/api/audit/totals')
  const { data } = (await shop.person.call('GET', '/api/audit?limit=100')).body
  assert.deepEqual(own, { count: data.length, more: false })
  assert.deepEqual(await counted('/api/audit/totals?action=credential.made&to=2020-01-01'), { count: 0, more: false })
  const [{ action }] = data
  const same = data.filter((entry: { action: string }) => entry.action === action).length
  assert.deepEqual(await counted(`/api/admin/audit/totals?account=ana&action=${action}`, olga), {
    count: same,
    more: false,
  })
  assert.deepEqual(await counted('/api/admin/audit/totals?account=nobody', olga), { count: 0, more: false })
  assert.equal((await shop.person.call('GET', '/api/audit/totals?account=ana')).status, 400)
  assert.equal((await shop.person.call('GET', '/api/admin/audit/totals')).status, 403)
})

it('of accounts and of payouts under way, by what they are narrowed to', async () => {
  const only = (count: number) => ({ count, more: false })
  assert.deepEqual(await totals('/api/admin/accounts/totals?q=ana%20souza', olga), only(1))
  assert.deepEqual(await totals(`/api/admin/accounts/totals?q=${shop.person.email}&status=ACTIVE`, olga), only(1))
  assert.deepEqual(await totals(`/api/admin/accounts/totals?q=${shop.person.email}&status=CLOSED`, olga), only(0))
  const { data } = (await olga.call('GET', '/api/admin/accounts?limit=100')).body
  assert.deepEqual(await totals('/api/admin/accounts/totals', olga), only(data.length))
  assert.equal((await olga.call('GET', '/api/admin/accounts/totals?limit=5')).status, 400)
  assert.equal((await shop.person.call('GET', '/api/admin/accounts/totals')).status, 403)

  // Nothing that is requested now is sent.
  const psp = (change: object) => olga.call('PATCH', '/api/admin/psp/accounts/1', { ...change, reason: 'as a test' })
  assert.equal((await psp({ payOutEnabled: false })).status, 200)
  const { cashout } = await take(shop.seller, { amount: 100 })
  await take(shop.seller, { amount: 120 })
  const underWay = (query: string) => totals(`/api/admin/payouts/list-totals?${query}`, olga)
  assert.deepEqual(await underWay('account=souza&status=QUEUED'), exactly(2, 218_00))
  assert.deepEqual(await underWay(`id=${cashout.uuid}`), exactly(1, 99_00))
  for (const query of ['account=nobody', 'status=UNKNOWN', 'olderThan=60', 'kind=refund', 'accountId=999999'])
    assert.deepEqual(await underWay(query), exactly(0, 0), query)
  assert.equal((await olga.call('GET', '/api/admin/payouts/list-totals?cursor=x')).status, 400)
  assert.equal((await shop.person.call('GET', '/api/admin/payouts/list-totals')).status, 403)
  assert.equal((await psp({ payOutEnabled: true })).status, 200)
})

it('of an account alone', async () => {
  const other = await register(gateway, 'Outra Loja')
  assert.deepEqual(await totals('/api/sales/totals', other), exactly(0, 0))
  assert.deepEqual(await totals('/api/withdrawals/totals', other), exactly(0, 0))
})

it('the operator reads whose what arrived is, and finds it by the name of the account', async () => {
  for (const [query, names] of [
    ['account=ana', ['Ana Souza']],
    [`account=${shop.person.accountId}`, ['Ana Souza']],
    ['account=SOUZA', ['Ana Souza']],
    ['account=%25', []],
    ['account=nobody', []],
  ] as const) {
    const { body } = await olga.call('GET', `/api/admin/receipts?${query}`)
    assert.deepEqual(
      body.data.map(({ accountName }: { accountName: string }) => accountName),
      names,
      query,
    )
  }
  assert.deepEqual((await olga.call('GET', '/api/admin/payouts?account=nobody')).body.data, [])
  assert.equal((await olga.call('GET', `/api/admin/receipts?account=${'x'.repeat(101)}`)).status, 400)
})

it('beyond ten thousand they say that there are more', async () => {
  const { accountId } = shop.person
  await writeManySales(gateway.db, {
    accountId,
    sales: 10_000,
    from: new Date(Date.now() - 20 * DAY_MS),
    everyMs: 60_000,
  })
  assert.deepEqual(await totals('/api/sales/totals?q=joao'), exactly(2, 912_34))
  const all = await totals('/api/sales/totals')
  assert.deepEqual([all.count, all.more], [10_000, true])
  assert.deepEqual(await totals('/api/sales/totals?status=PENDENTE'), exactly(2_501, 25_001_234 - 0))
  const [{ waiting }] = (await gateway.db.query<{ waiting: number }>(sql`
    select count(*)::int as waiting from sale where account_id = ${accountId} and status = 'PENDENTE'`)) as [
    { waiting: number },
  ]
  assert.equal(waiting, 2_501)
})
