// A hundred and twenty-five random recurrences, around the holidays on which banks rest for days: whenever their payers authorise, the bank sees no order
// earlier or later than any of its readings of the rule allows, and one of each cycle. `RECURRENCES=100` plays as many at each time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { addDays, dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { assertBooks } from '../../books.ts'
import type { Answer } from '../../http.ts'
import { assertOrderedInTime, clientOf, debitsAtBank } from '../at-bank.ts'
import { liveUntil } from '../calendar.ts'
import { acceptAll, offered, openRecurringGateway, recurringSeller } from '../recurring.ts'

const SEED = Number(process.env.STORM_SEED ?? 1)
const RECURRENCES = Number(process.env.RECURRENCES ?? 25)
const DAYS = 12
/** From which day on they live: some days before the rest of banks begins. */
const TIMES = {
  Carnival: '2027-01-28',
  Easter: '2027-03-16',
  'Corpus Christi': '2027-05-17',
  'Christmas and New Year': '2026-12-17',
  'Good Friday and Tiradentes': '2028-04-10',
}

const anyRecurrence = fc.record({
  startsAfter: fc.integer({ min: 3, max: DAYS + 4 }),
  periodicidade: fc.constantFrom(...PERIODICITIES),
  ajusteDiaUtil: fc.boolean(),
  atrasoMaximoDias: fc.integer({ min: 0, max: 7 }),
  /** Most at once. */
  authorisedAfter: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: DAYS - 1 })),
})

for (const [what, day] of Object.entries(TIMES))
  test(`${what}, from ${day} on: every order is in time (STORM_SEED=${SEED})`, async () => {
    const begin = timeOn(day as LocalDate, 9)
    await using gateway = await openRecurringGateway({ startsAt: begin })
    const seller = await recurringSeller(gateway)
    const waiting = new Map<number, Answer['body'][]>()
    for (const one of fc.sample(anyRecurrence, { seed: SEED, numRuns: RECURRENCES })) {
      const { startsAfter, authorisedAfter, ...terms } = one
      const made = await offered(seller, { ...terms, dataInicial: addDays(dateAt(begin), startsAfter) })
      waiting.set(authorisedAfter, [...(waiting.get(authorisedAfter) ?? []), made])
    }
    for (let n = 0; n < DAYS; n++) {
      await acceptAll(gateway, seller, waiting.get(n) ?? [])
      await liveUntil(gateway, timeOn(addDays(dateAt(begin), n + 1), 9), 3 * HOUR_MS)
    }
    const get = await clientOf(gateway)
    await assertOrderedInTime(get, RECURRENCES / 2)
    const cycles = (await debitsAtBank(get)).map(({ idRec, dueOn }) => `${idRec} ${dueOn}`)
    assert.equal(new Set(cycles).size, cycles.length)
    await assertBooks(gateway)
  })
