// The refunds of all sales of an account, as its people look for them.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Person, register, setRole } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { pastMidnight } from '../midnight.ts'
import { openShop } from '../notification/shop.ts'
import { type PaidSale, paid, refunded } from './refunding.ts'
import { SALE } from './selling.ts'

let gateway: TestGateway
let ana: Person
let bia: Person
let seller: Seller
let one: PaidSale
let other: PaidSale
let uuids: string[]
let today: LocalDate
before(async () => {
  await pastMidnight()
  today = dateAt(new Date())
  gateway = await openTestGateway()
  const shop = await openShop(gateway)
  ana = shop.person
  seller = shop.seller
  bia = await register(gateway, 'Outra Loja')
  one = await paid(gateway, seller, 100_00, {
    customer: { ...SALE.customer, name: 'João Batista', document: '529.982.247-25' },
  })
  other = await paid(gateway, seller, 50_00, {
    customer: { ...SALE.customer, name: 'Rita Prado' },
    externalReference: 'p-9',
  })
  const made = [
    await refunded(seller, one, { amount: 10_00, externalReference: 'volta-1' }),
    await refunded(seller, one, { amount: 5_00, reason: 'Veio quebrado' }),
    await refunded(seller, other),
  ]
  uuids = made.map(({ uuid }) => uuid as string)
})
after(() => gateway[Symbol.asyncDispose]())

const listed = async (query = '', person = ana) => {
  const { status, body, text } = await person.call('GET', `/api/refunds?${query}`)
  assert.equal(status, 200, text)
  return body
}
const totals = async (query = '', person = ana) => {
  const { status, body, text } = await person.call('GET', `/api/refunds/totals?${query}`)
  assert.equal(status, 200, text)
  return [body.count, body.amount, body.more]
}

it('are listed newest first, each with its sale and its customer', async () => {
  const { data, nextCursor } = await listed()
  assert.equal(nextCursor, null)
  assert.deepEqual(
    data.map(({ uuid }: { uuid: string }) => uuid),
    uuids.toReversed(),
  )
  const { id: _, createdAt: __, completedAt: ___, ...first } = data[1]
  assert.deepEqual(first, {
    uuid: uuids[1],
    saleUuid: one.uuid,
    saleId: one.id,
    customerName: 'João Batista',
    amount: 5_00,
    status: 'COMPLETED',
    reason: 'Veio quebrado',
  })
  const page = await listed('limit=2')
  assert.equal(page.data.length, 2)
  assert.deepEqual((await listed(`limit=2&cursor=${page.nextCursor}`)).data, data.slice(2))
})

it('are filtered by state, days, sale and words, and so are their sums', async () => {
  const rest = [uuids[0], uuids[1]].toReversed()
  const cases: [query: string, uuids: (string | undefined)[], amount: number][] = [
    ['', uuids.toReversed(), 65_00],
    ['status=COMPLETED', uuids.toReversed(), 65_00],
    ['status=FAILED', [], 0],
    [`from=${today}&to=${today}`, uuids.toReversed(), 65_00],
    ['to=2020-01-01', [], 0],
    [`sale=${one.uuid}`, rest, 15_00],
    [`sale=${one.uuid}&q=volta-1`, [uuids[0]], 10_00],
    ['q=batista', rest, 15_00],
    ['q=JOAO', rest, 15_00],
    [`q=${other.uuid}`, [uuids[2]], 50_00],
    [`q=${uuids[1]}`, [uuids[1]], 5_00],
    [`q=${one.endToEndId}`, rest, 15_00],
    ['q=529.982.247-25', rest, 15_00],
    ['q=p-9', [uuids[2]], 50_00],
    ['q=%25', [], 0],
  ]
  for (const [query, expected, amount] of cases) {
    const found = (await listed(query)).data.map(({ uuid }: { uuid: string }) => uuid)
    assert.deepEqual(found, expected, query)
    assert.deepEqual(await totals(query), [expected.length, amount, false], query)
  }
  for (const query of ['status=NO', 'sale=12', 'q=', 'from=yesterday', 'limit=0', 'statuss=FAILED'])
    assert.equal((await ana.call('GET', `/api/refunds?${query}`)).status, 400, query)
  const refused = await ana.call('GET', '/api/refunds?sale=12')
  assert.match(refused.body.error.message, /^sale: /)
})

it('are a file in both formats, which says why one failed', async () => {
  const sale = await seller.sell(30_00, { customer: { name: 'Caio Leal' }, externalReference: '0007' })
  await gateway.pay(sale.pixKey, { payer: { name: 'Recusa Leal', document: '52998224725' } })
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const { uuid } = await refunded(seller, sale, { amount: 12_34, reason: '=1+1', externalReference: '0042' }, 'FAILED')
  const file = async (query: string) => {
    const { status, headers, text } = await ana.call('GET', `/api/refunds/export.csv?${query}`)
    assert.equal(status, 200, text)
    const [header, ...rows] = text.split('\r\n').filter(line => line !== '')
    return { name: headers.get('content-disposition'), header, rows }
  }
  const iso = await file('format=iso')
  assert.match(iso.name ?? '', /filename="refunds-\d+\.csv"/)
  assert.equal(
    iso.header,
    'id,uuid,createdAt,completedAt,status,amount,saleId,saleUuid,customerName,reason,externalReference,unasked,endToEndId,failure,failureCode',
  )
  assert.equal(iso.rows.length, 4)
  const failed = iso.rows[0]?.split(',') ?? []
  assert.deepEqual(
    [failed[1], ...failed.slice(3, 6), ...failed.slice(7, 12)],
    [uuid, '', 'FAILED', '12.34', sale.uuid, 'Caio Leal', '=1+1', '0042', 'false'],
  )
  assert.deepEqual(failed.slice(13), ['A conta do pagador foi encerrada.', 'NAO_REALIZADO'])
  const br = await file(`q=${uuid}&from=${today}`)
  assert.match(br.name ?? '', new RegExp(`filename="reembolsos-\\d+-${today}.*\\.csv"`))
  assert.match(br.header ?? '', /^\uFEFF?Número;UUID;Data;/)
  assert.equal(br.rows.length, 1)
  const cells = br.rows[0]?.split(';') ?? []
  assert.deepEqual([cells[5], cells[9], cells[11]], ['12,34', "'=1+1", 'não'])
  assert.match(cells[10] ?? '', /0042/)
  assert.deepEqual(cells.slice(13), ['A conta do pagador foi encerrada.', 'NAO_REALIZADO'])
  // Of a PSP that gives no reason.
  await gateway.db.query(
    sql`update refund set failure_message = failure_code, seal = default where uuid = ${uuid}::uuid`,
  )
  const silent = (await file(`q=${uuid}`)).rows[0]?.split(';') ?? []
  assert.deepEqual(silent.slice(13), ['O banco não devolveu e não disse por quê.', 'NAO_REALIZADO'])
  assert.deepEqual((await file('status=PENDING')).rows, [])
  assert.equal((await ana.call('GET', '/api/refunds/export.csv?limit=5')).status, 400)
  assert.deepEqual((await bia.call('GET', '/api/refunds/export.csv?format=iso')).text.split('\r\n').slice(1), [''])
})

it('are of the account alone, and for each of its members', async () => {
  assert.deepEqual(await listed('', bia), { data: [], nextCursor: null })
  for (const query of [`sale=${one.uuid}`, `q=${one.uuid}`, `q=${uuids[0]}`, 'q=batista']) {
    assert.deepEqual((await listed(query, bia)).data, [], query)
    assert.deepEqual(await totals(query, bia), [0, 0, false], query)
  }
  await setRole(gateway, ana, 'READER')
  assert.equal((await listed()).data.length, 4)
  assert.equal((await ana.call('GET', '/api/refunds', undefined, { cookie: null })).status, 401)
})
