// The financial reserve: blocked when a sale is paid, released on its day, once, and shown correctly at every moment.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Posting } from '#ledger/ledger.ts'
import { bookSale } from '#sale/incoming-payment/postings.ts'
import type { Sale } from '#sale/sale.ts'
import { assertBooks } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { pastMidnight } from '../midnight.ts'
import { at, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

describe('a reserve', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  async function sold(seller: Seller, amount = 100_00) {
    const sale = await seller.sell(amount)
    await gateway.pay(sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
    return sale
  }

  /** A tenth, for so many days, and no fee. */
  async function reserving(days: number) {
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: 1_000, reserveDays: days })
    return seller
  }

  const heldOf = async (seller: Seller, sale: { uuid: string }): Promise<number> =>
    (await seller.api('GET', at(sale))).body.reserveAmount
  const untilBlocked = (seller: Seller, cents: number) =>
    until(async () => (await balanceOf(seller)).blocked === cents || null, `${cents} to be blocked`)

  it('is released on its day, whole, and then the sale says that nothing is held', async () => {
    const seller = await reserving(2)
    const sale = await sold(seller)
    assert.equal(await heldOf(seller, sale), 10_00)
    assert.deepEqual(await balanceOf(seller), { available: 90_00, blocked: 10_00, total: 100_00 })
    gateway.advance(2 * DAY_MS)
    await untilBlocked(seller, 0)
    assert.deepEqual(await balanceOf(seller), { available: 100_00, blocked: 0, total: 100_00 })
    assert.equal(await heldOf(seller, sale), 0)
    const { data } = (await seller.api('GET', '/api/transactions')).body
    assert.equal(data[0].reserveAmount, 0)
  })

  it('of no days is released at once, and one of a later day is not', async () => {
    const seller = await reserving(3)
    const later = await sold(seller)
    await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: 1_000, reserveDays: 0 })
    const atOnce = await sold(seller, 200_00)
    await untilBlocked(seller, 10_00)
    assert.deepEqual([await heldOf(seller, later), await heldOf(seller, atOnce)], [10_00, 0])
  })

  it('of which a part was taken before is released as far as it is still held', async () => {
    await pastMidnight()
    const seller = await reserving(1)
    const sale = await sold(seller)
    await gateway.db.transaction(async tx => {
      const [hold] = await tx.query<{ seq: bigint }>(sql`select seq from hold where account_id = ${seller.accountId}`)
      const books = await openBooks(tx, [seller.accountId], new Date())
      const of = {
        subject: 'sale',
        subjectId: BigInt(sale.id),
        hold: { seq: hold?.seq ?? 0n, resolves: false },
      } as const
      books.mustPost(seller.accountId, { kind: 'RESERVE_RELEASED', amount: 4_00n as Centavos, ...of })
      await books.write()
    })
    assert.equal(await heldOf(seller, sale), 6_00)
    gateway.advance(DAY_MS)
    await untilBlocked(seller, 0)
    const amounts = await gateway.db.query<{ amount: bigint }>(sql`
      select amount_centavos as amount from transfer
      where account_id = ${seller.accountId} and kind = 'RESERVE_RELEASED' order by seq`)
    assert.deepEqual(
      amounts.map(({ amount }) => amount),
      [4_00n, 6_00n],
    )
  })

  it('is not released while the gateway is in recovery', async () => {
    const seller = await reserving(0)
    const other = await reserving(0)
    await gateway.db.query(
      sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`,
    )
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
    assert.equal(await heldOf(seller, sale), 10_00)
    await gateway.db.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
    await sold(other)
    await untilBlocked(other, 0)
    await untilBlocked(seller, 0)
  })

  it('leaves the books in order', () => assertBooks(gateway))
})

describe('the day of a reserve', () => {
  const days: [paidAt: string, days: number, releaseAt: string, why: string][] = [
    ['2026-01-30T14:00:00Z', 1, '2026-01-31T03:00:00.000Z', 'a Saturday is a day like others'],
    ['2026-11-19T14:00:00Z', 1, '2026-11-20T03:00:00.000Z', 'so is a holiday'],
    ['2026-03-01T02:59:59Z', 1, '2026-03-01T03:00:00.000Z', 'in São Paulo it was still February'],
    ['2026-03-01T03:00:00Z', 1, '2026-03-02T03:00:00.000Z', 'there March has begun'],
    ['2026-12-30T23:00:00Z', 30, '2027-01-29T03:00:00.000Z', 'over the end of a year'],
    ['2018-11-03T15:00:00Z', 1, '2018-11-04T03:00:00.000Z', 'a day that began at one o’clock'],
  ]
  for (const [paidAt, reserveDays, releaseAt, why] of days)
    it(`paid at ${paidAt}, ${reserveDays} days: ${releaseAt} (${why})`, () => {
      const posted: Posting[] = []
      const books = { mustPost: (_account: number, posting: Posting) => posted.push(posting) }
      const sale = { accountId: 1001, id: 1n, amount: 100n, fee: 0n, reserve: 10n, reserveDays }
      bookSale(books as unknown as Books, sale as unknown as Sale, { pspAccountId: 1, charges: ZERO }, new Date(paidAt))
      const held = posted.find(({ kind }) => kind === 'RESERVE_HELD')
      assert.equal(held?.opens?.releaseAt?.toISOString(), releaseAt)
    })
})
