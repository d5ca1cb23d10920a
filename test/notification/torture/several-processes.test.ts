// Engines in processes of their own on one database: one that is stopped for longer than the others wait for it and then goes on,
// and one that is killed among three. What the thought-dead does afterwards counts for nothing.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { until } from '../../until.ts'
import { judge, readBooks, unlogged } from './judgement.ts'
import { mostUnlogged } from './kills.ts'
import { sharedNowMs } from './receivers.ts'
import { openWorld, type World } from './world.ts'

/** With so short a time for an attempt an engine is thought dead after six and a half seconds. */
const TIMEOUT_MS = 1_500
const DEAD_MS = 20_000
const ENDS_MS = 40_000
const PER_SECOND = 90
const CROWDED_MS = 1_200
/** What can stand between the last look at the clock and the wire of one lane, when an engine is stopped there. */
const MOST_AT_A_TURN = 4

const epochs = async ({ db }: World) =>
  (await db.query<{ epoch: bigint }>(sql`select epoch from sender order by epoch`)).map(({ epoch }) => epoch)

const senders = (world: World, count: number) =>
  until(async () => ((await epochs(world)).length === count ? epochs(world) : null), `${count} senders`, DEAD_MS)

const letters = ({ receivers }: World, count: number) =>
  until(() => receivers.receipts.length >= count || null, `${count} letters`, ENDS_MS)

const allTold = (world: World) =>
  until(async () => (await world.open()) === 0 || null, 'everything to be told', ENDS_MS)

/** From now on the receiver takes so long. */
function paceOf({ receivers }: World, path: string, delayMs: number): void {
  const rule = receivers.rules.get(path)
  assert.ok(rule !== undefined)
  receivers.rules.set(path, { ...rule, delayMs })
}

test('an engine that was thought dead completes nothing and sends nothing of the old when it goes on', async t => {
  await using world = await openWorld()
  const { receipts } = world.receivers
  const zombie = await world.begin(0, { timeoutMs: TIMEOUT_MS, perSecond: PER_SECOND })
  const [old] = await senders(world, 1)
  const other = await world.begin(1, { timeoutMs: TIMEOUT_MS, perSecond: PER_SECOND / 3 })
  await senders(world, 2)
  // It will be stopped with much under way, and much that waits for a place.
  paceOf(world, '/slow', CROWDED_MS)
  zombie.tell('emit')
  other.tell('emit')
  await letters(world, 300)
  zombie.signal('SIGSTOP')
  const stoppedMs = sharedNowMs()
  paceOf(world, '/slow', 0)
  await until(async () => !(await epochs(world)).includes(old as bigint) || null, 'it to be thought dead', DEAD_MS)
  other.tell('hush')
  await other.says('hushed')
  await allTold(world)
  const before = await readBooks(world)
  const closed = new Set(
    before.logged.filter(({ outcome }) => outcome !== 'RETRY').map(({ path, event_uid }) => `${path} ${event_uid}`),
  )
  const takenOver = before.logged.filter(({ started_ms }) => started_ms > stoppedMs).length

  const wokenMs = sharedNowMs()
  const heard = receipts.length
  zombie.signal('SIGCONT')
  await letters(world, heard + 100)
  assert.ok(!(await senders(world, 2)).includes(old as bigint), 'it goes on under another mark')
  zombie.tell('hush')
  await zombie.says('hushed')
  await allTold(world)
  await zombie.stop()
  await other.stop()

  const books = await readBooks(world)
  const stale = receipts.slice(heard).filter(({ path, eventId }) => closed.has(`${path} ${eventId}`))
  const twice = unlogged(books, receipts, 0, Number.POSITIVE_INFINITY)
  t.diagnostic(
    `${takenOver} attempts of the other meanwhile, ${twice.length} letters twice, ${stale.length} of them late`,
  )
  assert.deepEqual((await judge(world)).slice(0, 20), [])
  const oldLog = books.logged.filter(({ started_ms }) => started_ms < wokenMs)
  assert.equal(oldLog.length, before.logged.length, 'nothing that it had begun before is logged any more')
  assert.ok(takenOver > 20, 'much was left to the other')
  const crowded = stale.filter(({ path }) => path === '/slow').length
  assert.ok(crowded <= MOST_AT_A_TURN, `${crowded} of those that waited were sent although they were closed`)
  assert.ok(twice.length <= mostUnlogged(PER_SECOND), `${twice.length} came twice`)
})

test('of three engines one is killed, and the other two tell what it has left', async () => {
  await using world = await openWorld()
  const engines = []
  for (const life of [0, 1, 2]) engines.push(await world.begin(life, { timeoutMs: TIMEOUT_MS, perSecond: 40 }))
  await senders(world, 3)
  for (const engine of engines) engine.tell('emit')
  await letters(world, 300)
  const [killed, ...others] = engines
  killed?.signal('SIGKILL')
  await killed?.ended(DEAD_MS)
  const killedMs = sharedNowMs()
  const heard = world.receivers.receipts.length
  await letters(world, heard + 200)
  for (const engine of others) {
    engine.tell('hush')
    await engine.says('hushed')
  }
  await allTold(world)
  assert.equal((await epochs(world)).length, 2)
  for (const engine of others) await engine.stop()
  assert.deepEqual((await judge(world)).slice(0, 20), [])
  const books = await readBooks(world)
  assert.deepEqual(unlogged(books, world.receivers.receipts, killedMs + DEAD_MS, Number.POSITIVE_INFINITY), [])
  const twice = unlogged(books, world.receivers.receipts, 0, Number.POSITIVE_INFINITY)
  assert.ok(
    twice.every(({ count }) => count === 1),
    'nothing came a third time',
  )
})
