// A charge that a person creates in the panel, and its payment at the sandbox bank by a click: available in a test gateway, and in no
// other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { join, register } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { PAYEE, sellsByTransfer } from '../transfer/selling.ts'
import { at } from './selling.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await openTestGateway()
  shop = await openShop(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const charge = (body: object, headers = {}) => shop.person.call('POST', '/api/sales', body, headers)
const saleOf = async (uuid: string) => (await shop.person.call('GET', `/api/sales/${uuid}`)).body
const simulate = (uuid: string, person = shop.person, headers = {}) =>
  person.call('POST', `/api/sales/${uuid}/simulate-payment`, undefined, headers)
const entriesOf = async (uuid: string) =>
  (await shop.person.call('GET', '/api/audit?limit=100')).body.data
    .filter((entry: { subjectId: string }) => entry.subjectId === uuid)
    .map((entry: { action: string; detail: { amount: number } }) => [entry.action, entry.detail.amount])

describe('POST /api/sales', () => {
  it('makes a sale with a code, names its author, and is the same under its key', async () => {
    const body = { amount: 12_34, customerName: 'Maria Silva', description: 'Bolo de fubá' }
    const first = await charge(body, { 'idempotency-key': 'charge-1' })
    assert.equal(first.status, 201, first.text)
    const { uuid, status, amount, customer, items, pixKey } = first.body
    assert.deepEqual(
      [status, amount, customer.name, items[0].title],
      ['PENDENTE', 12_34, 'Maria Silva', 'Bolo de fubá'],
    )
    assert.match(pixKey, /^000201/)
    const again = await charge(body, { 'idempotency-key': 'charge-1' })
    assert.deepEqual([again.status, again.body.uuid], [201, uuid])
    const other = await charge({ ...body, amount: 12_35 }, { 'idempotency-key': 'charge-1' })
    assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.deepEqual(await entriesOf(uuid), [['sale.requested', 12_34]])
  })

  it('needs an amount alone', async () => {
    const { status, body } = await charge({ amount: 5_00 })
    assert.deepEqual(
      [status, body.customer.name, body.items[0].title],
      [201, 'Consumidor não identificado', 'Cobrança'],
    )
  })

  it('is refused with the field’s name, and to who may not charge: 400, 403', async () => {
    for (const [field, body] of [
      ['amount', { amount: 0 }],
      ['amount', { amount: 1.5 }],
      ['customerName', { amount: 5_00, customerName: '' }],
      ['postbackUrl', { amount: 5_00, postbackUrl: 'https://example.com' }],
      ['paymentMethod', { amount: 5_00, paymentMethod: 'BOLETO' }],
      ['customerDocument', { amount: 5_00, paymentMethod: 'TRANSFER' }],
      ['customerDocument', { amount: 5_00, paymentMethod: 'TRANSFER', customerDocument: '529.982.247-26' }],
    ] as const) {
      const answer = await charge(body)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.body.error.message, new RegExp(field))
    }
    const bia = await register(gateway)
    await join(gateway, bia, shop.person.accountId, 'READER')
    const named = { 'x-account-id': String(shop.person.accountId) }
    assert.equal((await bia.call('POST', '/api/sales', { amount: 5_00 }, named)).status, 403)
  })

  it('by transfer answers the bank’s account and a reference, where the account sells by it', async () => {
    const body = { amount: 40_00, paymentMethod: 'TRANSFER', customerDocument: '529.982.247-25' }
    const refused = await charge(body)
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'GENERAL_ERROR'], 'it is not sold')
    await sellsByTransfer(gateway, shop.seller)
    const key = { 'idempotency-key': 'charge-transfer' }
    const { status, body: sale } = await charge(body, key)
    const { reference, ...payee } = sale.bankTransfer
    assert.deepEqual(
      [status, sale.status, sale.paymentMethod, sale.pixKey, sale.customer.document, payee.bank],
      [201, 'PENDENTE', 'TRANSFER', null, '52998224725', PAYEE.bank],
    )
    assert.equal((await charge(body, key)).body.uuid, sale.uuid)
    assert.deepEqual(await entriesOf(sale.uuid), [['sale.requested', 40_00]])
    assert.match(reference, /^\w{8}$/)
  })

  it('keeps a refusal under its key in the panel’s own form', async () => {
    await gateway.db.query(sql`
      update account set seal = default, fees = jsonb_set(fees, '{pix}', '{"fixedCentavos": 900, "basisPoints": 0}')
      where id = ${shop.person.accountId}`)
    const key = { 'idempotency-key': 'charge-2' }
    const answers = [await charge({ amount: 5_00 }, key), await charge({ amount: 5_00 }, key)]
    for (const { status, body } of answers)
      assert.deepEqual([status, body.success, body.error.code], [422, false, 'GENERAL_ERROR'])
    await gateway.db.query(sql`
      update account set seal = default, fees = jsonb_set(fees, '{pix}', '{"fixedCentavos": 0, "basisPoints": 99}')
      where id = ${shop.person.accountId}`)
  })
})

describe('a payment simulated at the sandbox bank', () => {
  it('comes in as any other does, once, with who did it in the log', async () => {
    const { body: sale } = await charge({ amount: 80_00 })
    assert.equal((await saleOf(sale.uuid)).canSimulatePayment, true)
    assert.equal((await simulate(sale.uuid)).status, 202)
    await shop.seller.reaches(at(sale), 'PAGO')
    const paid = await saleOf(sale.uuid)
    assert.deepEqual([paid.canSimulatePayment, paid.payment?.amount ?? paid.amount], [false, 80_00])
    const again = await simulate(sale.uuid)
    assert.deepEqual([again.status, again.body.error.code], [409, 'CONFLICT'])
    assert.deepEqual((await entriesOf(sale.uuid)).toSorted(), [
      ['sale.payment-simulated', 80_00],
      ['sale.requested', 80_00],
    ])
  })

  it('pays once for two clicks at once', async () => {
    const { body: sale } = await charge({ amount: 81_00 })
    const answers = await Promise.all([simulate(sale.uuid), simulate(sale.uuid)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409])
    await shop.seller.reaches(at(sale), 'PAGO')
  })

  it('of a transfer comes within seconds, by its reference and of its buyer, once for two clicks', async () => {
    await sellsByTransfer(gateway, shop.seller)
    const named = { customerName: 'Bia Reis', customerDocument: '529.982.247-25' }
    const { body: sale } = await charge({ amount: 84_00, paymentMethod: 'TRANSFER', ...named })
    assert.equal((await saleOf(sale.uuid)).canSimulatePayment, true)
    const answers = await Promise.all([simulate(sale.uuid), simulate(sale.uuid)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409])
    await shop.seller.reaches(at(sale), 'PAGO')
    const { canSimulatePayment, payer } = await saleOf(sale.uuid)
    assert.deepEqual([canSimulatePayment, payer.name], [false, 'Bia Reis'])
    assert.deepEqual((await entriesOf(sale.uuid)).map(([action]: string[]) => action).toSorted(), [
      'sale.payment-simulated',
      'sale.requested',
    ])
  })

  it('is not there for another account, for who only reads, nor without a session', async () => {
    const { body: sale } = await charge({ amount: 82_00 })
    assert.equal((await simulate(sale.uuid, await register(gateway))).status, 404)
    const bia = await register(gateway)
    await join(gateway, bia, shop.person.accountId, 'READER')
    const named = { 'x-account-id': String(shop.person.accountId) }
    assert.equal((await simulate(sale.uuid, bia, named)).status, 403)
    assert.equal((await shop.seller.api('POST', `/api/sales/${sale.uuid}/simulate-payment`)).status, 401)
    assert.equal((await saleOf(sale.uuid)).status, 'PENDENTE')
  })

  it('is not there for a sale of a real PSP account, nor of a test account that is not the sandbox’s: 404', async () => {
    const { body: sale } = await charge({ amount: 83_00 })
    const changes = [sql`environment = 'live'`, sql`pix_key = 'loja@example.com'`, sql`kind = 'bcb'`]
    for (const change of changes) {
      await gateway.db.query(sql`update psp_account set ${change}, version = version + 1, seal = default`)
      const refused = await simulate(sale.uuid)
      assert.deepEqual([refused.status, refused.body.error.code], [404, 'NOT_FOUND'])
      assert.equal((await saleOf(sale.uuid)).canSimulatePayment, false)
      await gateway.db.query(sql`
        update psp_account set environment = 'test', pix_key = '5f84a4c5-c5cb-4599-8f13-7eb4d419dacc', kind = 'efi',
          version = version + 1, seal = default`)
    }
    assert.equal((await simulate(sale.uuid)).status, 202)
  })

  it('leaves books that add up', () => assertBooks(gateway))
})

describe('the account', () => {
  it('says whether its money is play money', async () => {
    assert.equal((await shop.person.call('GET', '/api/account')).body.environment, 'test')
    await gateway.db.query(sql`update psp_account set environment = 'live', seal = default`)
    assert.equal((await shop.person.call('GET', '/api/account')).body.environment, 'live')
    await gateway.db.query(sql`update psp_account set environment = 'test', seal = default`)
  })
})

describe('a gateway that was started for a real PSP', () => {
  it('simulates nothing, even where an account looks like the sandbox’s', async () => {
    const env = { PSP: 'efi', PSP_BASE_URL: gateway.bankUrl, PSP_PIX_KEY: '5f84a4c5-c5cb-4599-8f13-7eb4d419dacc' }
    const secrets = { PSP_CLIENT_ID: 'porteira', PSP_CLIENT_SECRET: 'sandbox-secret' }
    await using live = await openTestGateway({ env: { ...env, ...secrets } })
    await live.db.query(sql`update psp_account set environment = 'test', seal = default`)
    const owner = await register(live)
    const { body: sale } = await owner.call('POST', '/api/sales', { amount: 5_00 })
    assert.equal(sale.status, 'PENDENTE')
    const refused = await owner.call('POST', `/api/sales/${sale.uuid}/simulate-payment`)
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'NOT_FOUND'])
  })
})
