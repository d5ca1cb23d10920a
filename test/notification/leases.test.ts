// Who may work on a delivery, and for how long: an attempt begins only while its lease outlasts it, and what waits for a
// place until its lease has run out is leased anew and still sent, once.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import sql from 'sql-template-tag'
import { leaseMsFor, outlastsAttempt } from '#notification/delivery.ts'
import { untilAtRest } from '../books.ts'
import { openTestHouse, type TestHouse } from '../house.ts'
import { until } from '../until.ts'
import { openShop } from './shop.ts'

const RECEIVER_TIMEOUT_MS = 10_000
const LEASE_MS = leaseMsFor(RECEIVER_TIMEOUT_MS)
/** How many one receiver may have under way. */
const PLACES = 8

test('a fresh lease outlasts an attempt and some waiting, and an old one does not', () => {
  const now = new Date('2026-01-31T12:00:00Z')
  const lasts = (ms: number) => outlastsAttempt(new Date(now.getTime() + ms), now, RECEIVER_TIMEOUT_MS)
  assert.equal(lasts(LEASE_MS), true)
  assert.equal(lasts(LEASE_MS - 10_000), true)
  assert.equal(lasts(RECEIVER_TIMEOUT_MS + 1_000), false)
  assert.equal(lasts(0), false)
  assert.equal(lasts(-1), false)
})

/** A receiver that holds its answers back until it is told to give them. */
async function holding() {
  const events: string[] = []
  const held: ServerResponse[] = []
  let open = false
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      events.push(String(request.headers['x-service-event-id']))
      if (open) response.end()
      else held.push(response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    events,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gets: (count: number, latestMs?: number) =>
      until(() => events.length >= count || null, `${count} notifications`, latestMs),
    answer() {
      open = true
      for (const response of held.splice(0)) response.end()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

const leasesOf = (house: TestHouse) =>
  house.db.query<{ lease: string | null; leased_until: Date }>(
    sql`select lease, leased_until from delivery order by leased_until, id`,
  )

const logged = (house: TestHouse) =>
  house.db.query<{ told: string }>(sql`select concat_ws(' ', outcome, n, http_status) as told from attempt`)

/** One more sale than the receiver has places, so that the news of one waits in memory. */
async function crowd(house: TestHouse, receiver: { url: string; gets: (count: number) => Promise<unknown> }) {
  const { seller, signed } = await openShop(house)
  await signed(receiver, ['sale.pending'])
  for (let n = 0; n <= PLACES; n++) await seller.sell(100_00)
  await receiver.gets(PLACES)
  const leases = await leasesOf(house)
  assert.equal(leases.length, PLACES + 1)
  return leases
}

test('every round of leasing has a mark of its own', async () => {
  await using house = await openTestHouse()
  await using receiver = await holding()
  const leases = await crowd(house, receiver)
  assert.equal(new Set(leases.map(({ lease }) => lease)).size, PLACES + 1)
  receiver.answer()
  await untilAtRest(house)
})

test('what is leased anew while it waits or is under way is sent once, without waiting for that lease to end', async () => {
  await using house = await openTestHouse()
  await using receiver = await holding()
  const before = await crowd(house, receiver)
  const latest = before.at(-1)?.leased_until ?? new Date(Number.NaN)
  house.advance(LEASE_MS + 1_000)
  await until(async () => (await leasesOf(house)).every(row => row.leased_until > latest) || null, 'the new leases')
  receiver.answer()
  await receiver.gets(PLACES + 1, 5_000)
  await untilAtRest(house)
  assert.deepEqual(
    (await logged(house)).map(({ told }) => told),
    Array(PLACES + 1).fill('DELIVERED 1 200'),
  )
  assert.equal(receiver.events.length, PLACES + 1)
  assert.equal(new Set(receiver.events).size, PLACES + 1)
})

test('what has waited for too long is not begun under its old lease', async () => {
  await using house = await openTestHouse()
  await using receiver = await holding()
  await crowd(house, receiver)
  const tooLateMs = LEASE_MS - RECEIVER_TIMEOUT_MS
  house.advance(tooLateMs)
  receiver.answer()
  const [left] = await until(async () => {
    const leases = await leasesOf(house)
    return leases.length === 1 ? leases : null
  }, 'the places to be free')
  house.advance(LEASE_MS - tooLateMs)
  await receiver.gets(PLACES + 1, 5_000)
  await untilAtRest(house)
  const [row] = await house.db.query<{ started_at: Date }>(sql`select max(started_at) as started_at from attempt`)
  assert.ok((row?.started_at ?? 0) > (left?.leased_until ?? 0))
  assert.equal(new Set(receiver.events).size, PLACES + 1)
})
