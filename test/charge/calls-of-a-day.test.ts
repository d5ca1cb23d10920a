// Efí allows 15,000 calls of each kind in a day. However many boletos are paid, the list of them is read so seldom that most of these are left.
import assert from 'node:assert/strict'
import test from 'node:test'
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

test('the list of 5,000 paid a day takes less than 80 % of the calls that are allowed', () => {
  for (const paid of [0, 10, 100, 500, 1_000, 2_000, 5_000])
    assert.ok(callsOf(paid) < 0.8 * ALLOWED, `${paid}: ${callsOf(paid)}`)
  assert.ok(nextReadMs({ list: 'boletos' }, 100_000, MINUTE_MS) <= 6 * HOUR_MS)
})
