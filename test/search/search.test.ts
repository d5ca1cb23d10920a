// One search: any name or number that a person has leads to its page, for an account within its own, for the operator in all.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator, setRole } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { disputedAtBank } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { type PaidSale, paid, refunded } from '../sale/refunding.ts'
import { SALE } from '../sale/selling.ts'
import { until } from '../until.ts'

interface Hit {
  kind: string
  id: number
  uuid: string | null
  by: string
  title: string
  detail: string | null
  amount: number | null
  status: string | null
  accountId: number
  accountName: string | null
  saleUuid: string | null
}
interface Group {
  kind: string
  data: Hit[]
  more: boolean
  complete: boolean
}

const CUSTOMER = { name: 'João da Conceição', email: 'joao@loja.example', document: '529.982.247-25', phone: '' }

let gateway: TestGateway
let ana: Person
let bia: Person
let olga: Person
let seller: Seller
let sale: PaidSale & { txid: string }
let open: { uuid: string; id: number }
let refundUuid: string
let disputed: PaidSale
let dispute: { uuid: string; id: number }
let cashout: { uuid: string; id: number; endToEndId: string }

before(async () => {
  // The bank's list of disputes is read so often that no test waits for it; calls to it may take their time.
  gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '200' } })
  const shop = await openShop(gateway, { funds: 5_000_00 })
  ;({ seller, person: ana } = shop)
  bia = await register(gateway, 'Padaria da Bia')
  olga = await registerOperator(gateway)
  const made = await paid(gateway, seller, 1_234_56, { customer: CUSTOMER, externalReference: 'pedido-77' })
  const { body } = await ana.call('GET', `/api/sales/${made.uuid}`)
  sale = { ...made, txid: body.externalTransactionId }
  open = await seller.sell(77_70, { customer: { ...CUSTOMER, name: 'Zuleica Prado', document: '111.444.777-35' } })
  refundUuid = (await refunded(seller, sale, { amount: 34_56, externalReference: 'volta-1' })).uuid as string
  disputed = await paid(gateway, seller, 300_00, { customer: { ...SALE.customer, name: 'Rita Contesta' } })
  await disputedAtBank(gateway, disputed)
  dispute = await until(async () => {
    const { data } = (await ana.call('GET', '/api/account/disputes')).body
    return data[0] ?? null
  }, 'the dispute')
  const taken = await take(seller, {
    amount: 150,
    pixKey: '(11) 98765-4321',
    pixKeyType: 'PHONE',
    externalReference: 'folha-3',
  })
  await seller.reaches(taken.path, 'COMPLETED')
  cashout = (await ana.call('GET', `/api/withdrawals/${taken.cashout.uuid}`)).body
})
after(() => gateway[Symbol.asyncDispose]())

async function look(person: Person, q: string, path = '/api/search'): Promise<Group[]> {
  const { status, body, text } = await person.call('GET', `${path}?q=${encodeURIComponent(q)}`)
  assert.equal(status, 200, text)
  return body.groups
}
const everywhere = (q: string) => look(olga, q, '/api/admin/search')
/** "sale 12 by TXID" of each thing. */
const lines = (groups: Group[]) =>
  groups.flatMap(({ data }) => data.map(({ kind, id, by }) => `${kind} ${id} by ${by}`))
const of = (groups: Group[], kind: string) => groups.find(group => group.kind === kind)?.data ?? []

it('what names a sale finds it, with the payment, the refund and the dispute of it', async () => {
  for (const [q, by] of [
    [sale.uuid, 'UUID'],
    [sale.uuid.replaceAll('-', ''), 'UUID'],
    [sale.txid, 'TXID'],
    [sale.endToEndId, 'END_TO_END_ID'],
    ['pedido-77', 'REFERENCE'],
    [` ${sale.uuid.toUpperCase()} `, 'UUID'],
  ] as const)
    for (const groups of [await look(ana, q), await everywhere(q)]) {
      const [first] = of(groups, 'sale')
      assert.deepEqual([first?.id, first?.by, first?.amount, first?.status], [sale.id, by, 1_234_56, 'PAGO'], q)
      assert.equal(of(groups, 'receipt')[0]?.saleUuid, sale.uuid, q)
      assert.equal(of(groups, 'refund')[0]?.uuid, refundUuid, q)
      assert.deepEqual(of(groups, 'cashout'), [], q)
    }
  const [about] = of(await look(ana, disputed.endToEndId), 'dispute')
  assert.deepEqual([about?.uuid, about?.title, about?.saleUuid], [dispute.uuid, 'Rita Contesta', disputed.uuid])
})

it('a document, a name and an amount find the same, however they are written', async () => {
  for (const q of ['529.982.247-25', '52998224725', 'joão da', 'CONCEICAO', 'João da Conceição', 'joao@LOJA'])
    for (const groups of [await look(ana, q), await everywhere(q)])
      assert.ok(
        of(groups, 'sale').some(({ id }) => id === sale.id),
        `${q}: ${lines(groups)}`,
      )
  for (const q of ['R$ 1.234,56', '1234,56', '1234.56', '1,234.56'])
    for (const groups of [await look(ana, q), await everywhere(q)])
      assert.deepEqual([of(groups, 'sale')[0]?.id, of(groups, 'receipt')[0]?.saleUuid], [sale.id, sale.uuid], q)
  assert.equal(of(await look(ana, '34,56'), 'refund')[0]?.uuid, refundUuid)
  assert.equal(of(await look(ana, '77,70'), 'sale')[0]?.id, open.id)
  assert.equal(of(await look(ana, 'zuleica'), 'sale')[0]?.id, open.id)
})

it('a cashout is found by its key however that is written, its ids and its amount', async () => {
  for (const q of [
    '+5511987654321',
    '11987654321',
    '(11) 98765-4321',
    cashout.uuid,
    cashout.endToEndId,
    'folha-3',
    '150',
  ])
    for (const groups of [await look(ana, q), await everywhere(q)]) {
      const [hit] = of(groups, 'cashout')
      assert.deepEqual([hit?.uuid, hit?.status], [cashout.uuid, 'COMPLETED'], q)
    }
})

it('a cashout is found by its recipient, as the bank reported it, and shows the name', async () => {
  for (const q of ['favorecido de', 'FAVORECIDO', 'de Teste'])
    for (const groups of [await look(ana, q), await everywhere(q)]) {
      const [hit] = of(groups, 'cashout')
      assert.deepEqual([hit?.uuid, hit?.by, hit?.detail], [cashout.uuid, 'NAME', 'Favorecido de Teste · folha-3'], q)
    }
  assert.deepEqual(await look(bia, 'favorecido'), [])
})

it('a number finds what bears it, and what amounts to it behind that', async () => {
  for (const [number, kind] of [
    [sale.id, 'sale'],
    [cashout.id, 'cashout'],
    [dispute.id, 'dispute'],
  ] as const)
    for (const q of [String(number), `#${number}`])
      assert.equal(of(await look(ana, q), kind)[0]?.by, 'NUMBER', `${kind} ${q}`)
})

it('an account finds nothing of another, whatever it knows of it', async () => {
  const names = [sale.uuid, sale.txid, sale.endToEndId, 'pedido-77', '52998224725', 'joao', '1234,56', String(sale.id)]
  for (const q of [
    ...names,
    refundUuid,
    'volta-1',
    dispute.uuid,
    cashout.uuid,
    cashout.endToEndId,
    '11987654321',
    'folha-3',
  ])
    assert.deepEqual(await look(bia, q), [], q)
  assert.deepEqual(await look(bia, ana.email), [])
})

it('every role of an account may look, and only the operator in all of them', async () => {
  await setRole(gateway, ana, 'READER')
  assert.equal(of(await look(ana, sale.uuid), 'sale').length, 1)
  await setRole(gateway, ana, 'OWNER')
  assert.equal((await ana.call('GET', '/api/admin/search?q=x')).status, 403)
  assert.equal((await ana.call('GET', '/api/search?q=x', undefined, { cookie: null })).status, 401)
})

it('the operator finds accounts and people too, and reads whose each thing is', async () => {
  assert.equal(of(await everywhere('padaria da'), 'account')[0]?.accountId, bia.accountId)
  assert.equal(of(await everywhere(String(bia.accountId)), 'account')[0]?.by, 'NUMBER')
  const [person] = of(await everywhere(bia.email), 'person')
  assert.deepEqual([person?.accountId, person?.status], [bia.accountId, 'OWNER'])
  assert.deepEqual(
    of(await everywhere(sale.uuid), 'sale').map(({ accountId, accountName }) => [accountId, accountName]),
    [[ana.accountId, 'Ana Souza']],
  )
  assert.equal(of(await look(ana, 'padaria'), 'account').length, 0)
})

it('what the operator has looked for is in the log of the operators, once in a while, and names nobody', async () => {
  const logged = () =>
    gateway.db.query<{ detail: Record<string, unknown>; actor: string }>(sql`
      select detail, actor from audit where action = 'search.made' order by id`)
  // None of these words is one of the last ten minutes.
  gateway.advance(11 * MINUTE_MS)
  const before = (await logged()).length
  const looked = ['pedido-77', 'pedido-77', sale.uuid, 'Padaria da Bia', '529.982.247-25', bia.email, '11 98765-4321']
  for (const q of looked) await everywhere(q)
  const entries = (await logged()).slice(before)
  assert.deepEqual(
    entries.map(({ actor, detail: { kind, q, found } }) => [actor, kind, q, typeof found]),
    [
      ['operator', 'WORDS', undefined, 'number'],
      ['operator', 'ID', sale.uuid, 'number'],
      ['operator', 'WORDS', undefined, 'number'],
      ['operator', 'DOCUMENT', undefined, 'number'],
      ['operator', 'EMAIL', undefined, 'number'],
      ['operator', 'DIGITS', undefined, 'number'],
    ],
  )
  assert.equal(entries[0]?.detail.found, 3)
  // A fingerprint and the uuid of a sale are hex: any three digits may stand in them by chance.
  const details = entries.map(({ detail: { fingerprint: _, ...detail } }) => detail)
  const text = JSON.stringify(details).replace(sale.uuid, '')
  for (const word of ['pedido', 'adaria', '529', '982', bia.email, '98765']) assert.ok(!text.includes(word), word)
  // The same person is recognised, here and in what the log keeps of requests about their data.
  const asked = await olga.call('POST', '/api/admin/privacy/export', { document: '52998224725' })
  assert.equal(asked.status, 200, asked.text)
  const [request] = await gateway.db.query<{ person: string }>(sql`
    select subject_id as person from audit where action = 'privacy.exported'`)
  assert.equal(entries[3]?.detail.fingerprint, request?.person)
})

it('in a support view the search is reported to the account', async () => {
  const { body: view } = await olga.call('POST', `/api/admin/accounts/${ana.accountId}/support-views`, {
    reason: 'o cliente pediu ajuda',
  })
  const headers = { 'x-account-id': String(ana.accountId) }
  const { body } = await olga.call('GET', `/api/search?q=${sale.uuid}`, undefined, headers)
  assert.equal(of(body.groups, 'sale')[0]?.id, sale.id)
  await olga.call('POST', `/api/admin/support-views/${view.id}/end`, {})
  const read = await gateway.db.query<{ subject_id: string }>(sql`
    select subject_id from audit where action = 'support-view.read' and account_id = ${ana.accountId}`)
  assert.ok(read.some(({ subject_id }) => subject_id === '/api/search'))
})

it('bounds its questions and its answers', async () => {
  for (const query of ['', 'q=', 'q=%20%20', `q=${'x'.repeat(101)}`, 'q=a%00b', 'q=a&limit=0', 'q=a&limit=21'])
    assert.equal((await ana.call('GET', `/api/search?${query}`)).status, 400, query)
  for (const q of [
    '%',
    '_',
    '\\',
    "'",
    '(',
    '.*',
    '%%%',
    '\u{10ffff}',
    'x'.repeat(100),
    '9'.repeat(100),
    '1'.repeat(16),
  ])
    for (const groups of [await look(ana, q), await everywhere(q)]) assert.deepEqual(of(groups, 'sale'), [], q)
  for (let n = 0; n < 3; n++) await seller.sell(4_21)
  const { body } = await ana.call('GET', `/api/search?q=${encodeURIComponent('4,21')}&limit=2`)
  const [group] = body.groups
  assert.deepEqual([group.kind, group.data.length, group.more, group.complete], ['sale', 2, true, true])
  assert.ok(group.data[0].id > group.data[1].id)
})
