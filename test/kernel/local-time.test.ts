// Dates and hours of São Paulo, against a table of moments around every rule that the zone has had, and against Node's other way to compute
// local time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  boundsOf,
  dateAt,
  isNight,
  type LocalDate,
  localDate,
  nightAt,
  weekdayOf,
  ZONE,
} from '#kernel/calendar/local-time.ts'

const day = (text: string) => text as LocalDate
const HOUR_MS = 3_600_000

describe('a date as text', () => {
  for (const text of ['2026-01-31', '2024-02-29', '2000-02-29', '9999-12-30'])
    it(`${text} is one`, () => assert.equal(localDate(text), text))
  for (const text of [
    '',
    '2026-1-31',
    '2026-02-30',
    '2025-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '20260131',
    '0000-12-31',
  ])
    it(`${JSON.stringify(text)} is none`, () => assert.equal(localDate(text), null))
  for (const text of ['2026-01-31T00:00:00Z', ' 2026-01-31', '2026-01-31\n', '+002026-01-31', '２０２６-01-31'])
    it(`${JSON.stringify(text)} is none`, () => assert.equal(localDate(text), null))
})

describe('days that follow', () => {
  const steps: [from: string, days: number, to: string][] = [
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-29', 1, '2024-03-01'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-04-30', 0, '2026-04-30'],
    ['2024-02-29', 366, '2025-03-01'],
  ]
  for (const [from, days, to] of steps)
    it(`${from} and ${days} days is ${to}`, () => assert.equal(addDays(day(from), days), to))
  for (const [from, days, to] of [
    ['9999-12-01', 90, '9999-12-31'],
    ['9999-12-31', 1, '9999-12-31'],
    ['0001-01-10', -90, '0001-01-01'],
  ] as const)
    it(`${from} and ${days} days stops at ${to}`, () => assert.equal(addDays(day(from), days), to))
  it('2026-01-01 is a Thursday', () => assert.equal(weekdayOf(day('2026-01-01')), 4))
  it('2026-11-22 is a Sunday', () => assert.equal(weekdayOf(day('2026-11-22')), 7))
})

describe('the day at an instant', () => {
  const moments: [instant: string, date: string][] = [
    ['2026-01-01T02:59:59.999Z', '2025-12-31'],
    ['2026-01-01T03:00:00.000Z', '2026-01-01'],
    // Daylight saving time: two hours behind.
    ['2019-01-01T01:59:59.999Z', '2018-12-31'],
    ['2019-01-01T02:00:00.000Z', '2019-01-01'],
    // It began at midnight of 4 November 2018, which was one o'clock at once.
    ['2018-11-04T02:59:59.999Z', '2018-11-03'],
    ['2018-11-04T03:00:00.000Z', '2018-11-04'],
    // And ended for good on 16 February 2019, whose last hour came twice.
    ['2019-02-17T01:59:59.999Z', '2019-02-16'],
    ['2019-02-17T02:30:00.000Z', '2019-02-16'],
    ['2019-02-17T03:00:00.000Z', '2019-02-17'],
    // The year in which it would have begun again.
    ['2019-11-03T02:59:59.999Z', '2019-11-02'],
    ['2019-12-31T02:30:00.000Z', '2019-12-30'],
  ]
  for (const [instant, date] of moments)
    it(`${instant} is in ${date}`, () => assert.equal(dateAt(new Date(instant)), date))
})

describe('the bounds of a day', () => {
  const days: [date: string, from: string, to: string][] = [
    ['2026-11-22', '2026-11-22T03:00:00.000Z', '2026-11-23T03:00:00.000Z'],
    ['2024-02-29', '2024-02-29T03:00:00.000Z', '2024-03-01T03:00:00.000Z'],
    ['2026-12-31', '2026-12-31T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
    ['2018-11-03', '2018-11-03T03:00:00.000Z', '2018-11-04T03:00:00.000Z'],
    ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T03:00:00.000Z'],
  ]
  for (const [date, from, to] of days)
    it(`${date} is from ${from} to ${to}`, () =>
      assert.deepEqual(boundsOf(day(date)), { from: new Date(from), to: new Date(to) }))
})

describe('the night', () => {
  const moments: [instant: string, night: [from: string, to: string] | null][] = [
    ['2026-11-22T22:59:59.999Z', null],
    ['2026-11-22T23:00:00.000Z', ['2026-11-22T23:00:00.000Z', '2026-11-23T09:00:00.000Z']],
    ['2026-11-23T02:59:59.999Z', ['2026-11-22T23:00:00.000Z', '2026-11-23T09:00:00.000Z']],
    ['2026-11-23T03:00:00.000Z', ['2026-11-22T23:00:00.000Z', '2026-11-23T09:00:00.000Z']],
    ['2026-11-23T08:59:59.999Z', ['2026-11-22T23:00:00.000Z', '2026-11-23T09:00:00.000Z']],
    ['2026-11-23T09:00:00.000Z', null],
    ['2027-01-01T04:00:00.000Z', ['2026-12-31T23:00:00.000Z', '2027-01-01T09:00:00.000Z']],
    // An hour short, and an hour long.
    ['2018-11-04T04:00:00.000Z', ['2018-11-03T23:00:00.000Z', '2018-11-04T08:00:00.000Z']],
    ['2019-02-17T02:30:00.000Z', ['2019-02-16T22:00:00.000Z', '2019-02-17T09:00:00.000Z']],
  ]
  for (const [instant, night] of moments)
    it(`${instant} is ${night === null ? 'by day' : `in the night from ${night[0]}`}`, () => {
      assert.equal(isNight(new Date(instant)), night !== null)
      const [from, to] = night ?? []
      const expected = from === undefined ? null : { from: new Date(from), to: new Date(to as string) }
      assert.deepEqual(nightAt(new Date(instant)), expected)
    })
})

describe('at any instant of a century', () => {
  const anyInstant = fc.date({
    min: new Date('1980-01-01T00:00:00Z'),
    max: new Date('2080-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const check = (holds: (instant: Date) => void) => fc.assert(fc.property(anyInstant, holds))

  it('the day is the one of a formatter', () => {
    const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' })
    check(instant => assert.equal(dateAt(instant), formatter.format(instant)))
  })
  it('it is night when a formatter gives an hour of the night', () => {
    const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' })
    check(instant => {
      const hour = Number(formatter.format(instant))
      assert.equal(isNight(instant), hour >= 20 || hour < 6)
    })
  })
  it('the day holds it, and begins where the day before ends', () =>
    check(instant => {
      const { from, to } = boundsOf(dateAt(instant))
      assert.ok(from <= instant && instant < to)
      assert.deepEqual(boundsOf(addDays(dateAt(instant), -1)).to, from)
      assert.equal(dateAt(new Date(to.getTime() - 1)), dateAt(from))
      const hours = (to.getTime() - from.getTime()) / HOUR_MS
      assert.ok(hours === 24 || (from.getUTCFullYear() < 2020 && Math.abs(hours - 24) === 1), `${hours} hours`)
    }))
  it('a night holds it, and is over at its end', () =>
    check(instant => {
      const night = nightAt(instant)
      if (night === null) return
      assert.ok(night.from <= instant && instant < night.to)
      assert.equal(isNight(night.to), false)
      assert.equal(isNight(new Date(night.from.getTime() - 1)), false)
    }))
})
