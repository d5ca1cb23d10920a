// The due factor in both of its eras, business days, and how much fine and interest may come on top.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastDayOnTime, payableUntil, settledBy } from '#kernel/boleto/due-days.ts'
import { dueDayOf, dueFactorOf } from '#kernel/boleto/due-factor.ts'
import { lateChargesIn, maxLateCharges } from '#kernel/boleto/late-charges.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'

const day = (text: string) => text as LocalDate

describe('a due factor', () => {
  const NAMED: [factor: string, near: string, dueOn: string | null][] = [
    ['0001', '2026-11-23', '1997-10-08'],
    ['0999', '2026-11-23', '2000-07-02'],
    ['1000', '2000-01-01', '2000-07-03'],
    ['1000', '2026-11-23', '2025-02-22'],
    ['9999', '2025-02-01', '2025-02-21'],
    ['9999', '2045-01-01', '2049-10-13'],
    ['1026', '2025-03-01', '2025-03-20'],
    ['1482', '2026-01-01', '2026-06-19'],
    ['1646', '2026-11-23', '2026-11-30'],
    ['7552', '2018-01-01', '2018-06-11'],
    ['0000', '2026-11-23', null],
  ]
  for (const [factor, near, dueOn] of NAMED)
    it(`${factor} near ${near} is ${dueOn ?? 'no day'}`, () => {
      assert.equal(dueDayOf(factor, day(near)), dueOn)
      assert.equal(dueFactorOf(dueOn === null ? null : day(dueOn)), factor)
    })

  it('of each day of the years names that day again, from 4,499 days before it to 4,499 after', () => {
    for (let dueOn = day('2019-01-01'); dueOn < '2031-01-01'; dueOn = addDays(dueOn, 7))
      for (const away of [-4_499, 0, 4_499]) assert.equal(dueDayOf(dueFactorOf(dueOn), addDays(dueOn, away)), dueOn)
  })

  for (const none of ['1997-10-07', '2049-10-14'])
    it(`names no ${none}`, () => assert.throws(() => dueFactorOf(day(none)), RangeError))

  for (const factor of ['', '12', '12345', '-001', '1e10'])
    it(`is not "${factor}"`, () => assert.throws(() => dueDayOf(factor, day('2026-11-23')), RangeError))
})

describe('the days of a boleto', () => {
  const DAYS: [dueOn: string, payableDays: number, onTime: string, payable: string, settled: string][] = [
    ['2026-11-30', 0, '2026-11-30', '2026-11-30', '2026-12-03T03:00:00.000Z'],
    ['2026-11-28', 0, '2026-11-30', '2026-11-30', '2026-12-03T03:00:00.000Z'],
    ['2026-11-30', 10, '2026-11-30', '2026-12-10', '2026-12-15T03:00:00.000Z'],
    ['2026-12-24', 1, '2026-12-24', '2026-12-28', '2026-12-31T03:00:00.000Z'],
    ['2027-02-06', 0, '2027-02-10', '2027-02-10', '2027-02-13T03:00:00.000Z'],
  ]
  for (const [dueOn, payableDaysAfterDue, onTime, payable, settled] of DAYS)
    it(`due ${dueOn} and payable ${payableDaysAfterDue} days longer`, () => {
      const terms = { dueOn: day(dueOn), payableDaysAfterDue }
      assert.equal(lastDayOnTime(terms), onTime)
      assert.equal(payableUntil(terms), payable)
      assert.equal(settledBy(terms).toISOString(), settled)
    })
})

describe('fine and interest', () => {
  const terms = {
    amount: centavos(123_45),
    dueOn: day('2026-11-28'),
    fineBasisPoints: 200,
    interestMonthlyBasisPoints: 100,
  }
  const MAX_DAYS: [paidOn: string, most: bigint][] = [
    ['2026-11-27', 0n],
    ['2026-11-28', 0n],
    ['2026-11-30', 0n],
    ['2026-12-01', 246n + 13n + 2n],
    ['2026-12-10', 246n + 50n + 2n],
  ]
  for (const [paidOn, max] of MAX_DAYS)
    it(`of a boleto due on a Saturday and paid on ${paidOn} are at most ${max}`, () =>
      assert.equal(maxLateCharges(terms, day(paidOn)), max))

  const PAID: [paid: bigint, on: string, charges: bigint | null][] = [
    [123_45n, '2026-11-28', 0n],
    [123_45n, '2026-11-30', 0n],
    [123_46n, '2026-11-30', null],
    [123_44n, '2026-11-30', null],
    [123_44n, '2026-12-10', null],
    [123_45n, '2026-12-10', 0n],
    [126_41n, '2026-12-10', 296n],
    [126_43n, '2026-12-10', 298n],
    [126_44n, '2026-12-10', null],
  ]
  for (const [paid, on, charges] of PAID)
    it(`in ${paid} centavos paid on ${on} are ${charges ?? 'not what makes it another amount'}`, () =>
      assert.equal(lateChargesIn(terms, centavos(paid), day(on)), charges))

  it('are nothing where none were agreed', () => {
    const none = { ...terms, fineBasisPoints: 0, interestMonthlyBasisPoints: 0 }
    assert.equal(maxLateCharges(none, day('2027-11-28')), 0n)
  })

  it('are exact to the centavo', () => {
    const due = { dueOn: day('2026-11-30'), fineBasisPoints: 0, interestMonthlyBasisPoints: 0 }
    const max = (more: object) => maxLateCharges({ ...due, amount: centavos(3_000_01), ...more }, day('2026-12-01'))
    assert.equal(max({ interestMonthlyBasisPoints: 1 }), 2n + 2n)
    assert.equal(max({ amount: centavos(3_000_00), interestMonthlyBasisPoints: 1 }), 1n + 2n)
    assert.equal(max({ amount: centavos(1_000_000_00), fineBasisPoints: 200 }), 20_000_00n + 2n)
    assert.equal(max({ amount: centavos(1_000_000_00), interestMonthlyBasisPoints: 100 }), 333_34n + 2n)
  })

  it('may be one of the two', () => {
    assert.equal(maxLateCharges({ ...terms, interestMonthlyBasisPoints: 0 }, day('2026-12-10')), 248n)
    assert.equal(maxLateCharges({ ...terms, fineBasisPoints: 0 }, day('2026-12-10')), 52n)
  })
})
