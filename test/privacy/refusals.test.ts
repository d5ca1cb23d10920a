// Who may ask about a customer, and what is refused.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { type Person, registerOperator, setRole } from '../access/person.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { ANA, buyersOf, openShop, RUI, type Shop } from './things.ts'

const OWN = '/api/account/privacy'
const OPERATOR = '/api/admin/privacy'

let shop: Shop
let olga: Person
before(async () => {
  shop = await openShop()
  olga = await registerOperator(shop.gateway)
})
after(() => shop?.[Symbol.asyncDispose]())

const refused = async (person: Person, path: string, body: object) => {
  const { status, body: answer } = await person.call('POST', path, body)
  return `${status} ${answer?.error?.code} ${answer?.error?.message ?? ''}`
}

slow('a request that names nobody, or names them wrongly, is refused with the field', async () => {
  const { owner } = shop
  assert.match(await refused(owner, `${OWN}/export`, {}), /^400 INVALID_DATA document: expected a CPF or CNPJ, or/)
  assert.match(await refused(owner, `${OWN}/export`, { document: '529.982.247-26' }), /INVALID_DATA document: expected/)
  assert.match(await refused(owner, `${OWN}/preview`, { email: 'nobody' }), /INVALID_DATA email: expected/)
  assert.match(await refused(owner, `${OWN}/preview`, { phone: '12' }), /INVALID_DATA phone: expected/)
  assert.match(await refused(owner, `${OWN}/erase`, { document: ANA.document }), /confirmation/)
  assert.match(await refused(olga, `${OPERATOR}/preview`, { document: ANA.document }), /accountId/)
  assert.match(await refused(olga, `${OPERATOR}/export`, { document: ANA.document, accountId: 999 }), /^404 NOT_FOUND/)
})

slow('it is for owners alone', async () => {
  const { gateway, owner } = shop
  for (const role of ['FINANCE', 'DEVELOPER', 'READER'] as const) {
    await setRole(gateway, owner, role)
    for (const verb of ['export', 'preview', 'erase'])
      assert.match(
        await refused(owner, `${OWN}/${verb}`, { document: ANA.document }),
        /^403 FORBIDDEN/,
        `${role} ${verb}`,
      )
  }
  await setRole(gateway, owner, 'OWNER')
})

slow(
  'the operator gets a file of all accounts, in which each row says whose it is, and none of the test accounts',
  async () => {
    const answer = await olga.call('POST', `${OPERATOR}/export`, { document: RUI.document })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.body.sections.sales.map(({ accountId }: { accountId: number }) => accountId),
      [shop.seller.accountId],
    )
    const none = await olga.call('POST', `${OPERATOR}/export`, { document: '39053344705' })
    assert.deepEqual([none.status, none.body.counts.sales, none.body.sections.carts], [200, 0, []])
  },
)

slow('nothing is erased in recovery, nor of a sale in dispute', async () => {
  const { gateway, owner, paid, seller } = shop
  const asked = { document: ANA.document }
  await gateway.db.query(sql`
    insert into dispute (account_id, uuid, kind, status, version, psp_account_id, end_to_end_id, sale_id, amount_centavos,
      claimed_centavos, reserve_centavos, opened_at, opened_by, open_reason, created_at, updated_at)
    select account_id, gen_random_uuid(), 'CHARGEBACK', 'OPEN', 1, psp_account_id, 'E1', id, 1, 1, 0, now(), 'x', 'x', now(), now()
    from sale where account_id = ${seller.accountId} and uuid = ${paid.uuid}::uuid`)
  const { body } = await owner.call('POST', `${OWN}/preview`, asked)
  const parts = (list: { part: string }[]) => list.map(({ part }) => part)
  assert.deepEqual(parts(body.erased), ['carts', 'unpaidSales'])
  assert.ok(parts(body.kept).includes('disputedSales'))
  const done = await owner.call('POST', `${OWN}/erase`, { ...asked, confirmation: body.confirmation })
  assert.equal(done.status, 200, done.text)
  assert.equal((await buyersOf(shop))[0], `PAGO ${ANA.name}/${ANA.document}/${ANA.email}/${ANA.phone} shipped`)
  const entered = await olga.call('POST', '/api/admin/recovery/enter', { reason: 'A test of it' })
  assert.ok(entered.status < 300, entered.text)
  assert.match(
    await refused(owner, `${OWN}/erase`, { ...asked, confirmation: body.confirmation }),
    /^409 CONFLICT .*recovery/,
  )
})

slow('a gateway forgets by itself what is past its time, as its operator has set', async () => {
  await using old = await freshDatabaseWithBank()
  const first = await openTestGateway({ on: old.on })
  const seller = await first.seller()
  const sale = await seller.sell(100_00, { customer: RUI })
  await seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'CANCELADO')
  await first[Symbol.asyncDispose]()
  const startsAt = new Date(Date.now() + 31 * DAY_MS)
  await using second = await openTestGateway({ on: old.on, startsAt, env: { UNPAID_SALE_DAYS: '30' } })
  await until(async () => {
    const [row] = await second.db.query<{ name: string }>(sql`select customer_name as name from sale`)
    return row?.name === '' || null
  }, 'the buyer to be forgotten')
})

async function freshDatabaseWithBank() {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  return { on: { connection, bank }, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
