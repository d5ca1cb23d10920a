// The list of sales: newest first, in pages that visit each sale once, narrowed by filters. Bad queries are 400 in shape D.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { invalidInD, openPublicApi, type PublicApi, refuses, SALES } from './public-api.ts'

let api: PublicApi
/** The uuids of five sales, the newest first. */
let newestFirst: string[]
let endToEndId: string
let times: string[]

before(async () => {
  api = await openPublicApi()
  const stranger = await api.gateway.seller()
  const sales = []
  for (let n = 1; n <= 5; n++) {
    const customer = { name: 'Maria', ...(n === 4 && { document: '529.982.247-25' }) }
    sales.push(await api.seller.sell(n * 1_00, { customer, externalReference: n > 3 ? 'pair' : `order-${n}` }))
    await stranger.sell(1_00, { externalReference: 'pair' })
  }
  const paid = sales[1]
  endToEndId = (await api.gateway.pay(paid?.pixKey ?? '')).body.endToEndId
  await api.seller.reaches(`${SALES}/${paid?.uuid}`, 'PAGO')
  await api.request('POST', `${SALES}/${sales[2]?.uuid}/cancel`)
  newestFirst = sales.map(sale => sale.uuid).reverse()
  times = sales.map(sale => String(sale.date))
})
after(() => api[Symbol.asyncDispose]())

const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

async function list(query: Record<string, string | number>): Promise<{ uuids: string[]; next: string | null }> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, body } = await api.request('GET', `${SALES}?${text}`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['data', 'nextCursor'])
  return { uuids: body.data.map((sale: { uuid: string }) => sale.uuid), next: body.nextCursor }
}

async function pages(limit: number): Promise<string[][]> {
  const found: string[][] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit, ...(cursor !== null && { cursor }) })
    found.push(page.uuids)
    cursor = page.next
  } while (cursor !== null && found.length < 10)
  return found
}

describe('the list of sales', () => {
  it('holds one’s own sales, the newest first, in the form of a lookup', async () => {
    const { body } = await api.request('GET', SALES)
    assert.equal(body.nextCursor, null)
    const lookups = await Promise.all(
      newestFirst.map(async uuid => (await api.request('GET', `${SALES}/${uuid}`)).body),
    )
    assert.deepEqual(body.data, lookups)
  })

  for (const [limit, sizes] of [
    [1, [1, 1, 1, 1, 1]],
    [2, [2, 2, 1]],
    [4, [4, 1]],
    [5, [5]],
    [100, [5]],
  ] as const)
    it(`visits each of five once in pages of ${limit}`, async () => {
      const found = await pages(limit)
      assert.deepEqual(
        found.map(page => page.length),
        sizes,
      )
      assert.deepEqual(found.flat(), newestFirst)
    })

  it('goes on where it was when sales are added meanwhile', async () => {
    const first = await list({ limit: 2 })
    const late = await api.seller.sell(9_00)
    const second = await list({ limit: 2, cursor: first.next ?? '' })
    assert.deepEqual([...first.uuids, ...second.uuids], newestFirst.slice(0, 4))
    newestFirst.unshift(late.uuid)
  })

  it('is empty behind the last sale', async () => {
    assert.deepEqual(await list({ cursor: cursorOf('c1') }), { uuids: [], next: null })
  })
})

describe('the list of sales by', () => {
  const sales = (...numbers: number[]) => numbers.map(number => newestFirst.at(-number))
  const filters: [name: string, query: () => Record<string, string>, expected: () => (string | undefined)[]][] = [
    ['status PAGO', () => ({ status: 'PAGO' }), () => sales(2)],
    ['status CANCELADO', () => ({ status: 'CANCELADO' }), () => sales(3)],
    ['status MED, of which there is none', () => ({ status: 'MED' }), () => []],
    ['externalReference', () => ({ externalReference: 'pair' }), () => sales(5, 4)],
    ['externalReference, in its case', () => ({ externalReference: 'PAIR' }), () => []],
    ['endToEndId', () => ({ endToEndId }), () => sales(2)],
    ['document', () => ({ document: '52998224725' }), () => sales(4)],
    ['document in its punctuation', () => ({ document: '529.982.247-25' }), () => sales(4)],
    ['from, which is included', () => ({ from: times[3] ?? '', to: '2999-01-01' }), () => newestFirst.slice(0, -3)],
    ['to, which is not', () => ({ to: times[3] ?? '' }), () => sales(3, 2, 1)],
    ['a day before the first', () => ({ to: '2020-02-29' }), () => []],
    [
      'several filters at once',
      () => ({ status: 'PENDENTE', externalReference: 'pair', to: times[4] ?? '' }),
      () => sales(4),
    ],
  ]
  for (const [name, query, expected] of filters)
    it(name, async () => assert.deepEqual(await list(query()), { uuids: expected(), next: null }))

  it('a filter goes on through the pages', async () => {
    const first = await list({ externalReference: 'pair', limit: 1 })
    const second = await list({ externalReference: 'pair', limit: 1, cursor: first.next ?? '' })
    assert.deepEqual([first.uuids, second.uuids, second.next], [sales(5), sales(4), null])
  })
})

describe('400 for a list whose query has', () => {
  const form = 'has characters that are not allowed or is not of the expected form'
  const statuses = 'PENDENTE, EM_PROCESSAMENTO, PAGO, CANCELADO, RECUSADO, ESTORNADO, FALHA, CHARGEBACK, MED'
  const date = 'expected a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z'
  const bad: [query: string, said: string][] = [
    ['limit=0', 'limit: must be >= 1'],
    ['limit=-1', 'limit: must be >= 1'],
    ['limit=101', 'limit: must be <= 100'],
    ['limit=1e9', 'limit: expected integer'],
    [
      'color=red',
      'color: is not a parameter here; the route takes these: limit, cursor, status, from, to, externalReference, endToEndId, document, idRec, contrato, expand',
    ],
    ['limit=ten', 'limit: expected integer'],
    ['limit=', 'limit: expected integer'],
    ['limit=1.5', 'limit: expected integer'],
    ['limit=1&limit=2', 'limit: expected integer'],
    ['cursor=', `cursor: ${form}`],
    ['cursor=%00', `cursor: ${form}`],
    [`cursor=${'a'.repeat(41)}`, 'cursor: must NOT have more than 40 characters'],
    ['cursor=MTIz', 'cursor: expected a nextCursor of an earlier page'],
    [`cursor=${cursorOf('c-1')}`, 'cursor: expected a nextCursor of an earlier page'],
    [`cursor=${cursorOf('c9223372036854775808')}`, 'cursor: expected a nextCursor of an earlier page'],
    ['cursor=a&cursor=b', 'cursor: expected string'],
    ['status=PAID', `status: expected one of ${statuses}`],
    ['status=pago', `status: expected one of ${statuses}`],
    ['status=', `status: expected one of ${statuses}`],
    ['from=yesterday', `from: ${date}`],
    ['from=1767225600', `from: ${date}`],
    ['from=2026-13-01', `from: ${date}`],
    ['from=2026-02-30', `from: ${date}`],
    ['to=2025-02-29T12:00:00Z', `to: ${date}`],
    ['to=2026-01-01T25:00:00Z', `to: ${date}`],
    ['to=2026-01-01T10:00:00', `to: ${date}`],
    ['externalReference=%00', `externalReference: ${form}`],
    [`externalReference=${'x'.repeat(65)}`, 'externalReference: must NOT have more than 64 characters'],
    ['endToEndId=a%0Ab', `endToEndId: ${form}`],
    [`endToEndId=${'E'.repeat(33)}`, 'endToEndId: must NOT have more than 32 characters'],
    ['document=123', 'document: expected a CPF or CNPJ'],
  ]
  for (const [query, message] of bad)
    it(query.slice(0, 60), async () => refuses(await api.request('GET', `${SALES}?${query}`), 400, invalidInD(message)))
})
