// Ids in paths: a uuid, or a number, of a sale or a cashout. Any other form is 400 before anything is looked up.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  CASHOUT,
  CASHOUT_REQUEST,
  inD,
  invalidInD,
  openPublicApi,
  type PublicApi,
  refuses,
  SALES,
} from './public-api.ts'

let api: PublicApi
let sale: { uuid: string; id: number }
let cashout: { uuid: string; id: number }
before(async () => {
  api = await openPublicApi({ funds: 200_00 })
  sale = await api.seller.sell(10_00)
  cashout = (await api.request('POST', CASHOUT, CASHOUT_REQUEST)).body
  await api.seller.reaches(`${CASHOUT}/${cashout.uuid}`, 'COMPLETED')
})
after(() => api[Symbol.asyncDispose]())

const PLACES: [method: string, path: (id: string) => string][] = [
  ['GET', id => `${SALES}/${id}`],
  ['GET', id => `${CASHOUT}/${id}`],
  ['POST', id => `${SALES}/${id}/cancel`],
]
const UUID = '6f9619ff-8b86-4011-b42d-00c04fc964ff'

describe('400, in the lookups of sales and cashouts and in a cancellation, for the id', () => {
  const ids = [
    'abc',
    'null',
    'undefined',
    '-1',
    '+1',
    '0',
    '00',
    '007',
    '1.0',
    '1e3',
    '0x1',
    '1,2',
    '%201',
    '1%20',
    '1%0A',
    '%00',
    '1%00',
    '%C3%A9',
    '%D9%A1',
    '%25',
    "1'--",
    '1;select%201',
    '%2e%2e%2f1',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551616',
    '1'.repeat(17),
    '1'.repeat(1_000),
    UUID.slice(1),
    `${UUID}0`,
    `{${UUID}}`,
    `urn:uuid:${UUID}`,
    UUID.replaceAll('-', ''),
    UUID.replace('f', 'g'),
    UUID.replace('-', '_'),
    'a'.repeat(10_000),
  ]
  for (const id of ids)
    it(id.length > 60 ? `${id.slice(0, 20)}… of ${id.length} characters` : id, async () => {
      for (const [method, path] of PLACES)
        refuses(await api.request(method, path(id)), 400, invalidInD('id: expected a uuid or a whole number'))
    })
})

describe('404 for an id that does not exist', () => {
  for (const id of [UUID, UUID.toUpperCase(), '999999999', '9007199254740993', '9999999999999999'])
    it(id, async () => {
      for (const [method, path] of PLACES) {
        const what = path('').startsWith(SALES) ? 'Sale' : 'Cashout'
        refuses(await api.request(method, path(id)), 404, inD('NOT_FOUND', `${what} not found`))
      }
    })
})

describe('200 by', () => {
  const ways: [name: string, id: (thing: { uuid: string; id: number }) => string][] = [
    ['uuid', ({ uuid }) => uuid],
    ['uuid in upper case', ({ uuid }) => uuid.toUpperCase()],
    ['number', ({ id }) => String(id)],
    ['number in escapes', ({ id }) => [...String(id)].map(digit => `%3${digit}`).join('')],
    ['number, with a query that means nothing', ({ id }) => `${id}?a=1&a=%zz`],
  ]
  for (const [name, id] of ways)
    it(name, async () => {
      for (const [path, thing] of [
        [SALES, sale],
        [CASHOUT, cashout],
      ] as const) {
        const { status, body } = await api.request('GET', `${path}/${id(thing)}`)
        assert.equal(status, 200)
        assert.equal(body.uuid, thing.uuid)
      }
    })
})

it('a number of one kind is not a number of the other', async () => {
  const numbers = new Set([sale.id, cashout.id])
  const strangest = String(Math.max(...numbers) + 1)
  for (const path of [SALES, CASHOUT]) assert.equal((await api.request('GET', `${path}/${strangest}`)).status, 404)
  assert.equal((await api.request('GET', `${CASHOUT}/${sale.uuid}`)).status, 404)
  assert.equal((await api.request('GET', `${SALES}/${cashout.uuid}`)).status, 404)
})
