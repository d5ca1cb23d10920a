// Payment links and checkout sessions as sellers make them: by key and in the panel, with every refusal in its shape.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join, register } from '../access/person.ts'
import { LINK, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await openTestGateway()
  shop = await openShop(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const LINKS = '/api/payment-links'
const SESSIONS = '/api/checkouts'

describe('a checkout session', () => {
  it('is made once under its key, and shown with its address again', async () => {
    const body = { items: [{ ...SHIRT, tangible: true }], methods: ['PIX'], externalReference: 'pedido-89' }
    const key = { 'idempotency-key': 'pedido-89' }
    const [made, again] = [
      await shop.seller.api('POST', SESSIONS, body, key),
      await shop.seller.api('POST', SESSIONS, body, key),
    ]
    assert.equal(made.status, 201, made.text)
    const { id, uuid, url, expiresAt, createdAt, ...rest } = made.body
    assert.deepEqual(rest, {
      kind: 'SESSION',
      status: 'ACTIVE',
      amount: 150_00,
      methods: ['PIX'],
      items: [{ ...SHIRT, tangible: true }],
      externalReference: 'pedido-89',
      cart: null,
      sale: null,
    })
    assert.match(url, /\/s\/[\w-]{22}$/)
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 86_400_000)
    assert.deepEqual([again.status, again.body], [201, made.body])
    assert.deepEqual((await shop.seller.api('GET', `${SESSIONS}/${id}`)).body, made.body)
    const other = await shop.seller.api('POST', SESSIONS, { ...body, externalReference: 'x' }, key)
    assert.deepEqual([other.status, other.body.error], [422, 'IDEMPOTENCY_KEY_REUSED'])
    const ended = await shop.seller.api('POST', `${SESSIONS}/${uuid}/expire`)
    assert.deepEqual([ended.status, ended.body.status], [202, 'EXPIRED'])
  })

  it('is refused with the field’s name: 400; a method that is not sold: 422', async () => {
    const refused = async (more: object) => {
      const { status, body } = await shop.seller.api('POST', SESSIONS, { items: [SHIRT], ...more })
      return `${status} ${body.message}`
    }
    for (const [field, more] of [
      ['items', { items: [] }],
      ['items.0.maxQuantity', { items: [{ ...SHIRT, quantity: 2, maxQuantity: 1 }] }],
      ['items.0.title', { items: [{ ...SHIRT, title: ' ' }] }],
      ['discountAmount', { discountAmount: 150_00 }],
      ['items', { items: Array.from({ length: 2 }, () => ({ ...SHIRT, unitPrice: 999_999_999_999 })) }],
      ['expiresInSeconds', { expiresInSeconds: 1_799 }],
      ['abandonAfterSeconds', { abandonAfterSeconds: 599 }],
      ['metadata', { metadata: { text: 'x'.repeat(2_048) } }],
      ['customer.document', { customer: { document: '123' } }],
      ['amount', { amount: 1 }],
      ...['javascript:alert(1)', '//evil.example', 'https://a@b.example', 'http://loja.example', '/obrigado'].map(
        url => ['successUrl', { successUrl: url }] as const,
      ),
    ] as const)
      assert.match(await refused(more), new RegExp(`^400 ${field}`), JSON.stringify(more).slice(0, 100))
    assert.equal(await refused({ methods: ['BOLETO'] }), '422 methods: BOLETO is not available for this account')
  })
})

describe('a payment link', () => {
  it('has an address of its own, which nobody else gets: 409', async () => {
    const made = await shop.seller.api('POST', LINKS, { ...LINK, slug: 'camiseta-azul' })
    assert.deepEqual([made.status, made.body.slug, made.body.sold, made.body.reserved], [201, 'camiseta-azul', 0, 0])
    assert.ok(made.body.url.endsWith('/l/camiseta-azul'))
    const other = await gateway.seller()
    for (const seller of [shop.seller, other]) {
      const taken = await seller.api('POST', LINKS, { ...LINK, slug: 'camiseta-azul' })
      assert.deepEqual([taken.status, taken.body.error], [409, 'CONFLICT'])
    }
    for (const slug of ['ab', 'Azul', '-azul', 'a/b', '../x', 'a'.repeat(61)])
      assert.equal((await shop.seller.api('POST', LINKS, { ...LINK, slug })).status, 400, slug)
    const race = await Promise.all(
      [shop.seller, other, shop.seller].map(one => one.api('POST', LINKS, { ...LINK, slug: 'um-so' })),
    )
    assert.deepEqual(race.map(({ status }) => status).sort(), [201, 409, 409])
  })

  it('can be changed until it is archived, but for its address', async () => {
    const { body: link } = await shop.seller.api('POST', LINKS, LINK)
    const path = `${LINKS}/${link.uuid}`
    const changed = await shop.seller.api('PATCH', path, {
      openAmount: { min: 1_00, max: 2_00 },
      expiresAt: '2099-01-31',
    })
    assert.deepEqual(
      [changed.status, changed.body.amount, changed.body.items, changed.body.expiresAt],
      [200, null, [], '2099-02-01T03:00:00.000Z'],
    )
    assert.equal((await shop.seller.api('PATCH', path, { slug: 'outro' })).status, 400)
    assert.equal((await shop.seller.api('PATCH', path, { openAmount: { min: 2, max: 1 } })).status, 400)
    assert.equal((await shop.seller.api('POST', `${path}/archive`)).body.status, 'ARCHIVED')
    assert.equal((await shop.seller.api('POST', `${path}/archive`)).status, 202)
    assert.equal((await shop.seller.api('PATCH', path, { title: 'Outro' })).status, 409)
    const { data } = (await shop.seller.api('GET', `${LINKS}?status=ARCHIVED`)).body
    assert.deepEqual(
      data.map(({ uuid }: { uuid: string }) => uuid),
      [link.uuid],
    )
  })

  it('of another account is not found, by key and in the panel: 404', async () => {
    const { body: link } = await shop.seller.api('POST', LINKS, LINK)
    const [other, stranger] = [await gateway.seller(), await register(gateway)]
    const answer = await other.api('GET', `${LINKS}/${link.uuid}`)
    assert.deepEqual([answer.status, answer.body.error], [404, 'NOT_FOUND'])
    const inPanel = await stranger.call('GET', `/api/account/payment-links/${link.uuid}`)
    assert.deepEqual([inPanel.status, inPanel.body.error.code], [404, 'NOT_FOUND'])
  })

  it('is made in the panel by the owner, FINANCE and DEVELOPER; a READER only sees it: 403', async () => {
    const path = '/api/account/payment-links'
    const named = { 'x-account-id': String(shop.person.accountId) }
    for (const [role, status] of [
      ['FINANCE', 201],
      ['DEVELOPER', 201],
      ['READER', 403],
    ] as const) {
      const bia = await register(gateway)
      await join(gateway, bia, shop.person.accountId, role)
      assert.equal((await bia.call('POST', path, LINK, named)).status, status, role)
      assert.equal((await bia.call('GET', path, undefined, named)).status, 200, role)
    }
  })
})
