// Efí allows 15,000 calls of each kind in a day. However many boletos and cards are paid, the lists of them are read so seldom that most of these are left.
import assert from 'node:assert/strict'
import test from 'node:test'
import { readingsOfHour } from '#charge/report/reading-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { nextReadMs } from '#psp/sweep/window.ts'

const ITEMS_A_PAGE = 40
const DAYS_BACK = 4
const DEEP_DAYS_BACK = 41
const ALLOWED = 15_000

/** Calls for the list in a day on which so many are paid, one of its readings being the long one. */
function callsOf(paid: number): number {
  const pagesOf = (days: number) => Math.max(1, Math.ceil((paid * days) / ITEMS_A_PAGE))
  let calls = pagesOf(DEEP_DAYS_BACK)
  let at = nextReadMs({ list: 'boletos' }, calls, MINUTE_MS)
  for (; at < DAY_MS; at += nextReadMs({ list: 'boletos' }, pagesOf(DAYS_BACK), MINUTE_MS)) calls += pagesOf(DAYS_BACK)
  return calls
}

test('a few boletos are looked for every ten minutes', () => {
  assert.equal(nextReadMs({ list: 'boletos' }, 1, MINUTE_MS), 10 * MINUTE_MS)
  assert.equal(nextReadMs({ list: 'received' }, 1_000, MINUTE_MS), MINUTE_MS)
})

test('boletos and cards are in one list of the PSP: 5,000 paid a day take less than 80 % of its calls', () => {
  for (const byCard of [0, 100, 1_000, 2_500, 4_000, 5_000]) {
    const calls = callsOf(5_000 - byCard) + callsOf(byCard)
    assert.ok(calls < 0.8 * ALLOWED, `${byCard} by card: ${calls}`)
  }
})

test('the list of 5,000 paid a day takes less than 80 % of the calls that are allowed', () => {
  for (const paid of [0, 10, 100, 500, 1_000, 2_000, 5_000])
    assert.ok(callsOf(paid) < 0.8 * ALLOWED, `${paid}: ${callsOf(paid)}`)
  assert.ok(nextReadMs({ list: 'boletos' }, 100_000, MINUTE_MS) <= 12 * HOUR_MS)
})

test('notices of however many boletos are read 12,000 times a day at most, and each in the end', () => {
  // Three notices of each boleto: two when it is made, in the course of the day, and one when it is credited, all of them at once.
  for (const sold of [5_000, 10_000, 50_000]) {
    const read: number[] = []
    const waiting: number[] = []
    let owed = 0
    for (let hour = 0; hour < 240; hour++) {
      const isAtWork = hour < 120
      if (isAtWork) owed += Math.round((2 * sold) / 24) + (hour % 24 === 6 ? sold : 0)
      const before = read.slice(-24).reduce((sum, count) => sum + count, 0)
      const count = Math.min(owed, readingsOfHour(before))
      read.push(count)
      owed -= count
      waiting.push(owed)
    }
    for (let hour = 0; hour < read.length; hour++) {
      const inADay = read.slice(hour, hour + 25).reduce((sum, count) => sum + count, 0)
      assert.ok(inADay <= 0.8 * ALLOWED, `${sold}: ${inADay} from hour ${hour} on`)
    }
    if (sold <= 5_000) assert.equal(waiting.at(-1), 0)
  }
})
