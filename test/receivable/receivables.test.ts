// What is still to come, as a seller's server and its people read it; and the terms by which it comes, as the operator sets them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../access/person.ts'
import { memberOf } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { refunded } from '../sale/refunding.ts'
import { setTerms } from '../sale/selling.ts'
import { type CardSale, paidByCard } from './settling.ts'

describe('receivables', () => {
  let gateway: TestGateway
  let operator: Person
  let seller: Seller
  let sales: CardSale[]
  before(async () => {
    gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') })
    operator = await registerOperator(gateway)
    seller = await gateway.seller()
    await setTerms(gateway, seller, { fixed: 4_49, basisPoints: 0 })
    sales = [
      await paidByCard(gateway, seller, 100_00, { installments: 3 }),
      await paidByCard(gateway, seller, 50_00, { terms: { cardDays: 2 }, reported: 'paid' }),
    ]
    await refunded(seller, sales[0] as CardSale, { amount: 40_00 })
  })
  after(() => gateway[Symbol.asyncDispose]())

  const listed = async (query = '') => (await seller.api('GET', `/api/receivables${query}`)).body
  const refusal = async (query: string) => {
    const { status, body } = await seller.api('GET', `/api/receivables${query}`)
    return [status, JSON.stringify(body)] as const
  }

  it('are listed with the next day first, page by page', async () => {
    const { data, nextCursor } = await listed()
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [
        one.expectedOn,
        one.amount,
        one.held,
        one.status,
        one.part,
        one.parts,
      ]),
      [
        ['2026-11-25', 45_51, 45_51, 'SETTLED', 1, 1],
        ['2026-12-23', 31_83, 31_83, 'EXPECTED', 1, 3],
        ['2027-01-22', 23_68, 23_68, 'REDUCED', 2, 3],
        ['2027-02-22', 0, 0, 'CANCELLED', 3, 3],
      ],
    )
    assert.equal(nextCursor, null)
    const { id: _, createdAt: __, ...second } = data[2]
    assert.deepEqual(second, {
      saleId: sales[0]?.id,
      saleUuid: sales[0]?.uuid,
      paymentMethod: 'CREDIT_CARD',
      part: 2,
      parts: 3,
      amount: 23_68,
      originalAmount: 31_84,
      grossAmount: 33_33,
      held: 23_68,
      expectedOn: '2027-01-22',
      status: 'REDUCED',
      settledAt: null,
    })
    const first = await listed('?limit=3')
    const rest = await listed(`?limit=3&cursor=${first.nextCursor}`)
    assert.deepEqual([...first.data, ...rest.data], data)
  })

  it('are found by day, state and method', async () => {
    const days = async (query: string) =>
      (await listed(query)).data.map((one: { expectedOn: string }) => one.expectedOn)
    assert.deepEqual(await days('?from=2026-12-23&to=2027-01-22'), ['2026-12-23', '2027-01-22'])
    assert.deepEqual(await days('?status=SETTLED'), ['2026-11-25'])
    assert.deepEqual(await days('?method=BOLETO'), [])
    for (const [query, field] of [
      ['?from=2026-02-30', 'from'],
      ['?to=amanha', 'to'],
      ['?from=2026-12-02&to=2026-12-01', 'to'],
      ['?status=PAGO', 'status'],
      ['?method=PIX', 'method'],
      ['/summary?from=2026-01-01&to=2028-01-01', 'to'],
    ] as const) {
      const [status, text] = await refusal(query)
      assert.equal(status, 400, query)
      assert.match(text, new RegExp(field), query)
    }
  })

  it('have sums by day, and in all', async () => {
    const { today, data, totals } = (await seller.api('GET', '/api/receivables/summary')).body
    assert.equal(today, '2026-11-23')
    assert.deepEqual(
      data,
      [
        { day: '2026-11-25', expected: 0, settled: 45_51, late: 0, held: 45_51, count: 1 },
        { day: '2026-12-23', expected: 31_83, settled: 0, late: 0, held: 31_83, count: 1 },
        { day: '2027-01-22', expected: 23_68, settled: 0, late: 0, held: 23_68, count: 1 },
        { day: '2027-02-22', expected: 0, settled: 0, late: 0, held: 0, count: 1 },
      ].slice(0, 3),
    )
    assert.deepEqual(totals, { expected: 55_51, settled: 45_51, late: 0, held: 101_02, count: 4 })
  })

  it('are read by the people of the account, and of no other', async () => {
    const ana = await memberOf(gateway, seller, 'READER')
    assert.deepEqual((await ana.call('GET', '/api/account/receivables')).body, await listed())
    const other = await gateway.seller()
    assert.deepEqual((await other.api('GET', '/api/receivables')).body, { data: [], nextCursor: null })
    const { body } = await other.api('GET', '/api/receivables/summary')
    assert.deepEqual([body.data, body.totals.count], [[], 0])
  })

  const change = (settlement: object, reason = 'agreed with the seller') =>
    operator.call('PATCH', `/api/admin/accounts/${seller.accountId}`, { settlement, reason })

  it('follow terms that the operator reads and changes, field by field, with a trace', async () => {
    const at = `/api/admin/accounts/${seller.accountId}`
    const usual = { cardDays: 30, cardMode: 'PER_INSTALLMENT', boletoDays: 0, waitsForProvider: true }
    assert.deepEqual((await operator.call('GET', at)).body.settlement, usual)
    const changed = await change({ boletoDays: 2, cardMode: 'AT_ONCE' })
    assert.equal(changed.status, 200, changed.text)
    const terms = { ...usual, boletoDays: 2, cardMode: 'AT_ONCE' }
    assert.deepEqual(changed.body.settlement, terms)
    const ana = await memberOf(gateway, seller, 'OWNER')
    assert.deepEqual((await ana.call('GET', '/api/account')).body.settlement, terms)
    const [entry] = await gateway.db.query<{ detail: object }>(sql`
      select detail from audit where account_id = ${seller.accountId} and action = 'account.changed' order by id desc limit 1`)
    assert.deepEqual(entry?.detail, { settlement: { before: usual, after: terms } })
    for (const [wrong, field] of [
      [{ cardDays: -1 }, 'cardDays'],
      [{ boletoDays: 366 }, 'boletoDays'],
      [{ cardMode: 'LATER' }, 'cardMode'],
      [{ waitsForProvider: 'no' }, 'waitsForProvider'],
      [{ debit: 1 }, 'debit'],
    ] as const) {
      const { status, text } = await change(wrong)
      assert.equal(status, 400, text)
      assert.match(text, new RegExp(field))
    }
    assert.equal((await ana.call('PATCH', '/api/account', { settlement: { cardDays: 1 } })).status, 400)
  })
})
