// Limits of a day and a night against a reference that adds up by simple arithmetic, over generated series.
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Cashout } from '#cashout/cashout.ts'
import { type Limited, openLimited } from './limited-account.ts'

interface Remembered {
  minute: number
  amount: number
  counts: boolean
  cashout: Cashout
}

const dayOf = (minute: number) => Math.floor(minute / (24 * 60))

/** The day on which the night began. */
function nightOf(minute: number): number | null {
  const hour = Math.floor(minute / 60) % 24
  if (hour >= 20) return dayOf(minute)
  return hour < 6 ? dayOf(minute) - 1 : null
}

/** Minutes since a midnight in São Paulo. */
class Reference {
  minute = 12 * 60
  asked: Remembered[] = []
  day: number
  night: number

  constructor(day: number | null, night: number | null) {
    this.day = day ?? Number.POSITIVE_INFINITY
    this.night = night ?? Number.POSITIVE_INFINITY
  }

  get room(): number {
    const night = nightOf(this.minute)
    const inDay = this.day - this.sum(minute => dayOf(minute) === dayOf(this.minute))
    return night === null ? inDay : Math.min(inDay, this.night - this.sum(minute => nightOf(minute) === night))
  }

  private sum(isSame: (minute: number) => boolean): number {
    const counted = this.asked.filter(({ counts, minute }) => counts && isSame(minute))
    return counted.reduce((total, { amount }) => total + amount, 0)
  }
}

interface Asking {
  minutes: number
  amounts: number[]
}

interface Ending {
  as: 'cancelled' | 'settled' | 'refused'
  place: number
}

const asking: fc.Arbitrary<Asking> = fc.record({
  minutes: fc.oneof(fc.constant(0), fc.nat({ max: 600 })),
  amounts: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
})
const ending: fc.Arbitrary<Ending> = fc.record({
  as: fc.constantFrom('cancelled', 'settled', 'refused'),
  place: fc.nat({ max: 100 }),
})

async function request(limited: Limited, reference: Reference, midnight: Date, { minutes, amounts }: Asking) {
  reference.minute += minutes
  const outcomes = await limited.requestAt(new Date(midnight.getTime() + reference.minute * 60_000), ...amounts)
  for (const [n, cashout] of outcomes.entries()) {
    const [amount, { room, minute }] = [amounts[n] ?? Number.NaN, reference]
    assert.equal(typeof cashout !== 'string', amount <= room, `${amount} of ${room}: ${cashout}`)
    if (typeof cashout !== 'string') reference.asked.push({ minute, amount, counts: true, cashout })
    assert.ok(reference.room >= 0)
  }
}

async function finish(limited: Limited, { asked }: Reference, { as, place }: Ending) {
  const open = asked.filter(({ cashout }) => limited.alive.includes(cashout))
  const one = open[place % Math.max(open.length, 1)]
  if (one === undefined) return
  await limited.end(one.cashout, as)
  one.counts = as === 'settled'
}

test('any series of requests and ends stays within the limits, and is refused only where it would not', async () => {
  await using limited = await openLimited()
  const max = fc.option(fc.integer({ min: 0, max: 150 }))
  const steps = fc.array(fc.oneof(asking, ending), { minLength: 3, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(max, max, steps, async (day, night, series) => {
      const midnight = limited.nextDay()('00:00:00')
      await limited.limit({ day, night })
      const reference = new Reference(day, night)
      for (const step of series)
        await ('as' in step ? finish(limited, reference, step) : request(limited, reference, midnight, step))
      await limited.clear()
    }),
    { numRuns: 25 },
  )
})
