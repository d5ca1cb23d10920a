// The statement over HTTP: what a seller's first sales and cashouts leave on it, who may read it, and its filters.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { refunded, paid as soldTo } from '../sale/refunding.ts'
import { at, setTerms } from '../sale/selling.ts'

interface ShownLine {
  id: string
  date: string
  type: string
  description: string
  reference: { type: string; id: number; uuid: string | null; saleUuid: string | null; endToEndId: string | null }
  amount: number
  availableAmount: number
  blockedAmount: number
  fee: number
  balanceAfter: number
  availableAfter: number
  blockedAfter: number
}

describe('the statement', () => {
  let gateway: TestGateway
  let seller: Seller
  let ana: Person
  let olga: Person
  let sale: { uuid: string; id: number }
  let paid: { uuid: string; id: number }
  let refused: { uuid: string; id: number }
  let pix: { endToEndId: string }
  let paidWith: string

  before(async () => {
    gateway = await openTestGateway()
    ;[ana, olga, seller] = [await register(gateway), await registerOperator(gateway), await gateway.seller()]
    await join(gateway, ana, seller.accountId, 'READER')
    await setTerms(gateway, seller, { fixed: 10, basisPoints: 100, reserveBasisPoints: 500 })
    const sold = await seller.sell(1000_00, { externalReference: 'pedido-1' })
    ;({ body: pix } = await gateway.pay(sold.pixKey))
    await seller.reaches(at(sold), 'PAGO')
    sale = sold
    paid = await cashout('loja@example.com', 'COMPLETED')
    const [row] = await gateway.db.query<{ id: string }>(sql`
      select end_to_end_id as id from withdrawal where uuid = ${paid.uuid}`)
    paidWith = row?.id ?? ''
    refused = await cashout('negada@example.com', 'FAILED')
  })
  after(async () => {
    await using _ = gateway
    await assertBooks(gateway)
  })

  async function cashout(pixKey: string, ends: string) {
    const { body } = await seller.api('POST', '/api/public/cashout', { amount: 200, pixKey, pixKeyType: 'EMAIL' })
    await seller.reaches(`/api/public/cashout/${body.uuid}`, ends)
    return body
  }

  const lines = async (query = ''): Promise<ShownLine[]> =>
    (await seller.api('GET', `/api/public/statement?order=asc&limit=100${query}`)).body.data
  const types = async (query: string) => (await lines(query)).map(({ type }) => type)

  it('shows every change with its kind, its subject, and the balance after it', async () => {
    const reported = (await lines()).map(line => [
      line.type,
      line.description,
      line.reference.type,
      line.amount,
      line.availableAmount,
      line.blockedAmount,
      line.fee,
      [line.balanceAfter, line.availableAfter, line.blockedAfter],
    ])
    assert.deepEqual(reported, [
      ['SALE', 'Venda paga', 'sale', 1000_00, 1000_00, 0, 0, [1000_00, 1000_00, 0]],
      ['SALE_FEE', 'Tarifa da venda', 'sale', -10_10, -10_10, 0, 10_10, [989_90, 989_90, 0]],
      ['RESERVE_HELD', 'Reserva financeira retida', 'sale', 0, -50_00, 50_00, 0, [989_90, 939_90, 50_00]],
      ['CASHOUT_HELD', 'Saque solicitado: valor bloqueado', 'cashout', 0, -200_00, 200_00, 0, [989_90, 739_90, 250_00]],
      ['CASHOUT_PAID', 'Saque pago', 'cashout', -199_00, 0, -199_00, 0, [790_90, 739_90, 51_00]],
      ['CASHOUT_FEE', 'Tarifa do saque', 'cashout', -1_00, 0, -1_00, 1_00, [789_90, 739_90, 50_00]],
      ['CASHOUT_HELD', 'Saque solicitado: valor bloqueado', 'cashout', 0, -200_00, 200_00, 0, [789_90, 539_90, 250_00]],
      [
        'CASHOUT_RELEASED',
        'Saque não realizado: valor liberado',
        'cashout',
        0,
        200_00,
        -200_00,
        0,
        [789_90, 739_90, 50_00],
      ],
    ])
  })

  it('names what a line is about as the rest of the API does', async () => {
    const reported = new Map((await lines()).map(({ reference }) => [`${reference.type}/${reference.id}`, reference]))
    assert.deepEqual(
      [...reported.values()],
      [
        {
          type: 'sale',
          id: sale.id,
          uuid: sale.uuid,
          externalReference: 'pedido-1',
          saleUuid: sale.uuid,
          endToEndId: pix.endToEndId,
        },
        {
          type: 'cashout',
          id: paid.id,
          uuid: paid.uuid,
          externalReference: null,
          saleUuid: null,
          endToEndId: paidWith,
        },
        {
          type: 'cashout',
          id: refused.id,
          uuid: refused.uuid,
          externalReference: null,
          saleUuid: null,
          endToEndId: null,
        },
      ],
    )
  })

  it('shows the refunds and disputes of a sale with it, and leads from each back to the sale', async () => {
    const shop = await gateway.seller({ funds: 900_00 })
    const [sold, other] = [await soldTo(gateway, shop, 100_00), await soldTo(gateway, shop, 50_00)]
    const refund = await refunded(shop, sold, { amount: 30_00 })
    const opened = { saleId: sold.id, kind: 'CHARGEBACK', amount: 20_00, reason: 'A bandeira avisou.' }
    const { body: dispute } = await olga.call('POST', '/api/admin/disputes', opened)
    const read = async (query: string): Promise<ShownLine[]> =>
      (await shop.api('GET', `/api/public/statement?order=asc${query}`)).body.data
    const about = await read(`&sale=${sold.uuid}`)
    assert.deepEqual(
      about.map(({ type }) => type),
      ['SALE', 'SALE_FEE', 'REFUND_HELD', 'REFUND_PAID', 'DISPUTE_HELD'],
    )
    for (const { reference } of about)
      assert.deepEqual([reference.saleUuid, reference.endToEndId], [sold.uuid, sold.endToEndId], reference.type)
    assert.deepEqual([about[2]?.reference.uuid, about[4]?.reference.uuid], [refund.uuid, dispute.uuid])
    assert.deepEqual(await read(`&sale=${sold.id}`), about)
    assert.deepEqual(await read(`&sale=${sold.id}&referenceType=dispute`), about.slice(4))
    assert.equal((await read(`&sale=${other.uuid}`)).length, 2)
    for (const no of [crypto.randomUUID(), sale.uuid, sale.id]) assert.deepEqual(await read(`&sale=${no}`), [])
  })

  it('ends at the balance that the account has', async () => {
    const { body: balance } = await seller.api('GET', '/api/public/balance')
    const [last] = (await seller.api('GET', '/api/public/statement?limit=1')).body.data
    assert.deepEqual(balance, { available: last.availableAfter, blocked: last.blockedAfter, total: last.balanceAfter })
  })

  it('is read by type, by what it is about, and by size', async () => {
    const released = ['CASHOUT_HELD', 'CASHOUT_RELEASED']
    assert.deepEqual(await types('&type=CASHOUT_PAID,SALE_FEE'), ['SALE_FEE', 'CASHOUT_PAID'])
    assert.deepEqual(await types(`&reference=${refused.uuid}`), released)
    assert.deepEqual(await types(`&referenceType=cashout&reference=${refused.id}`), released)
    assert.deepEqual(await types(`&referenceType=receipt&reference=${refused.uuid}`), [])
    assert.deepEqual(await types(`&reference=${crypto.randomUUID()}`), [])
    assert.deepEqual(await types(`&reference=${refused.uuid}&type=CASHOUT_HELD`), ['CASHOUT_HELD'])
    assert.deepEqual(await types('&minAmount=100000'), ['SALE'])
    assert.deepEqual(await types('&minAmount=1010&maxAmount=5000'), ['SALE_FEE', 'RESERVE_HELD'])
  })

  it('is in English on demand', async () => {
    const [line] = await lines('&language=en')
    assert.equal(line?.description, 'Sale paid')
  })

  it('is divided by days of São Paulo and by moments', async () => {
    const [first, second] = await lines()
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(first?.date ?? ''))
    const [dayBefore, dayAfter] = [-DAY_MS, DAY_MS].map(ms =>
      new Date(Date.parse(`${day}T12:00:00Z`) + ms).toISOString().slice(0, 10),
    )
    assert.equal((await lines(`&from=${day}&to=${dayAfter}`)).length, 8)
    assert.deepEqual(await lines(`&to=${dayBefore}`), [])
    assert.deepEqual(await lines(`&from=${new Date(Date.now() + DAY_MS).toISOString()}`), [])
    // The three of the sale were booked together.
    assert.deepEqual(await types(`&to=${second?.date}`), [])
    assert.equal((await lines(`&from=${second?.date}`)).length, 8)
    assert.equal((await lines(`&from=${new Date(Date.parse(second?.date ?? '') + 1).toISOString()}`)).length, 5)
  })

  it('says what there was at any moment', async () => {
    const read = async (moment: string) => {
      const { available, blocked, total } = (await seller.api('GET', `/api/public/statement/balance?at=${moment}`)).body
      return [available, blocked, total]
    }
    const reported = await lines()
    const dates = Map.groupBy(reported, ({ date }) => date)
    for (const [date, sum] of dates) {
      const last = sum.at(-1)
      assert.deepEqual(await read(date), [last?.availableAfter, last?.blockedAfter, last?.balanceAfter])
    }
    assert.deepEqual(await read('2020-01-01'), [0, 0, 0])
    assert.deepEqual(await read('2999-12-31'), [739_90, 50_00, 789_90])
  })

  it('sums a period by type', async () => {
    const { body } = await seller.api('GET', '/api/public/statement/summary')
    const { opening, closing, credits, debits, fees, types: sums } = body
    assert.deepEqual(
      [opening, closing],
      [
        { available: 0, blocked: 0, total: 0 },
        { available: 739_90, blocked: 50_00, total: 789_90 },
      ],
    )
    assert.deepEqual([credits, debits, fees], [1000_00, -210_10, 11_10])
    const held = sums.find(({ type }: ShownLine) => type === 'CASHOUT_HELD')
    assert.deepEqual([held.count, held.amount, held.availableAmount, held.blockedAmount], [2, 0, -400_00, 400_00])
  })

  it('refuses what it cannot read, and names it', async () => {
    const queries: [string, RegExp][] = [
      ['from=yesterday', /^from: /],
      ['to=2026-02-30', /^to: /],
      ['from=2026-02-30T00:00:00Z', /^from: /],
      ['from=2026-11-02&to=2026-11-01T00:00:00Z', /^to: /],
      ['type=SALE,NOTHING', /^type: /],
      ['type=RECEIPT_KEPT', /^type: /],
      ['reference=x', /^reference: /],
      ['sale=x', /^sale: /],
      ['sale=1&reference=1', /^sale: /],
      ['referenceType=sale', /^reference: /],
      ['referenceType=person&reference=1', /^referenceType: /],
      ['minAmount=1.5', /^minAmount: /],
      ['cursor=xyz', /^cursor: /],
      ['limit=101', /^limit: /],
      ['language=fr', /^language: /],
      ['order=up', /^order: /],
    ]
    for (const [query, message] of queries) {
      const { status, body } = await seller.api('GET', `/api/public/statement?${query}`)
      assert.equal(status, 400, query)
      assert.match(body.message, message)
    }
    assert.equal((await seller.api('GET', '/api/public/statement/balance')).status, 400)
  })

  it('is read alike by a server, by every role, and by the operator', async () => {
    const whole = await lines()
    const own = { 'x-account-id': String(seller.accountId) }
    for (const role of ['OWNER', 'FINANCE', 'DEVELOPER', 'READER'] as const) {
      await gateway.db.query(sql`
        update member set seal = default, role = ${role} where account_id = ${seller.accountId} and role <> ${role}`)
      assert.deepEqual((await ana.call('GET', '/api/statement?order=asc', undefined, own)).body.data, whole, role)
    }
    const seen = await olga.call('GET', `/api/admin/accounts/${seller.accountId}/statement?order=asc`)
    assert.deepEqual(seen.body.data, whole)
    assert.equal((await olga.call('GET', '/api/admin/accounts/999999/statement')).status, 404)
    assert.equal((await ana.call('GET', `/api/admin/accounts/${seller.accountId}/statement`)).status, 403)
  })

  it('never shows a line of another account', async () => {
    const other = await gateway.seller({ funds: 500_00 })
    const { body } = await other.api('GET', '/api/public/statement')
    assert.deepEqual(
      body.data.map(({ type }: ShownLine) => type),
      ['SALE_FEE', 'SALE'].slice(-body.data.length),
    )
    assert.deepEqual((await other.api('GET', `/api/public/statement?reference=${sale.uuid}`)).body.data, [])
    assert.deepEqual((await other.api('GET', `/api/public/statement?reference=${sale.id}`)).body.data, [])
    const empty = await gateway.seller()
    assert.deepEqual((await empty.api('GET', '/api/public/statement')).body, { data: [], nextCursor: null })
    assert.equal((await empty.api('GET', '/api/public/statement/balance?at=2026-01-01')).body.total, 0)
  })
})
