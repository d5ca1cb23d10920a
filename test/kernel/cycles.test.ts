// The cycles of a recurrence, against tables with month ends and leap years, and what must hold for any first day.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cycleOf, dueOf, PERIODICITIES, type Periodicity } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'

const day = (text: string) => text as LocalDate

describe('the due days of cycles', () => {
  const rows: [startsOn: string, periodicity: Periodicity, due: string[]][] = [
    ['2027-01-31', 'MENSAL', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['2028-01-30', 'MENSAL', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['2026-12-29', 'MENSAL', ['2026-12-29', '2027-01-29', '2027-02-28', '2027-03-29']],
    ['2028-02-29', 'ANUAL', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-11-30', 'TRIMESTRAL', ['2026-11-30', '2027-02-28', '2027-05-30']],
    ['2026-08-31', 'SEMESTRAL', ['2026-08-31', '2027-02-28', '2027-08-31']],
    ['2026-12-28', 'SEMANAL', ['2026-12-28', '2027-01-04', '2027-01-11']],
  ]
  for (const [startsOn, periodicity, due] of rows)
    it(`${periodicity} from ${startsOn}: ${due.slice(1).join(', ')}`, () => {
      const cycles = { startsOn: day(startsOn), periodicity }
      assert.deepEqual(
        due.map((_, n) => dueOf(cycles, n + 1)),
        due,
      )
    })

  for (const cycle of [0, -1, 1.5, Number.NaN])
    it(`there is no cycle ${cycle}`, () =>
      assert.throws(() => dueOf({ startsOn: day('2027-01-31'), periodicity: 'MENSAL' }, cycle), RangeError))
})

describe('the cycle of a day', () => {
  const monthly = { startsOn: day('2027-01-31'), periodicity: 'MENSAL' } as const
  const rows: [day: string, cycle: number | null][] = [
    ['2027-01-30', null],
    ['2027-01-31', 1],
    ['2027-02-27', 1],
    ['2027-02-28', 2],
    ['2027-03-30', 2],
    ['2027-03-31', 3],
    ['2028-02-28', 13],
    ['2028-02-29', 14],
  ]
  for (const [text, cycle] of rows)
    it(`${text} lies in ${cycle ?? 'none'}`, () => assert.equal(cycleOf(monthly, day(text)), cycle))

  it('is the one whose due day is the last on or before it, whatever the first day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom(...PERIODICITIES),
        (offset, later, periodicity) => {
          const cycles = { startsOn: addDays(day('2024-01-01'), offset), periodicity }
          const asked = addDays(cycles.startsOn, later)
          const cycle = cycleOf(cycles, asked)
          assert.ok(cycle !== null && dueOf(cycles, cycle) <= asked && asked < dueOf(cycles, cycle + 1))
        },
      ),
    )
  })
})
