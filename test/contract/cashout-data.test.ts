// What the body of a cashout may contain. Everything else is 400 in shape D and names the field; nothing is guessed, converted or cut to
// fit.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { assertBooks, untilIdle } from '../books.ts'
import {
  CASHOUT,
  CASHOUT_REQUEST,
  invalidInD,
  NO_AMOUNT,
  openPublicApi,
  type PublicApi,
  refuses,
} from './public-api.ts'

let api: PublicApi
before(async () => {
  api = await openPublicApi({ funds: 5_000_00 })
})
after(async () => {
  await untilIdle(api.gateway)
  await assertBooks(api.gateway)
  await api[Symbol.asyncDispose]()
})

const send = (body: unknown, headers?: Record<string, string>) => api.request('POST', CASHOUT, body, headers)
/** A body with one field written as the text says. */
const withText = (field: string, text: string) => `{${JSON.stringify(CASHOUT_REQUEST).slice(1, -1)},"${field}":${text}}`

describe('400 for', () => {
  let written: string
  beforeEach(async () => {
    written = await api.books()
  })
  afterEach(async () => assert.equal(await api.books(), written))

  const bodies: [name: string, body: string | undefined, said: string][] = [
    ['no body', undefined, 'body: expected object'],
    ['an empty body', '', 'body: expected object'],
    ['a body that is no JSON', '{"amount":150,', 'body: expected JSON'],
    ['a body that is a JavaScript object', '{amount:150}', 'body: expected JSON'],
    ['a form', 'amount=150&pixKey=maria@example.com', 'body: expected JSON'],
    ['an array', `[${JSON.stringify(CASHOUT_REQUEST)}]`, 'body: expected object'],
    ['null', 'null', 'body: expected object'],
    ['a number', '150', 'body: expected object'],
    ['a text', '"150"', 'body: expected object'],
    ['100,000 open brackets', '['.repeat(100_000), 'body: expected JSON'],
    [
      '1 MiB',
      JSON.stringify({ ...CASHOUT_REQUEST, description: 'x'.repeat(1 << 20) }),
      'body: expected at most 256 KiB',
    ],
    ['the key __proto__', withText('__proto__', '{"amount":150}'), 'body: __proto__ cannot be a key'],
    ['the key __proto__ deep inside', withText('a', '[{"__proto__":1}]'), 'a.0: __proto__ cannot be a key'],
    ['the key constructor', withText('constructor', '1'), 'body: constructor cannot be a key'],
    ['the key constructor in escapes', withText('\\u0063onstructor', '{}'), 'body: constructor cannot be a key'],
    ['half a character', withText('pixKey', '"\\ud83dmaria@example.com"'), 'pixKey: expected Unicode text'],
    ['half a character in an unknown field', withText('a', '{"b":"\\udc00"}'), 'a.b: expected Unicode text'],
    ['no amount', '{"pixKey":"maria@example.com"}', 'amount: is required'],
    ['no pixKey', '{"amount":150}', 'pixKey: is required'],
  ]
  for (const [name, body, message] of bodies) it(name, async () => refuses(await send(body), 400, invalidInD(message)))

  it('a body that is not UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ ...CASHOUT_REQUEST, description: 'café' }), 'latin1')
    refuses(await send(body), 400, invalidInD('body: expected UTF-8'))
  })

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json'])
    it(`the content type ${type}`, async () =>
      refuses(
        await send(JSON.stringify(CASHOUT_REQUEST), { 'content-type': type }),
        400,
        invalidInD('Content-Type: expected application/json'),
      ))

  const amounts: [amount: string, said: string][] = [
    ['"150"', 'amount: expected number'],
    ['"150.00"', 'amount: expected number'],
    ['null', 'amount: expected number'],
    ['true', 'amount: expected number'],
    ['[150]', 'amount: expected number'],
    ['{"value":150}', 'amount: expected number'],
    ['1e309', 'amount: expected number'],
    ['NaN', 'body: expected JSON'],
    ['Infinity', 'body: expected JSON'],
    ['0150', 'body: expected JSON'],
    ['150,00', 'body: expected JSON'],
    ['0', NO_AMOUNT],
    ['-0', NO_AMOUNT],
    ['0.00', NO_AMOUNT],
    ['-150', NO_AMOUNT],
    ['-1e21', NO_AMOUNT],
    ['150.005', NO_AMOUNT],
    ['150.0000001', NO_AMOUNT],
    ['0.001', NO_AMOUNT],
    ['1e-7', NO_AMOUNT],
  ]
  for (const [amount, text] of amounts)
    it(`the amount ${amount}`, async () => refuses(await send(withText('amount', amount)), 400, invalidInD(text)))

  const short = 'pixKey: must NOT have fewer than 8 characters'
  const strange = 'pixKey: has characters that are not allowed or is not of the expected form'
  const fields: [name: string, field: string, value: unknown, said: string][] = [
    ['a pixKey of 7 characters', 'pixKey', '1234567', short],
    ['a pixKey of 7 characters in 14 bytes', 'pixKey', 'é'.repeat(7), short],
    ['a pixKey of 4 characters in 8 code units', 'pixKey', '😀'.repeat(4), short],
    ['an empty pixKey', 'pixKey', '', short],
    ['a pixKey of 78 characters', 'pixKey', 'a'.repeat(78), 'pixKey: must NOT have more than 77 characters'],
    ['a pixKey of blanks', 'pixKey', ' '.repeat(11), 'pixKey: expected a PIX key, not blanks'],
    ['a pixKey with NUL', 'pixKey', 'maria\0@example.com', strange],
    ['a pixKey with a control character', 'pixKey', 'maria\u0007@example.com', strange],
    ['a pixKey with a control character beyond ASCII', 'pixKey', 'maria\u0085@example.com', strange],
    ['a pixKey with a line end', 'pixKey', 'maria@example.com\n', strange],
    ['a pixKey that is a number', 'pixKey', 52998224725, 'pixKey: expected string'],
    ['a pixKey that is null', 'pixKey', null, 'pixKey: expected string'],
    ...[null, 1, '', 'cpf', 'EVP', 'RANDOM ', ['CPF']].map((value): [string, string, unknown, string] => [
      `the pixKeyType ${JSON.stringify(value)}`,
      'pixKeyType',
      value,
      'pixKeyType: expected one of CPF, CNPJ, EMAIL, PHONE, RANDOM',
    ]),
    ['an empty externalReference', 'externalReference', '', 'externalReference: must NOT have fewer than 1 characters'],
    [
      'an externalReference of 65',
      'externalReference',
      'x'.repeat(65),
      'externalReference: must NOT have more than 64 characters',
    ],
    ['a description of 141', 'description', 'x'.repeat(141), 'description: must NOT have more than 140 characters'],
    ['a holderDocument that is none', 'holderDocument', '11111111111', 'holderDocument: expected a CPF or CNPJ'],
    [
      'a postbackUrl that is none',
      'postbackUrl',
      'shop',
      'postbackUrl: expected an address such as https://shop.example.com/webhook',
    ],
    [
      'a postbackUrl with a password',
      'postbackUrl',
      'https://a:b@shop.example.com',
      'postbackUrl: expected an address without user and password',
    ],
  ]
  for (const [name, field, value, message] of fields)
    it(name, async () => refuses(await send({ ...CASHOUT_REQUEST, [field]: value }), 400, invalidInD(message)))
})

describe('201 for', () => {
  const accepted: [name: string, body: string, fields: Record<string, unknown>][] = [
    ['an amount without decimals', withText('amount', '150'), { amount: '150.00', netAmount: '149.00' }],
    ['an amount with decimals', withText('amount', '150.00'), { amount: '150.00' }],
    ['an amount with one decimal', withText('amount', '100.1'), { amount: '100.10', netAmount: '99.10' }],
    ['an amount with an exponent', withText('amount', '1.5e2'), { amount: '150.00' }],
    ['an amount that a multiplication would spoil', withText('amount', '150.29'), { amount: '150.29' }],
    ['a pixKey of 8 characters', withText('pixKey', '"12345678"'), { pixKey: '12345678' }],
    ['a pixKey of 77 characters', withText('pixKey', `"${'a'.repeat(77)}"`), { pixKey: 'a'.repeat(77) }],
    ['a pixKey of 77 characters in 308 bytes', withText('pixKey', `"${'😀'.repeat(77)}"`), { pixKey: '😀'.repeat(77) }],
    ['a pixKey as it was sent', withText('pixKey', '" 529.982.247-25"'), { pixKey: ' 529.982.247-25' }],
    ['no pixKeyType, which is CPF', '{"amount":100,"pixKey":"52998224725"}', { pixKeyType: 'CPF' }],
    ['unknown fields, which are ignored', withText('anything', '{"a":[1,null]}'), { amount: '150.00' }],
    ['a field named twice, of which the last counts', withText('amount', '101'), { amount: '101.00' }],
    ['the charset in the content type', JSON.stringify(CASHOUT_REQUEST), { amount: '150.00' }],
  ]
  for (const [name, body, fields] of accepted)
    it(name, async () => {
      const answer = await send(body, { 'content-type': 'application/json; charset=utf-8' })
      assert.equal(answer.status, 201, answer.text)
      for (const [field, value] of Object.entries(fields)) assert.equal(answer.body[field], value)
      assert.equal('anything' in answer.body, false)
    })
})
