// The days on which banks settle, against the lists of known years, a second algorithm for Easter, and what must hold for any
// day.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  addBusinessDays,
  businessDayFrom,
  easterOf,
  holidayOn,
  holidaysOf,
  isBusinessDay,
} from '#kernel/calendar/business-days.ts'
import { addDays, type LocalDate, localDate, weekdayOf } from '#kernel/calendar/local-time.ts'

const day = (text: string) => text as LocalDate

describe('Easter', () => {
  const sundays: [year: number, date: string][] = [
    [2003, '04-20'],
    [2008, '03-23'],
    [2011, '04-24'],
    [2016, '03-27'],
    [2024, '03-31'],
    [2025, '04-20'],
    [2026, '04-05'],
    [2027, '03-28'],
    [2028, '04-16'],
    [2029, '04-01'],
    [2030, '04-21'],
    [2038, '04-25'],
    // The two years in which simpler rules are a week late.
    [2049, '04-18'],
    [2076, '04-19'],
  ]
  for (const [year, date] of sundays)
    it(`is on ${date} in ${year}`, () => assert.equal(easterOf(year), `${year}-${date}`))

  it('is the Sunday after the full moon of the tables, in each of a thousand years', () => {
    for (let year = 1900; year < 2900; year++) assert.equal(easterOf(year), easterByTheMoon(year), `${year}`)
  })
})

/** As the calendar itself counts: the golden number, the epact, the full moon, and the Sunday that follows. */
function easterByTheMoon(year: number): string {
  const golden = (year % 19) + 1
  const century = Math.floor(year / 100) + 1
  const leapDaysDropped = Math.floor((3 * century) / 4) - 12
  const moonOrbit = Math.floor((8 * century + 5) / 25) - 5
  const raw = (11 * golden + 20 + moonOrbit - leapDaysDropped) % 30
  const epact = (raw + 30) % 30
  const adjusted = epact === 24 || (epact === 25 && golden > 11) ? epact + 1 : epact
  const fullMoon = adjusted > 23 ? 74 - adjusted : 44 - adjusted
  const march = addDays(day(`${year}-03-01`), fullMoon - 1)
  return addDays(march, 7 - (weekdayOf(march) % 7))
}

describe('the holidays of banks', () => {
  const years: [year: number, days: string][] = [
    [2023, '01-01 02-20 02-21 04-07 04-21 05-01 06-08 09-07 10-12 11-02 11-15 12-25'],
    [2024, '01-01 02-12 02-13 03-29 04-21 05-01 05-30 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2025, '01-01 03-03 03-04 04-18 04-21 05-01 06-19 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2026, '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2027, '01-01 02-08 02-09 03-26 04-21 05-01 05-27 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2028, '01-01 02-28 02-29 04-14 04-21 05-01 06-15 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2029, '01-01 02-12 02-13 03-30 04-21 05-01 05-31 09-07 10-12 11-02 11-15 11-20 12-25'],
    [2030, '01-01 03-04 03-05 04-19 04-21 05-01 06-20 09-07 10-12 11-02 11-15 11-20 12-25'],
  ]
  for (const [year, days] of years)
    it(`of ${year} are ${days}`, () =>
      assert.deepEqual(
        [...holidaysOf(year).keys()],
        days.split(' ').map(date => `${year}-${date}`),
      ))

  it('have names', () => {
    assert.equal(holidayOn(day('2026-02-16')), 'Carnaval')
    assert.equal(holidayOn(day('2026-06-04')), 'Corpus Christi')
    assert.equal(holidayOn(day('2024-11-20')), 'Dia da Consciência Negra')
  })
  it('are one where two fall on one day', () => {
    assert.equal(easterOf(2079), '2079-04-23')
    assert.equal(holidayOn(day('2079-04-21')), 'Tiradentes')
    assert.equal(holidaysOf(2079).size, 12)
  })
  for (const date of ['2023-11-20', '2026-02-18', '2026-12-24', '2026-12-31', '2026-04-05', '2026-11-21'])
    it(`are not on ${date}`, () => assert.equal(holidayOn(day(date)), null))
  for (const year of [2002, 1900, 10_000, 2026.5, Number.NaN])
    it(`are unknown for ${year}`, () => assert.throws(() => holidaysOf(year), RangeError))
})

describe('business days', () => {
  const next: [date: string, becomes: string][] = [
    ['2026-11-20', '2026-11-23'], // a holiday on a Friday
    ['2026-11-22', '2026-11-23'], // a Sunday
    ['2026-11-23', '2026-11-23'],
    ['2026-02-14', '2026-02-18'], // the Saturday of Carnival
    ['2028-02-26', '2028-03-01'], // whose Tuesday is a leap day
    ['2026-12-25', '2026-12-28'],
    ['2026-12-31', '2026-12-31'],
    ['2027-01-01', '2027-01-04'],
    ['2024-03-29', '2024-04-01'],
    ['2025-04-18', '2025-04-22'], // Good Friday, a weekend, Tiradentes
  ]
  for (const [date, becomes] of next)
    it(`from ${date} the first is ${becomes}`, () => assert.equal(businessDayFrom(day(date)), becomes))

  const sums: [date: string, count: number, is: string][] = [
    ['2026-11-19', 1, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-23', -1, '2026-11-19'],
    ['2026-02-13', 1, '2026-02-18'],
    ['2026-12-30', 2, '2027-01-04'],
    ['2024-02-28', 2, '2024-03-01'],
    ['2026-01-30', 30, '2026-03-17'],
    ['2025-12-31', 249, '2026-12-31'], // 2026 has 261 weekdays, 12 of them holidays
    ['2025-12-31', 250, '2027-01-04'],
  ]
  for (const [date, count, is] of sums)
    it(`${date} and ${count} is ${is}`, () => assert.equal(addBusinessDays(day(date), count), is))
  it('are counted in whole numbers', () => assert.throws(() => addBusinessDays(day('2026-01-02'), 1.5), RangeError))
})

describe('from any day', () => {
  const START = day('2003-06-01')
  const anyDay = fc.integer({ min: 0, max: 35_000 }).map(days => addDays(START, days))
  const count = fc.integer({ min: 0, max: 40 })

  it('the first business day is one, and nothing in between is', () =>
    fc.assert(
      fc.property(anyDay, date => {
        const first = businessDayFrom(date)
        assert.ok(isBusinessDay(first) && localDate(first) === first)
        for (let between = date; between < first; between = addDays(between, 1))
          assert.equal(isBusinessDay(between), false)
      }),
    ))
  it('banks never rest longer than five days', () =>
    fc.assert(fc.property(anyDay, date => assert.ok(businessDayFrom(date) <= addDays(date, 5)))))
  it('so many business days are in between, the last one included', () =>
    fc.assert(
      fc.property(anyDay, count, (date, n) => {
        const end = addBusinessDays(date, n)
        let seen = 0
        for (let at = addDays(date, 1); at <= end; at = addDays(at, 1)) if (isBusinessDay(at)) seen++
        assert.equal(seen, n)
        assert.ok(n === 0 || isBusinessDay(end))
      }),
    ))
  it('two steps are one step of their sum, and a step back undoes a step', () =>
    fc.assert(
      fc.property(anyDay, count, count, (date, one, other) => {
        assert.equal(addBusinessDays(addBusinessDays(date, one), other), addBusinessDays(date, one + other))
        const first = businessDayFrom(date)
        assert.equal(addBusinessDays(addBusinessDays(first, one), -one), first)
      }),
    ))
})
