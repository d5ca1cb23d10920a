// Payment links and carts in the search: each is found by what people have of it, and carts by their buyers within their account alone.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Person, register, registerOperator } from '../access/person.ts'
import { charged, contact, linkOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'

interface Hit {
  kind: string
  uuid: string
  by: string
  title: string
  detail: string | null
  amount: number | null
  status: string
  accountId: number
  accountName: string | null
}
interface Group {
  kind: string
  data: Hit[]
}

const OPEN_AMOUNT = { items: undefined, openAmount: { min: 100, max: 500_00 } }

let gateway: TestGateway
let ana: Person
let bia: Person
let olga: Person
let seller: Seller
before(async () => {
  gateway = await openTestGateway()
  ;({ seller, person: ana } = await openShop(gateway))
  bia = await register(gateway, 'Padaria da Bia')
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

async function look(person: Person, q: string, path = '/api/search', headers = {}): Promise<Group[]> {
  const { status, body, text } = await person.call('GET', `${path}?q=${encodeURIComponent(q)}`, undefined, headers)
  assert.equal(status, 200, text)
  return body.groups
}
const everywhere = (q: string) => look(olga, q, '/api/admin/search')
const of = (groups: Group[], kind: string) => groups.find(group => group.kind === kind)?.data ?? []

it('a link is found by its address, its title, its number and its reference', async () => {
  const link = await linkOf(seller, { title: 'Curso de Violão', externalReference: 'violao-1', maxSales: 1 })
  for (const [q, by] of [
    [link.slug, 'SLUG'],
    [link.url, 'SLUG'],
    [`${link.url}?utm_source=x`, 'SLUG'],
    [link.uuid, 'UUID'],
    [`#${link.id}`, 'NUMBER'],
    ['curso de viol', 'NAME'],
    ['violao-1', 'REFERENCE'],
  ] as const) {
    const [hit] = of(await look(ana, q), 'link').filter(({ uuid }) => uuid === link.uuid)
    assert.deepEqual(
      [hit?.by, hit?.title, hit?.detail, hit?.amount, hit?.status],
      [by, 'Curso de Violão', `/l/${link.slug}`, 150_00, 'ACTIVE'],
      q,
    )
    assert.deepEqual(of(await look(bia, q), 'link'), [], q)
  }
  const [open] = of(await look(ana, (await linkOf(seller, OPEN_AMOUNT)).slug), 'link')
  assert.equal(open?.amount, null)
  await charged(gateway, await contact(gateway, link))
  assert.equal(of(await look(ana, link.slug), 'link')[0]?.status, 'SOLD_OUT')
  for (const q of [link.url, link.uuid]) {
    const [hit] = of(await everywhere(q), 'link')
    assert.deepEqual([hit?.uuid, hit?.accountId, hit?.accountName], [link.uuid, ana.accountId, 'Ana Souza'])
  }
})

it('a cart is found by its buyer, by the account alone; by its ids and its sale also by operators, who read no buyer', async () => {
  const customer = { name: 'Wanda Quirino', email: 'wanda@casa.example', document: '39053344705' }
  const opened = await contact(gateway, await linkOf(seller, { externalReference: 'cesta-5' }), { customer })
  const { uuid } = opened.cart
  const theirs = (groups: Group[]) => of(groups, 'cart').find(hit => hit.uuid === uuid)
  for (const [q, by] of [
    ['wanda quirino', 'NAME'],
    ['WANDA@casa', 'EMAIL'],
    ['390.533.447-05', 'DOCUMENT'],
    ['cesta-5', 'REFERENCE'],
    ['150,00', 'AMOUNT'],
    [uuid, 'UUID'],
  ] as const) {
    const hit = theirs(await look(ana, q))
    assert.deepEqual([hit?.by, hit?.title, hit?.status, hit?.amount], [by, customer.name, 'OPEN', 150_00], q)
    assert.equal(theirs(await look(bia, q)), undefined, q)
  }
  const { body: view } = await olga.call('POST', `/api/admin/accounts/${ana.accountId}/support-views`, {
    reason: 'o cliente pediu ajuda',
  })
  const headers = { 'x-account-id': String(ana.accountId) }
  const asSupport = (q: string) => look(olga, q, '/api/search', headers)
  for (const find of [everywhere, asSupport]) {
    for (const q of ['wanda quirino', 'wanda@casa', '39053344705']) assert.equal(theirs(await find(q)), undefined, q)
    const [hit] = of(await find(uuid), 'cart')
    assert.deepEqual([hit?.title, hit?.amount], ['Camiseta', 150_00])
  }
  await olga.call('POST', `/api/admin/support-views/${view.id}/end`, {})
  const { uuid: saleUuid } = await charged(gateway, opened)
  assert.equal(theirs(await look(ana, saleUuid))?.by, 'SALE')
})
