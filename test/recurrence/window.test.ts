// When a debit is ordered, tried again and given up, against tables of days with holidays, and what must hold for any recurrence.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addBusinessDays } from '#kernel/calendar/business-days.ts'
import { dueOf, PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { addDays, dateAt, type LocalDate, localTimeText, timeOn } from '#kernel/calendar/local-time.ts'
import { Failure } from '#kernel/failure.ts'
import { type PreviewInput, previewOf } from '#recurrence/panel/preview.ts'
import { nextRetry, plannedRetries, retryWindow } from '#recurrence/schedule/retries.ts'
import {
  type CycleTerms,
  nextPlannedAt,
  orderTimeOf,
  reachableDueDay,
  settlementDayOf,
  settlesWithin,
  windowOf,
} from '#recurrence/schedule/window.ts'

const day = (text: string) => text as LocalDate
const moment = (text: string) => new Date(`${text.replace(' ', 'T')}:00-03:00`)

describe('the window of a debit', () => {
  const rows: [dueOn: string, adjusts: boolean, settlesOn: string, earliest: string, aim: string, latest: string][] = [
    // Corpus Christi is on Thursday 04/06/2026.
    ['2026-06-10', true, '2026-06-10', '31/05/2026 00:05', '03/06/2026 08:00', '05/06/2026 20:00'],
    ['2026-06-04', true, '2026-06-05', '26/05/2026 00:05', '28/05/2026 08:00', '01/06/2026 20:00'],
    ['2026-06-04', false, '2026-06-04', '25/05/2026 00:05', '28/05/2026 08:00', '01/06/2026 20:00'],
    // A Saturday.
    ['2026-06-13', true, '2026-06-15', '05/06/2026 00:05', '06/06/2026 08:00', '10/06/2026 20:00'],
    ['2026-06-13', false, '2026-06-13', '03/06/2026 00:05', '06/06/2026 08:00', '10/06/2026 20:00'],
    // The Saturday before Carnival: banks settle on Ash Wednesday.
    ['2027-02-06', true, '2027-02-10', '31/01/2027 00:05', '31/01/2027 00:05', '03/02/2027 20:00'],
    ['2026-12-28', true, '2026-12-28', '18/12/2026 00:05', '21/12/2026 08:00', '22/12/2026 20:00'],
  ]
  for (const [dueOn, adjusts, settlesOn, earliest, aim, latest] of rows)
    it(`due on ${dueOn}${adjusts ? '' : ', on that very day'}: from ${earliest} to ${latest}`, () => {
      assert.equal(settlementDayOf(day(dueOn), adjusts), settlesOn)
      const window = windowOf(day(dueOn), adjusts)
      const shown = [window.earliest, window.aim, window.latest].map(time => localTimeText(time).slice(0, 16))
      assert.deepEqual(shown, [earliest, aim, latest])
    })
})

describe('a cycle that is late', () => {
  const terms: CycleTerms = {
    startsOn: day('2026-06-10'),
    periodicity: 'MENSAL',
    endsOn: null,
    adjusts: true,
    lateDays: 5,
  }
  const rows: [now: string, lateDays: number, due: string | null][] = [
    ['2026-06-02 10:00', 5, '2026-06-10'],
    ['2026-06-05 20:00', 5, '2026-06-10'],
    ['2026-06-05 20:01', 5, '2026-06-11'],
    ['2026-06-08 10:00', 5, '2026-06-11'],
    ['2026-06-08 10:00', 0, null],
    ['2026-06-12 10:00', 5, null],
    ['2026-06-12 10:00', 7, '2026-06-17'],
    ['2026-06-20 12:00', 7, null],
  ]
  for (const [now, lateDays, due] of rows)
    it(`of 10/06/2026, at ${now} with ${lateDays} days: ${due ?? 'missed'}`, () =>
      assert.equal(reachableDueDay({ ...terms, lateDays }, day('2026-06-10'), moment(now)), due))

  it('is never debited after the last day of the recurrence', () => {
    assert.equal(
      reachableDueDay({ ...terms, endsOn: day('2026-06-10') }, day('2026-06-10'), moment('2026-06-08 10:00')),
      null,
    )
  })

  it('is never debited when the next cycle has begun', () => {
    const weekly = { ...terms, periodicity: 'SEMANAL', lateDays: 7 } as const
    assert.equal(reachableDueDay(weekly, day('2026-06-10'), moment('2026-06-11 10:00')), '2026-06-16')
    assert.equal(reachableDueDay(weekly, day('2026-06-10'), moment('2026-06-12 10:00')), null)
  })
})

describe('retries', () => {
  const terms = { startsOn: day('2026-06-10'), periodicity: 'MENSAL', endsOn: null, retryDays: [2, 4, 7] } as const
  const debit = { cycle: 1, dueOn: day('2026-06-10'), settlesOn: day('2026-06-10') }

  it('are planned on the days that the seller named, from the due day', () =>
    assert.deepEqual(plannedRetries(terms, debit), ['2026-06-12', '2026-06-14', '2026-06-17']))
  it('are never on the day of the first try or before', () =>
    assert.deepEqual(plannedRetries(terms, { ...debit, settlesOn: day('2026-06-12') }), ['2026-06-14', '2026-06-17']))
  it('SEMANAL drops the seventh day: the next cycle begins', () =>
    assert.deepEqual(plannedRetries({ ...terms, periodicity: 'SEMANAL' }, debit), ['2026-06-12', '2026-06-14']))
  it('a week after the last day of the recurrence is the last', () =>
    assert.deepEqual(plannedRetries({ ...terms, endsOn: day('2026-06-09') }, debit), ['2026-06-12', '2026-06-14']))

  const windows: [retry: string, lastTry: string, opens: string, closes: string][] = [
    ['2026-06-12', '2026-06-10', '11/06/2026 10:00', '11/06/2026 20:00'],
    ['2026-06-11', '2026-06-10', '10/06/2026 21:15', '10/06/2026 23:00'],
    ['2026-06-15', '2026-06-14', '14/06/2026 21:15', '14/06/2026 23:00'],
  ]
  for (const [retry, lastTry, opens, closes] of windows)
    it(`on ${retry} after a try on ${lastTry}: ordered from ${opens} to ${closes}`, () => {
      const window = retryWindow(day(retry), day(lastTry))
      assert.deepEqual(
        [window.opens, window.closes].map(time => localTimeText(time).slice(0, 16)),
        [opens, closes],
      )
    })

  it('a day whose order was missed is dropped', () => {
    const planned = plannedRetries(terms, debit)
    assert.equal(nextRetry(planned, debit.settlesOn, moment('2026-06-11 19:59')), '2026-06-12')
    assert.equal(nextRetry(planned, debit.settlesOn, moment('2026-06-11 20:00')), '2026-06-14')
    assert.equal(nextRetry(planned, day('2026-06-14'), moment('2026-06-14 21:20')), '2026-06-17')
    assert.equal(nextRetry(planned, day('2026-06-17'), moment('2026-06-17 21:20')), null)
  })
})

describe('for any recurrence', () => {
  const anyTerms = fc.record({
    startsOn: fc.integer({ min: 0, max: 4000 }).map(days => addDays(day('2026-01-01'), days)),
    periodicity: fc.constantFrom(...PERIODICITIES),
    endsOn: fc.constant(null),
    adjusts: fc.boolean(),
    lateDays: fc.integer({ min: 0, max: 7 }),
  })
  const anyCycle = fc.integer({ min: 1, max: 60 })
  const anyTxid = fc.stringMatching(/^P[0-9A-Za-z]{31}$/)
  const runs = { numRuns: 500 }

  it('an order is sent from ten days before it settles to three days before it is due, however one counts', () => {
    fc.assert(
      fc.property(anyTerms, anyCycle, anyTxid, (terms, cycle, txid) => {
        const dueOn = dueOf(terms, cycle)
        const settlesOn = settlementDayOf(dueOn, terms.adjusts)
        const window = windowOf(dueOn, terms.adjusts)
        const time = orderTimeOf(window, txid)
        assert.ok(time >= window.earliest && time <= window.latest && time >= window.aim)
        assert.ok(time >= timeOn(addDays(settlesOn, -10), 0, 0))
        assert.ok(time <= timeOn(addDays(dueOn, -3), 20) && dateAt(time) <= addBusinessDays(settlesOn, -3))
      }),
      runs,
    )
  })

  it('the next cycle is planned while it can still be ordered, also after a debit that was late', () => {
    fc.assert(
      fc.property(anyTerms, anyCycle, fc.integer({ min: 0, max: 7 }), (terms, cycle, late) => {
        const dueOn = addDays(dueOf(terms, cycle), late)
        fc.pre(settlesWithin(terms, cycle, dueOn))
        const next = windowOf(dueOf(terms, cycle + 1), terms.adjusts)
        assert.ok(nextPlannedAt(terms, cycle, dueOn) < next.latest)
      }),
      runs,
    )
  })

  it('a late day settles before the next cycle begins, at most so many days late', () => {
    fc.assert(
      fc.property(anyTerms, anyCycle, fc.integer({ min: -24 * 12, max: 24 * 12 }), (terms, cycle, hours) => {
        const dueOn = dueOf(terms, cycle)
        const now = new Date(timeOn(dueOn, 0).getTime() + hours * 3_600_000)
        const reachable = reachableDueDay(terms, dueOn, now)
        if (reachable === null || reachable === dueOn) return
        assert.ok(reachable > dueOn && reachable <= addDays(dueOn, terms.lateDays))
        assert.ok(settlesWithin(terms, cycle, reachable))
        assert.ok(windowOf(reachable, terms.adjusts).latest >= now)
      }),
      runs,
    )
  })
})

describe('the preview of a recurrence', () => {
  /** On the last day for the debit of the 30th, and after its last hour. */
  const LATE_IN_THE_EVENING = moment('2026-11-25 22:50')
  const preview = (more: Partial<PreviewInput>) => {
    const days = { startsOn: day('2026-11-30'), endsOn: null, periodicity: 'MENSAL' as const }
    const offer = { journey: 2 as const, requestExpiresAt: null, authorizeUntil: null, firstPayment: null }
    const made = previewOf({ ...days, ...offer, adjustsToBusinessDay: true, lateDays: 5, ...more }, LATE_IN_THE_EVENING)
    if (made instanceof Failure) throw made
    return made
  }

  it('shows the days that can still be reached', () => {
    const { debits, onTimeUntil } = preview({})
    assert.deepEqual(
      debits.slice(0, 2).map(({ cycle, dueOn }) => [cycle, dueOn]),
      [
        [1, '2026-12-01'],
        [2, '2026-12-30'],
      ],
    )
    assert.ok(onTimeUntil > LATE_IN_THE_EVENING)
  })

  it('begins with the second cycle where the first may not be late', () => {
    const { debits } = preview({ lateDays: 0 })
    assert.equal(debits[0]?.cycle, 2)
    assert.equal(debits.length, 6)
  })
})
