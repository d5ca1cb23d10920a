// The parts and days in which what was sold by boleto and card becomes the seller's: exact to the centavo, on business days.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isBusinessDay } from '#kernel/calendar/business-days.ts'
import { boundsOf, type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { add, centavos } from '#kernel/money.ts'
import { acquirerDay, type Sold, settlementParts } from '#kernel/terms/settlement.ts'
import { reserveReleasedAt } from '#sale/settlement/own-holds.ts'
import { DEFAULT_SETTLEMENT } from '../receivable/default-settlement.ts'

const day = (text: string) => localDate(text) as LocalDate
const sold = (change: Partial<Sold> = {}): Sold => ({
  method: 'CREDIT_CARD',
  installments: 3,
  amount: centavos(100_00),
  fee: centavos(4_49),
  reserve: centavos(0),
  ...change,
})

describe('the settlement of a sale', () => {
  it('by card in three instalments is three parts, each on a business day', () => {
    const parts = settlementParts(sold(), DEFAULT_SETTLEMENT, day('2026-11-23'))
    assert.deepEqual(
      parts.map(({ part, amount, releaseOn }) => [part, amount, releaseOn]),
      [
        [1, 31_83n, '2026-12-23'],
        [2, 31_84n, '2027-01-22'],
        [3, 31_84n, '2027-02-22'],
      ],
    )
    assert.deepEqual([add(...parts.map(({ gross }) => gross)), add(...parts.map(({ fee }) => fee))], [100_00n, 4_49n])
  })

  it('at once is one part, at the day of the first', () => {
    const terms = { ...DEFAULT_SETTLEMENT, cardMode: 'AT_ONCE' as const, cardDays: 2 }
    const parts = settlementParts(sold({ installments: 12 }), terms, day('2026-12-23'))
    assert.deepEqual(
      parts.map(({ parts, amount, releaseOn }) => [parts, amount, releaseOn]),
      [[1, 95_51n, '2026-12-28']],
    )
  })

  const boletos: [paidOn: string, days: number, releaseOn: string][] = [
    ['2026-11-28', 0, '2026-11-28'],
    ['2026-11-23', 1, '2026-11-24'],
    ['2026-11-19', 1, '2026-11-23'],
    ['2026-12-24', 1, '2026-12-28'],
  ]
  for (const [paidOn, boletoDays, releaseOn] of boletos)
    it(`by boleto paid on ${paidOn}, ${boletoDays} days: ${releaseOn}`, () => {
      const terms = { ...DEFAULT_SETTLEMENT, boletoDays }
      const parts = settlementParts(sold({ method: 'BOLETO', installments: 1 }), terms, day(paidOn))
      assert.deepEqual(
        parts.map(part => part.releaseOn),
        [releaseOn],
      )
    })

  it('by debit card is one part on the next business day', () => {
    const parts = settlementParts(
      sold({ method: 'DEBIT_CARD', installments: 1 }),
      DEFAULT_SETTLEMENT,
      day('2026-11-19'),
    )
    assert.deepEqual(
      parts.map(part => part.releaseOn),
      ['2026-11-23'],
    )
  })

  const acquirers: [part: number, parts: number, mode: 'AT_ONCE' | 'PER_INSTALLMENT', day: string][] = [
    [1, 3, 'PER_INSTALLMENT', '2026-12-24'],
    [3, 3, 'PER_INSTALLMENT', '2027-02-24'],
    [3, 3, 'AT_ONCE', '2026-12-24'],
    [1, 1, 'PER_INSTALLMENT', '2027-02-24'],
    [1, 1, 'AT_ONCE', '2026-12-24'],
  ]
  for (const [part, parts, mode, expected] of acquirers)
    it(`is paid by an acquirer that pays ${mode} after 31 days: part ${part} of ${parts}, of three instalments, on ${expected}`, () => {
      assert.equal(acquirerDay({ part, parts }, 3, { mode, days: 31 }, day('2026-11-23')), expected)
    })

  const sale = fc
    .record({
      amount: fc.bigInt(5_00n, 1_000_000_00n),
      feeShare: fc.integer({ min: 0, max: 9_999 }),
      reserveShare: fc.integer({ min: 0, max: 10_000 }),
      reserveDays: fc.integer({ min: 0, max: 400 }),
      installments: fc.integer({ min: 1, max: 12 }),
      cardDays: fc.integer({ min: 0, max: 60 }),
      boletoDays: fc.integer({ min: 0, max: 60 }),
      cardMode: fc.constantFrom('PER_INSTALLMENT' as const, 'AT_ONCE' as const),
      method: fc.constantFrom('BOLETO' as const, 'CREDIT_CARD' as const, 'DEBIT_CARD' as const),
      after: fc.integer({ min: 0, max: 3_000 }),
    })
    .map(one => {
      const fee = (one.amount * BigInt(one.feeShare)) / 10_000n
      const reserve = ((one.amount - fee) * BigInt(one.reserveShare)) / 10_000n
      const installments = one.method === 'CREDIT_CARD' ? one.installments : 1
      const what = { amount: centavos(one.amount), fee: centavos(fee), reserve: centavos(reserve) }
      const paidAt = new Date(Date.UTC(2026, 0, 1 + one.after, 15))
      return { ...one, sold: { method: one.method, installments, ...what }, paidAt }
    })

  it('gives every centavo to one part, on business days in order, and the reserve is never released before the last', () =>
    fc.assert(
      fc.property(sale, ({ sold, cardDays, cardMode, boletoDays, paidAt, reserveDays }) => {
        const terms = { cardDays, cardMode, boletoDays, waitsForProvider: true }
        const paidOn = paidAt.toISOString().slice(0, 10) as LocalDate
        const parts = settlementParts(sold, terms, paidOn)
        assert.equal(add(...parts.map(({ amount }) => amount)), sold.amount - sold.fee - sold.reserve)
        assert.equal(add(...parts.map(({ gross }) => gross)), sold.amount)
        assert.equal(add(...parts.map(({ fee }) => fee)), sold.fee)
        for (const [n, { amount, gross, fee, releaseOn }] of parts.entries()) {
          assert.ok(amount >= 0n && gross >= 0n && fee >= 0n)
          assert.ok(releaseOn === paidOn || isBusinessDay(releaseOn))
          assert.ok(n === 0 || releaseOn >= (parts[n - 1]?.releaseOn as LocalDate))
        }
        const last = boundsOf(parts.at(-1)?.releaseOn as LocalDate).from
        assert.ok(reserveReleasedAt({ reserveDays }, paidAt, parts) >= last)
      }),
    ))
})
