// What the contract's endpoints answer to valid requests: every field, its order and its form, from live answers. In the expected texts
// <int>, <uuid>, <time>, <txid> and <code> stand for any value of that form; all else is to the byte.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks } from '../books.ts'
import type { Answer } from '../http.ts'
import { BALANCE, CASHOUT, CASHOUT_REQUEST, OFFER, openPublicApi, type PublicApi, SALES } from './public-api.ts'

let api: PublicApi
before(async () => {
  api = await openPublicApi({ funds: 1_000_00 })
})
after(async () => {
  await assertBooks(api.gateway)
  await api[Symbol.asyncDispose]()
})

const FORMS: [form: RegExp, name: string][] = [
  [/(?<="id":)[1-9][0-9]*(?=[,}])/g, '<int>'],
  [/(?<=")[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?=")/g, '<uuid>'],
  [/(?<=")20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z(?=")/g, '<time>'],
  [/(?<=")P[0-9A-Za-z]{31}(?=")/g, '<txid>'],
  [/(?<=")000201[ -~]+6304[0-9A-F]{4}(?=")/g, '<code>'],
]

function answers(answer: Answer, status: number, text: string): void {
  const seen = FORMS.reduce((message, [form, name]) => message.replaceAll(form, name), answer.text)
  assert.equal(`${answer.status} ${seen}`, `${status} ${text}`)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
}

const get = (path: string) => api.request('GET', path)

describe('GET /api/public/balance', () => {
  it('makes a record of zeros for an account that has none', async () => {
    const fresh = await api.gateway.seller()
    const count = async () =>
      (await api.gateway.db.query(sql`select 1 from wallet where account_id = ${fresh.accountId}`)).length
    assert.equal(await count(), 0)
    answers(await fresh.api('GET', BALANCE), 200, '{"available":0,"blocked":0,"total":0}')
    assert.equal(await count(), 1)
  })

  it('shows available, blocked and their total in whole cents', async () => {
    const seller = await api.gateway.seller({ funds: 500_00 })
    const request = { ...CASHOUT_REQUEST, pixKey: 'analise@example.com' }
    const { body } = await seller.api('POST', CASHOUT, request)
    await seller.reaches(`${CASHOUT}/${body.uuid}`, 'PROCESSING')
    answers(await seller.api('GET', BALANCE), 200, '{"available":34505,"blocked":15000,"total":49505}')
  })
})

describe('POST /api/public/cashout', () => {
  it('answers 201 with the withdrawal, PENDING and without updatedAt', async () => {
    const answer = await api.request('POST', CASHOUT, CASHOUT_REQUEST)
    answers(
      answer,
      201,
      '{"id":<int>,"uuid":"<uuid>","amount":"150.00","netAmount":"149.00","pixKey":"maria@example.com",' +
        '"pixKeyType":"EMAIL","status":"PENDING","createdAt":"<time>",' +
        '"fees":{"fixed":"1.00","variable":"0.00","total":"1.00"}}',
    )
    await api.seller.reaches(`${CASHOUT}/${answer.body.uuid}`, 'COMPLETED')
  })

  it('answers the same form when the caller names things of their own', async () => {
    const more = { externalReference: 'order-7', description: 'Salário', holderDocument: '529.982.247-25' }
    const answer = await api.request('POST', CASHOUT, {
      ...CASHOUT_REQUEST,
      ...more,
      pixKey: '52998224725',
      pixKeyType: 'CPF',
    })
    answers(
      answer,
      201,
      '{"id":<int>,"uuid":"<uuid>","amount":"150.00","netAmount":"149.00","pixKey":"52998224725",' +
        '"pixKeyType":"CPF","status":"PENDING","createdAt":"<time>",' +
        '"fees":{"fixed":"1.00","variable":"0.00","total":"1.00"}}',
    )
    await api.seller.reaches(`${CASHOUT}/${answer.body.uuid}`, 'COMPLETED')
    assert.equal((await get(`${CASHOUT}/${answer.body.uuid}`)).body.externalReference, 'order-7')
  })

  it('shows fixed and variable fees of the gross amount, and what is left', async () => {
    const seller = await api.gateway.seller({ funds: 200_00 })
    await api.gateway.db.query(sql`
      update account set seal = default, fees = jsonb_set(fees, '{cashout}', '{"fixedCentavos": 250, "basisPoints": 199}')
      where id = ${seller.accountId}`)
    const { body } = await seller.api('POST', CASHOUT, { ...CASHOUT_REQUEST, amount: 123.45 })
    assert.deepEqual(body.fees, { fixed: '2.50', variable: '2.46', total: '4.96' })
    assert.equal(body.netAmount, '118.49')
    await seller.reaches(`${CASHOUT}/${body.uuid}`, 'COMPLETED')
  })
})

describe('GET /api/public/cashout/{id}', () => {
  const made = async (pixKey: string) => {
    const { body } = await api.request('POST', CASHOUT, { ...CASHOUT_REQUEST, pixKey })
    return { uuid: String(body.uuid), id: Number(body.id) }
  }
  const form = (pixKey: string, status: string, more = '') =>
    `{"id":<int>,"uuid":"<uuid>","amount":"150.00","netAmount":"149.00","pixKey":"${pixKey}","pixKeyType":"EMAIL",` +
    `"status":"${status}","createdAt":"<time>","updatedAt":"<time>",` +
    `"fees":{"fixed":"1.00","variable":"0.00","total":"1.00"}${more}}`

  it('answers the withdrawal with updatedAt, the same by uuid and by number', async () => {
    const { uuid, id } = await made('joao@example.com')
    await api.seller.reaches(`${CASHOUT}/${uuid}`, 'COMPLETED')
    const answer = await get(`${CASHOUT}/${uuid}`)
    answers(answer, 200, form('joao@example.com', 'COMPLETED'))
    assert.equal((await get(`${CASHOUT}/${id}`)).text, answer.text)
    assert.equal((await get(`${CASHOUT}/${uuid.toUpperCase()}`)).text, answer.text)
    assert.ok(answer.body.updatedAt > answer.body.createdAt)
  })

  it('says PROCESSING while the bank has it', async () => {
    const { uuid } = await made('analise@example.com')
    await api.seller.reaches(`${CASHOUT}/${uuid}`, 'PROCESSING')
    answers(await get(`${CASHOUT}/${uuid}`), 200, form('analise@example.com', 'PROCESSING'))
  })

  for (const [why, pixKey, code, message] of [
    ['the bank refuses', 'negada@example.com', 'pagamento_negado', 'Pagamento negado na análise.'],
    ['the key cannot exist', 'maria.example.com', 'INVALID_PIX_KEY', 'No PIX key of type EMAIL can be that'],
  ] as const)
    it(`says FAILED when ${why}, and why; the amount is available again`, async () => {
      const { body: earlier } = await get(BALANCE)
      const { uuid } = await made(pixKey)
      await api.seller.reaches(`${CASHOUT}/${uuid}`, 'FAILED')
      const failure = JSON.stringify({ code, message })
      answers(await get(`${CASHOUT}/${uuid}`), 200, form(pixKey, 'FAILED', `,"failure":${failure}`))
      assert.deepEqual((await get(BALANCE)).body, earlier)
    })
})

describe('a sale', () => {
  const form = (status: string, completedAt: string) =>
    `{"id":<int>,"uuid":"<uuid>","status":"${status}","amount":5000,"netAmount":4950,"systemFee":50,"reserveAmount":0,` +
    `"paymentMethod":"PIX","date":"<time>","completedAt":${completedAt},` +
    '"customer":{"name":"Maria Silva","email":"","document":"","phone":""},' +
    '"items":[{"id":<int>,"title":"Camiseta","unitPrice":5000,"quantity":1,"tangible":false}],' +
    '"pixKey":"<code>","cardLastFour":null,"cardBrand":null,"boletoCode":null,"externalTransactionId":"<txid>"}'

  it('is answered with 201 by POST /api/transactions, and the same by uuid and by number', async () => {
    const made = await api.request('POST', SALES, OFFER)
    answers(made, 201, form('PENDENTE', 'null'))
    for (const id of [made.body.uuid, made.body.id]) assert.equal((await get(`${SALES}/${id}`)).text, made.text)
  })

  it('says PAGO and when, once it is paid; all else stays', async () => {
    const { body: made } = await api.request('POST', SALES, OFFER)
    await api.gateway.pay(made.pixKey)
    await api.seller.reaches(`${SALES}/${made.uuid}`, 'PAGO')
    const paid = await get(`${SALES}/${made.uuid}`)
    answers(paid, 200, form('PAGO', '"<time>"'))
    assert.deepEqual({ ...paid.body, status: 'PENDENTE', completedAt: null }, made)
    assert.ok(paid.body.completedAt >= made.date)
  })

  it('shows shipping and externalReference only where the seller set them, behind everything else', async () => {
    const made = await api.request('POST', SALES, {
      ...OFFER,
      customer: {
        name: 'Maria Silva',
        email: 'maria@example.com',
        document: '529.982.247-25',
        phone: '(11) 98765-4321',
      },
      items: [
        { title: 'Camiseta', unitPrice: 2000, quantity: 2, tangible: true },
        { title: 'Frete', unitPrice: 1000, quantity: 1 },
      ],
      shipping: { city: 'São Paulo' },
      externalReference: 'order-8',
    })
    answers(
      made,
      201,
      '{"id":<int>,"uuid":"<uuid>","status":"PENDENTE","amount":5000,"netAmount":4950,"systemFee":50,"reserveAmount":0,' +
        '"paymentMethod":"PIX","date":"<time>","completedAt":null,' +
        '"customer":{"name":"Maria Silva","email":"maria@example.com","document":"52998224725","phone":"11987654321"},' +
        '"items":[{"id":<int>,"title":"Camiseta","unitPrice":2000,"quantity":2,"tangible":true},' +
        '{"id":<int>,"title":"Frete","unitPrice":1000,"quantity":1,"tangible":false}],' +
        '"pixKey":"<code>","cardLastFour":null,"cardBrand":null,"boletoCode":null,"externalTransactionId":"<txid>",' +
        '"shipping":{"city":"São Paulo"},"externalReference":"order-8"}',
    )
    assert.equal((await get(`${SALES}/${made.body.uuid}`)).text, made.text)
  })

  it('shows the reserve once it is paid, and the reserve is blocked', async () => {
    const seller = await api.gateway.seller()
    await api.gateway.db.query(sql`
      update account set seal = default, reserve = '{"basisPoints": 1000, "days": 30}' where id = ${seller.accountId}`)
    const { body: made } = await seller.api('POST', SALES, OFFER)
    assert.equal(made.reserveAmount, 0)
    await api.gateway.pay(made.pixKey)
    const paid = await seller.reaches(`${SALES}/${made.uuid}`, 'PAGO')
    assert.equal(paid.reserveAmount, 500)
    answers(await seller.api('GET', BALANCE), 200, '{"available":4450,"blocked":500,"total":4950}')
  })
})
