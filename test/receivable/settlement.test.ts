// What was sold by card becomes the seller's own by calendar, once the acquirer has paid it; what goes back of it is taken out of what
// is still to come.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { examine } from '#doctor/examine.ts'
import { centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { settleSale } from '#sale/settlement/settle.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { forfeited, memberOf } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { movesOf, refund, refunded, seqOf } from '../sale/refunding.ts'
import { at, figuresOf, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { owedTo, paidByCard, partsOf } from './settling.ts'

describe('a sale by card in three instalments', () => {
  let gateway: TestGateway
  let olga: Person
  let otto: Person
  before(async () => {
    gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') })
    olga = await registerOperator(gateway)
    otto = await registerOperator(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  /** R$ 4.49 a sale. */
  async function sellerOf(terms: Parameters<typeof setTerms>[2] = {}) {
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { fixed: 4_49, basisPoints: 0, ...terms })
    return seller
  }

  const settle = (seller: Seller, sale: { id: number }, credited: number | null = null) => {
    const key = { accountId: seller.accountId, id: BigInt(sale.id) }
    const deps = { db: gateway.db, clock: gateway.now }
    return settleSale(deps, { sale: key, part: null, credited: credited === null ? null : centavos(credited) })
  }

  const chargeback = async (seller: Seller, sale: { uuid: string }, amount: number): Promise<string> => {
    const body = { saleId: sale.uuid, kind: 'CHARGEBACK', amount, reason: 'the acquirer has told us' }
    const { status, body: dispute, text } = await olga.call('POST', '/api/admin/disputes', body)
    assert.equal(status, 202, text)
    assert.equal(dispute.userId, seller.accountId)
    return dispute.id
  }

  const blocked = (seller: Seller, cents: number) =>
    until(async () => (await balanceOf(seller)).blocked === cents || null, `${cents} to be blocked`)

  it('gives nothing at once, and holds all of it in three parts', async () => {
    const seller = await sellerOf()
    const sale = await paidByCard(gateway, seller, 100_00, { installments: 3 })
    assert.deepEqual(await figuresOf(gateway, seller), {
      available: 0n,
      blocked: 95_51n,
      fee: 4_49n,
      received: 0n,
      clearing: -100_00n,
    })
    assert.deepEqual(await partsOf(gateway, sale), [
      '1 2026-12-23 3183 EXPECTED',
      '2 2027-01-22 3184 EXPECTED',
      '3 2027-02-22 3184 EXPECTED',
    ])
    assert.equal(await owedTo(gateway, seller), 100_00n)
    assert.equal((await seller.api('GET', at(sale))).body.reserveAmount, 0)
  })

  it('of which 40.00 is refunded before it is settled loses its last part and some of the second', async () => {
    const seller = await sellerOf()
    const sale = await paidByCard(gateway, seller, 100_00, { installments: 3 })
    const from = await seqOf(gateway, seller)
    await refunded(seller, sale, { amount: 40_00 })
    assert.deepEqual(await movesOf(gateway, seller, from), [
      'SETTLEMENT_RELEASED 3184',
      'SETTLEMENT_RELEASED 816',
      'REFUND_HELD 4000',
      'REFUND_PAID 4000',
    ])
    assert.deepEqual(await partsOf(gateway, sale), [
      '1 2026-12-23 3183 EXPECTED',
      '2 2027-01-22 2368 REDUCED',
      '3 2027-02-22 0 CANCELLED',
    ])
    assert.equal(await owedTo(gateway, seller), 60_00n)
    const { available, blocked, fee, clearing } = await figuresOf(gateway, seller)
    assert.deepEqual([available, blocked, fee, clearing], [0n, 55_51n, 4_49n, -60_00n])
    // More than is to come of it, and nothing else is there.
    const more = await refund(seller, sale, { amount: 60_00 })
    assert.deepEqual([more.status, more.body.errorType], [422, 'INSUFFICIENT_BALANCE'])
  })

  it('takes of its reserve what the parts do not hold, and gives both back where a refund fails', async () => {
    const seller = await sellerOf({ reserveBasisPoints: 1_000 })
    const sale = await paidByCard(gateway, seller, 100_00, { installments: 3, payer: 'Recusa' })
    const before = await partsOf(gateway, sale)
    assert.deepEqual(before, ['1 2026-12-23 2850 EXPECTED', '2 2027-01-22 2850 EXPECTED', '3 2027-02-22 2851 EXPECTED'])
    const from = await seqOf(gateway, seller)
    await refunded(seller, sale, { amount: 90_00 }, 'FAILED')
    assert.deepEqual(await movesOf(gateway, seller, from), [
      ...['SETTLEMENT_RELEASED 2851', 'SETTLEMENT_RELEASED 2850', 'SETTLEMENT_RELEASED 2850', 'RESERVE_RELEASED 449'],
      ...['REFUND_HELD 9000', 'REFUND_RELEASED 9000'],
      ...['RESERVE_HELD 449', 'SETTLEMENT_HELD 2850', 'SETTLEMENT_HELD 2850', 'SETTLEMENT_HELD 2851'],
    ])
    assert.deepEqual(await partsOf(gateway, sale), before)
    const partly = await seqOf(gateway, seller)
    await refunded(seller, sale, { amount: 40_00 }, 'FAILED')
    assert.deepEqual((await movesOf(gateway, seller, partly)).slice(-3), [
      ...['SETTLEMENT_RELEASED 1701', 'SETTLEMENT_HELD 2850', 'SETTLEMENT_HELD 2851'],
    ])
    assert.deepEqual(await partsOf(gateway, sale), before)
    assert.deepEqual((await figuresOf(gateway, seller)).available, 0n)
    const [reserve] = await gateway.db.query<{ day: string }>(sql`
      select (max(release_at) at time zone 'America/Sao_Paulo')::date::text as day from hold
      where account_id = ${seller.accountId} and reason = 'RESERVE'`)
    assert.equal(reserve?.day, '2027-02-22')
  })

  it('that is charged back before it is settled loses its parts first; what is won comes back to them', async () => {
    const seller = await sellerOf()
    const sale = await paidByCard(gateway, seller, 100_00, { installments: 3 })
    const first = await chargeback(seller, sale, 40_00)
    assert.deepEqual((await partsOf(gateway, sale)).slice(1), ['2 2027-01-22 2368 REDUCED', '3 2027-02-22 0 REDUCED'])
    assert.deepEqual((await figuresOf(gateway, seller)).blocked, 95_51n)
    await until(
      async () =>
        (await olga.call('POST', `/api/admin/disputes/${first}/release`, { reason: 'won at the acquirer' })).status <
          300 || null,
      'the release',
    )
    assert.deepEqual((await partsOf(gateway, sale)).slice(1), [
      '2 2027-01-22 3184 EXPECTED',
      '3 2027-02-22 3184 EXPECTED',
    ])
    const second = await chargeback(seller, sale, 100_00)
    await forfeited([olga, otto], second)
    assert.deepEqual(await partsOf(gateway, sale), [
      '1 2026-12-23 0 CANCELLED',
      '2 2027-01-22 0 CANCELLED',
      '3 2027-02-22 0 CANCELLED',
    ])
    const { available, blocked, clearing } = await figuresOf(gateway, seller)
    assert.deepEqual([available, blocked, clearing, await owedTo(gateway, seller)], [-4_49n, 0n, 0n, 0n])
  })

  it('is expected at the PSP once the acquirer has paid it, and not before', async () => {
    const expected = async () => (await olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
    const totals = async () => (await olga.call('GET', '/api/admin/ledger/trial-balance')).body.totals
    const seller = await sellerOf()
    const before = { coverage: await expected(), totals: await totals() }
    const sale = await paidByCard(gateway, seller, 100_00, { installments: 2 })
    const sold = { coverage: await expected(), totals: await totals() }
    assert.equal(sold.coverage.expected, before.coverage.expected)
    assert.equal(sold.coverage.owed, before.coverage.owed + 100_00)
    assert.deepEqual([sold.totals.atPsps, sold.totals.difference], [before.totals.atPsps, '0'])
    assert.equal(Number(sold.totals.owed), Number(before.totals.owed) + 100_00)
    await refunded(seller, sale, { amount: 30_00 })
    assert.equal((await expected()).expected, before.coverage.expected)
    assert.equal((await expected()).owed, before.coverage.owed + 70_00)
    await settle(seller, sale, 68_00)
    const paid = { coverage: await expected(), totals: await totals() }
    assert.equal(paid.coverage.expected, before.coverage.expected + 68_00)
    assert.deepEqual([paid.coverage.owed, paid.totals.difference], [before.coverage.owed, '0'])
    const lost = await chargeback(seller, sale, 70_00)
    await forfeited([olga, otto], lost)
    assert.equal((await expected()).expected, before.coverage.expected - 2_00)
  })

  it('is released part by part on its days, once the acquirer has paid, and not before', async () => {
    const [paid, unpaid, lent] = [await sellerOf(), await sellerOf(), await sellerOf()]
    const settled = await paidByCard(gateway, paid, 100_00, { installments: 2 })
    const waiting = await paidByCard(gateway, unpaid, 100_00, { installments: 2 })
    await paidByCard(gateway, lent, 100_00, { terms: { cardDays: 2, cardMode: 'AT_ONCE', waitsForProvider: false } })
    // What is the seller's at once holds nothing, and is still owed.
    await paidByCard(gateway, lent, 50_00, { terms: { cardDays: 0, waitsForProvider: false } })
    const { db } = gateway
    assert.equal(await settle(paid, settled, 97_10), 2)
    assert.equal(await settle(paid, settled, 97_10), 0)
    const cost = await figuresOf(gateway, paid)
    assert.deepEqual([cost.fee, cost.clearing, await owedTo(gateway, paid)], [1_59n, -97_10n, 0n])
    assert.equal((await balanceOf(paid)).available, 0)
    await db.query(sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`)
    gateway.advance(30 * DAY_MS)
    const ana = await memberOf(gateway, paid, 'OWNER')
    const { data } = (await ana.call('GET', '/api/balance/blocked')).body
    assert.deepEqual(data, [
      { reason: 'SETTLEMENT', amount: 95_51, count: 2, nextReleaseAt: '2026-12-23T03:00:00.000Z' },
    ])
    await db.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
    await blocked(paid, 47_76)
    await blocked(lent, 0)
    assert.deepEqual(await balanceOf(unpaid), { available: 0, blocked: 95_51, total: 95_51 })
    gateway.advance(30 * DAY_MS)
    await blocked(paid, 0)
    await settle(unpaid, waiting)
    await blocked(unpaid, 0)
    const events = await db.query<{ line: string }>(sql`
      select concat_ws(' ', convert_from(body, 'UTF8')::json ->> 'reason', convert_from(body, 'UTF8')::json ->> 'amount',
        convert_from(body, 'UTF8')::json ->> 'holds') as line
      from event where account_id = ${paid.accountId} and type = 'balance.unblocked' order by subject_version`)
    assert.deepEqual(
      events.map(({ line }) => line),
      ['SETTLEMENT 4775 1', 'SETTLEMENT 4776 1'],
    )
  })

  it('fills its reserve first also behind the day of that, which is free then, and no part holds more than its own', async () => {
    const seller = await sellerOf({ reserveBasisPoints: 1_000 })
    const sale = await paidByCard(gateway, seller, 100_00, { installments: 3 })
    const dispute = await chargeback(seller, sale, 100_00)
    assert.deepEqual(
      (await partsOf(gateway, sale)).map(line => line.split(' ')[2]),
      ['0', '0', '0'],
    )
    gateway.advance(95 * DAY_MS)
    const from = await seqOf(gateway, seller)
    await forfeited([olga, otto], dispute, { amount: 60_00 })
    const moves = (await movesOf(gateway, seller, from)).filter(move => /RESERVE|SETTLEMENT/.test(move))
    assert.deepEqual(moves.slice(0, 2), ['RESERVE_HELD 1000', 'SETTLEMENT_HELD 2551'])
    await until(
      async () => (await movesOf(gateway, seller, from)).includes('RESERVE_RELEASED 1000') || null,
      'the reserve to be free',
    )
    const held = (await partsOf(gateway, sale)).reduce((sum, line) => sum + Number(line.split(' ')[2]), 0)
    assert.equal((await balanceOf(seller)).blocked, held)
  })

  it('that the acquirer has not paid two business days late raises an alert', async () => {
    await until(async () => {
      const rows = await gateway.db.query(sql`select known from alarm where code = 'SETTLEMENT_OVERDUE'`)
      return rows.length > 0 || null
    }, 'the alert')
  })

  it('leaves the books and the doctor in order', async () => {
    await assertBooks(gateway)
    assert.deepEqual((await examine({ db: gateway.db, clock: gateway.now }))?.findings, [])
  })
})
