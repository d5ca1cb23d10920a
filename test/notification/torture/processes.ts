// Engines in processes of their own on one database: one that is stopped for longer than the others wait for it and then goes on, one that
// joins under load, and one that is killed among three. What one that was taken for dead does afterwards counts for nothing.
import sql from 'sql-template-tag'
import { until } from '../../until.ts'
import type { Verdict } from './faults.ts'
import { judge, readBooks, unlogged } from './judgement.ts'
import type { Life } from './lives.ts'
import { sharedNowMs } from './receivers.ts'
import { openWorld, RECEIVERS, type World } from './world.ts'

export interface Pace {
  /** The longest that an attempt takes: from it follows how long an engine may be silent. */
  timeoutMs: number
  /** At least so long. */
  stoppedMs: number
}

const DEAD_MS = 40_000
const ENDS_MS = 60_000
const PER_SECOND = 90
const LETTERS_A_TRANSACTION = 3
const CROWDED_MS = 1_200
/** What can be between the last look at the clock and the wire of one lane, when an engine is stopped there. */
const MAX_AT_A_TURN = 4
const MAX_UNDER_WAY_OF_A_LANE = 16
/** The gathering of the log and the writing of it, on a machine that has other things to do. */
const FLUSH_MS = 1_500

/** All that can be under way, and what can wait to be written. */
const MAX_UNLOGGED = RECEIVERS * MAX_UNDER_WAY_OF_A_LANE + (PER_SECOND * LETTERS_A_TRANSACTION * FLUSH_MS) / 1_000

const epochs = async ({ db }: World) =>
  (await db.query<{ epoch: bigint }>(sql`select epoch from sender order by epoch`)).map(({ epoch }) => epoch)

const senders = (world: World, count: number) =>
  until(async () => ((await epochs(world)).length === count ? epochs(world) : null), `${count} senders`, DEAD_MS)

const letters = ({ receivers }: World, count: number) =>
  until(() => receivers.receipts.length >= count || null, `${count} letters`, ENDS_MS)

const allDelivered = (world: World) =>
  until(async () => (await world.open()) === 0 || null, 'everything to be sent', ENDS_MS)

async function hush(engines: Life[]): Promise<void> {
  for (const engine of engines) engine.send('hush')
  for (const engine of engines) await engine.says('hushed')
}

/** From now on the receiver takes so long. */
function paceOf({ receivers }: World, path: string, delayMs: number): void {
  const rule = receivers.rules.get(path)
  if (rule !== undefined) receivers.rules.set(path, { ...rule, delayMs })
}

/** Waits until the others take the engine for dead and it has been stopped for long enough. */
async function thoughtDead(world: World, epoch: bigint, stoppedAtMs: number, { stoppedMs }: Pace): Promise<void> {
  await until(async () => !(await epochs(world)).includes(epoch) || null, 'it to be thought dead', DEAD_MS)
  await until(() => sharedNowMs() - stoppedAtMs >= stoppedMs || null, 'it to be stopped for long', stoppedMs + DEAD_MS)
}

/** Of three one is stopped, and goes on when the others have done its work. */
export async function wakeAZombie(pace: Pace): Promise<Verdict> {
  await using world = await openWorld()
  const { receipts: incomingPayments } = world.receivers
  const { timeoutMs } = pace
  const zombie = await world.begin(0, { timeoutMs, perSecond: PER_SECOND })
  const [old] = await senders(world, 1)
  const others = [await world.begin(1, { timeoutMs, perSecond: PER_SECOND / 3 })]
  await senders(world, 2)
  // It will be stopped with much under way, and much that waits for a place.
  paceOf(world, '/slow', CROWDED_MS)
  zombie.send('emit')
  others[0]?.send('emit')
  // The third one joins under load.
  others.push(await world.begin(2, { timeoutMs, perSecond: PER_SECOND / 3 }))
  others[1]?.send('emit')
  await letters(world, 300)
  zombie.signal('SIGSTOP')
  const stoppedAtMs = sharedNowMs()
  paceOf(world, '/slow', 0)
  await thoughtDead(world, old as bigint, stoppedAtMs, pace)
  await hush(others)
  await allDelivered(world)
  const before = await readBooks(world)
  const wokenMs = sharedNowMs()
  const heard = incomingPayments.length
  zombie.signal('SIGCONT')
  await letters(world, heard + 100)
  const isMarkedAnew = !(await senders(world, 3)).includes(old as bigint)
  await hush([zombie])
  await allDelivered(world)
  for (const engine of [zombie, ...others]) await engine.stop()

  const books = await readBooks(world)
  const closed = new Set(
    before.logged.filter(({ outcome }) => outcome !== 'RETRY').map(({ path, event_uid }) => `${path} ${event_uid}`),
  )
  const stale = incomingPayments.slice(heard).filter(({ path, eventId }) => closed.has(`${path} ${eventId}`))
  const crowded = stale.filter(({ path }) => path === '/slow').length
  const twice = unlogged(books, incomingPayments, 0, Number.POSITIVE_INFINITY)
  const takenOver = before.logged.filter(({ started_ms }) => started_ms > stoppedAtMs).length
  const late = books.logged.filter(({ started_ms }) => started_ms < wokenMs).length - before.logged.length
  return {
    message: `stopped for ${Math.round((wokenMs - stoppedAtMs) / 1_000)} s: ${takenOver} attempts of the others meanwhile, ${twice.length} letters twice, ${stale.length} of them late`,
    wrong: [
      ...(await judge(world)),
      ...(isMarkedAnew ? [] : ['it goes on under its old mark']),
      ...(late === 0 ? [] : [`${late} attempts that it had begun before were logged after it had been thought dead`]),
      ...(takenOver > 20 ? [] : [`only ${takenOver} attempts were left to the others`]),
      ...(crowded <= MAX_AT_A_TURN ? [] : [`${crowded} of those that waited were sent although they were closed`]),
      ...(twice.length <= MAX_UNLOGGED ? [] : [`${twice.length} came twice`]),
    ],
  }
}

/** Of three one is killed, and the other two send what it has left. */
export async function killOneOfThree({ timeoutMs }: Pace): Promise<Verdict> {
  await using world = await openWorld()
  const { receipts: incomingPayments } = world.receivers
  const engines: Life[] = []
  for (const life of [0, 1, 2]) engines.push(await world.begin(life, { timeoutMs, perSecond: PER_SECOND / 3 }))
  await senders(world, 3)
  for (const engine of engines) engine.send('emit')
  await letters(world, 300)
  const [killed, ...others] = engines
  killed?.signal('SIGKILL')
  await killed?.ended(DEAD_MS)
  const killedMs = sharedNowMs()
  await letters(world, incomingPayments.length + 200)
  await hush(others)
  await allDelivered(world)
  const reported = sharedNowMs() - killedMs
  await senders(world, 2)
  for (const engine of others) await engine.stop()
  const books = await readBooks(world)
  const twice = unlogged(books, incomingPayments, 0, Number.POSITIVE_INFINITY)
  return {
    message: `${books.events.length} facts, ${twice.length} letters twice, all told ${Math.round(reported)} ms after the death`,
    wrong: [
      ...(await judge(world)),
      ...twice.filter(({ count }) => count > 1).map(({ path, eventId }) => `${path} ${eventId} came a third time`),
      ...(twice.length <= MAX_UNLOGGED ? [] : [`${twice.length} came twice`]),
    ],
  }
}
