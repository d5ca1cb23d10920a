// The allowed fields of a sale's body: a bad value of any field is 400 in shape D and names the field, another payment method is 422 in
// shape C, and no refusal leaves a sale or a charge behind.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { assertBooks } from '../books.ts'
import { call } from '../http.ts'
import { inC, inD, invalidInD, OFFER, openPublicApi, type PublicApi, refuses, SALES } from './public-api.ts'

let api: PublicApi
before(async () => {
  api = await openPublicApi({ funds: 10_00 })
})
after(async () => {
  await assertBooks(api.gateway)
  await api[Symbol.asyncDispose]()
})

const send = (body: unknown) => api.request('POST', SALES, body)

/** The offer with the field at this path changed; `undefined` leaves it out. */
function having(path: string, value: unknown): unknown {
  const names = path.split('.')
  const last = names.pop() as string
  const offer: Record<string, unknown> = structuredClone(OFFER)
  let at = offer
  for (const name of names) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  at[last] = value
  return offer
}

const LONG = 'x'.repeat(3_000)
const STRANGE = 'has characters that are not allowed or is not of the expected form'
const METHODS = 'expected one of PIX, CREDIT_CARD, DEBIT_CARD, BOLETO, TRANSFER, PIX_AUTOMATICO'
const ADDRESS = 'expected an address such as https://shop.example.com/webhook'
const fewer = (n: number, what = 'characters') => `must NOT have fewer than ${n} ${what}`
const more = (n: number, what = 'characters') => `must NOT have more than ${n} ${what}`

/** Field -> bad values, each with what is said of it. */
const BAD: Record<string, [value: unknown, said: string][]> = {
  amount: [
    [undefined, 'is required'],
    [null, 'expected integer'],
    ['5000', 'expected integer'],
    [50.5, 'expected integer'],
    [true, 'expected integer'],
    [0, 'must be >= 1'],
    [-1, 'must be >= 1'],
    [1_000_000_000_000, 'must be <= 999999999999'],
  ],
  paymentMethod: [
    [undefined, 'is required'],
    [null, METHODS],
    ['pix', METHODS],
    ['PIX ', METHODS],
    [1, METHODS],
  ],
  customer: [
    [undefined, 'is required'],
    [null, 'expected object'],
    ['Maria', 'expected object'],
    [['Maria'], 'expected object'],
  ],
  'customer.name': [
    [undefined, 'is required'],
    ['', fewer(1)],
    ['   ', 'expected a name, not blanks'],
    ['x'.repeat(201), more(200)],
    ['Maria\0', STRANGE],
    ['Maria\u009b', STRANGE],
    [null, 'expected string'],
  ],
  'customer.email': [
    ['maria', 'expected an e-mail address'],
    ['maria @example.com', 'expected an e-mail address'],
    [`${'x'.repeat(251)}@a.b`, more(254)],
    [1, 'expected string'],
  ],
  'customer.document': [
    ['52998224724', 'expected a CPF or CNPJ'],
    ['00000000000', 'expected a CPF or CNPJ'],
    ['529.982.247-250000', 'expected a CPF or CNPJ'],
    [LONG, more(18)],
    [52998224725, 'expected string'],
  ],
  'customer.phone': [
    ['1234567', 'expected a phone number of 8 to 15 digits'],
    ['+55 11 98765 4321 00000', 'expected a phone number of 8 to 15 digits'],
    ['call me maybe', 'expected a phone number of 8 to 15 digits'],
    [LONG, more(30)],
    [null, 'expected string'],
  ],
  items: [
    [undefined, 'is required'],
    [[], fewer(1, 'items')],
    [{}, 'expected array'],
    [Array(201).fill(OFFER.items[0]), more(200, 'items')],
  ],
  'items.0': [
    [null, 'expected object'],
    ['Camiseta', 'expected object'],
  ],
  'items.0.title': [
    [undefined, 'is required'],
    ['', fewer(1)],
    ['x'.repeat(501), more(500)],
    ['a\nb', STRANGE],
    [1, 'expected string'],
  ],
  'items.0.unitPrice': [
    [undefined, 'is required'],
    [-1, 'must be >= 0'],
    [0.5, 'expected integer'],
    ['50.00', 'expected integer'],
    [1e12, 'must be <= 999999999999'],
  ],
  'items.0.quantity': [
    [undefined, 'is required'],
    [0, 'must be >= 1'],
    [1.5, 'expected integer'],
    ['1', 'expected integer'],
    [1_000_001, 'must be <= 1000000'],
  ],
  'items.0.tangible': [
    ['true', 'expected boolean'],
    [1, 'expected boolean'],
    [null, 'expected boolean'],
  ],
  postbackUrl: [
    ['', fewer(1)],
    ['shop.example.com', ADDRESS],
    ['/webhook', ADDRESS],
    ['ftp://shop.example.com', ADDRESS],
    ['javascript:alert(1)', ADDRESS],
    ['https://a:b@shop.example.com', 'expected an address without user and password'],
    [`https://shop.example.com/${LONG}`, more(2048)],
    [null, 'expected string'],
  ],
  externalReference: [
    ['', fewer(1)],
    ['x'.repeat(65), more(64)],
    ['a\tb', STRANGE],
    [1, 'expected string'],
  ],
  shipping: [
    ['somewhere', 'expected object'],
    [null, 'expected object'],
    [[], 'expected object'],
    [{ street: 'x'.repeat(8_200) }, 'expected at most 8192 characters of JSON'],
    [{ street: 'Rua\0A' }, 'expected text without NUL characters'],
    [{ 'a\0': 1 }, 'expected text without NUL characters'],
  ],
  pix: [
    [1, 'expected object'],
    [null, 'expected object'],
  ],
  'pix.expiresInSeconds': [
    [0, 'must be >= 1'],
    [-1, 'must be >= 1'],
    [2_592_001, 'must be <= 2592000'],
    [1.5, 'expected integer'],
    ['60', 'expected integer'],
  ],
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 40)

describe('400 for a sale whose', () => {
  let written: string
  beforeEach(async () => {
    written = await api.books()
  })
  afterEach(async () => assert.equal(await api.books(), written))

  for (const [field, values] of Object.entries(BAD))
    for (const [value, message] of values)
      it(`${field} is ${shown(value)}`, async () => {
        refuses(await send(having(field, value)), 400, invalidInD(`${field}: ${message}`))
      })

  it('shipping holds half a character', async () => {
    const body = JSON.stringify(having('shipping', { street: 'HALF' })).replace('HALF', '\\ud83d')
    refuses(await send(body), 400, invalidInD('shipping.street: expected Unicode text'))
  })
})

describe('422 for a sale', () => {
  let written: string
  beforeEach(async () => {
    written = await api.books()
  })
  afterEach(async () => assert.equal(await api.books(), written))

  for (const method of ['CREDIT_CARD', 'DEBIT_CARD', 'BOLETO', 'TRANSFER', 'PIX_AUTOMATICO'])
    it(`paid by ${method}, which this gateway does not offer`, async () => {
      const customer = { name: 'Maria Silva', document: '52998224725' }
      const answer = await send({ ...OFFER, paymentMethod: method, customer })
      refuses(answer, 422, inC('GENERAL_ERROR', `paymentMethod: ${method} is not available for this account`))
    })
})

describe('201 for a sale', () => {
  const accepted: [name: string, path: string, value: unknown, field: string, answered: unknown][] = [
    ['of one centavo', 'amount', 1, 'amount', 1],
    ['with a document in its punctuation', 'customer.document', '529.982.247-25', 'customer.document', '52998224725'],
    ['with an alphanumeric CNPJ', 'customer.document', '12.abc.345/01de-35', 'customer.document', '12ABC34501DE35'],
    ['with a phone in its punctuation', 'customer.phone', '+55 (11) 98765-4321', 'customer.phone', '5511987654321'],
    ['with a name beyond Latin', 'customer.name', 'José 李 😀', 'customer.name', 'José 李 😀'],
    ['with a title of 500 characters', 'items.0.title', '😀'.repeat(500), 'items.0.title', '😀'.repeat(500)],
    ['with a backslash before u0000', 'shipping.path', 'C:\\u0000', 'shipping.path', 'C:\\u0000'],
    ['with fields that are not known, which are ignored', 'coupon', { code: 1 }, 'coupon', undefined],
    ['whose items do not add up to the amount', 'items.0.unitPrice', 1, 'items.0.unitPrice', 1],
  ]
  for (const [name, path, value, field, answered] of accepted)
    it(name, async () => {
      const { status, body, text } = await send(having(path, value))
      assert.equal(status, 201, text)
      assert.deepEqual(
        field.split('.').reduce((at, key) => at?.[key], body),
        answered,
      )
    })
})

describe('a sale that waits', () => {
  it('is cancelled by its seller: 202, and the same again', async () => {
    const { body: sale } = await send(OFFER)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await api.request('POST', `${SALES}/${sale.uuid}/cancel`)
      assert.deepEqual([status, body], [202, { ...sale, status: 'CANCELADO' }])
    }
  })

  it('is not cancelled once it is paid: 409', async () => {
    const { body: sale } = await send(OFFER)
    await call(api.gateway.bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.pixKey } })
    await api.seller.reaches(`${SALES}/${sale.uuid}`, 'PAGO')
    const answer = await api.request('POST', `${SALES}/${sale.uuid}/cancel`, '')
    refuses(answer, 409, inD('CONFLICT', 'A sale that is PAGO cannot be cancelled'))
  })
})
