// Kills engines, each at a point that was chosen, and starts the next; the last one brings everything to its end. Then judges.
import sql from 'sql-template-tag'
import { until } from '../../until.ts'
import type { Entry } from './diary.ts'
import { type Books, judge, readBooks, unlogged } from './judgement.ts'
import type { Life } from './lives.ts'
import type { Receipt } from './receivers.ts'
import { type LastMoment, POINTS, type Point } from './trap.ts'
import { openWorld, type World } from './world.ts'

export interface Death {
  point: Point
  /** At which passing. */
  count: number
}

const PER_SECOND = 100
const DIES_MS = 30_000
const TAKES_UP_MS = 10_000
const ENDS_MS = 60_000
/** Of the contract: from the engine's start to the first letter that its predecessor had left. */
const MAX_RESTART_MS = 2_000
/** How late in its life an engine dies: connections are few, and flushes come some sixteen times a second. */
const MAX_COUNT: Record<Point, number> = {
  'after the commit': 60,
  'mid-connect': 8,
  'bytes sent': 120,
  'answer read': 120,
  'before the flush': 8,
  'mid-flush': 8,
  'after the flush': 8,
}

/** So many rounds over all points, each in an order of its own. */
export function deathsOf(rounds: number, seed: number): Death[] {
  const chance = chanceOf(seed)
  return Array.from({ length: rounds }, () =>
    POINTS.map(point => ({ point, count: 1 + Math.floor(chance() * MAX_COUNT[point]), place: chance() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ point, count }) => ({ point, count })),
  ).flat()
}

/** Mulberry32. */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Outcome {
  wrong: string[]
  events: number
  letters: number
  twice: number
  /** How many could have come twice: what was under way and not flushed when the engines were killed. */
  maxTwice: number
}

export async function dieAndJudge(deaths: Death[], say: (sentence: string) => void = () => {}): Promise<Outcome> {
  await using world = await openWorld()
  const left: number[] = []
  for (const [life, death] of deaths.entries()) {
    const engine = await world.begin(life, { trap: death, perSecond: PER_SECOND })
    if ((left.at(-1) ?? 0) > 0) await takesUp(world, engine)
    engine.send('emit')
    await engine.ended(DIES_MS)
    left.push(await dueNow(world))
    say(`life ${life} ended ${death.point} (${death.count}); ${left.at(-1)} deliveries are left`)
  }
  const last = await world.begin(deaths.length)
  await until(async () => (await world.open()) === 0 || null, 'everything to be sent', ENDS_MS)
  await last.stop()

  const books = await readBooks(world)
  const { receipts: incomingPayments } = world.receivers
  const lives = livesOf(world.diary())
  const twice = lives.flatMap(life => unlogged(books, incomingPayments, life.fromMs, life.toMs))
  const wrong = [
    ...(await judge(world)),
    ...lives.flatMap(life => wrongEnd(life, books, incomingPayments)),
    ...lives
      .slice(1)
      .flatMap((life, n) => ((left[n] as number) > 0 ? lateStart(life, lives[n] as Span, incomingPayments) : [])),
  ]
  const maxTwice = lives.reduce(
    (sum, { killed }) => sum + (killed?.seen.underWay ?? 0) + (killed?.seen.unflushed ?? 0),
    0,
  )
  return { wrong, events: books.events.length, letters: incomingPayments.length, twice: twice.length, maxTwice }
}

/** The first letter of what was left, before there is anything new. The trap may close before. */
async function takesUp({ receivers: { receipts: incomingPayments } }: World, engine: Life): Promise<void> {
  const before = incomingPayments.length
  await until(() => incomingPayments.length > before || engine.isOver() || null, 'the first letter', TAKES_UP_MS)
}

async function dueNow({ db }: World): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from delivery where due_at <= now()`)
  return row?.count ?? 0
}

interface Span {
  fromMs: number
  /** When the next one began. */
  toMs: number
  killed: { atMs: number; seen: LastMoment } | null
  point: string
  eventIds: Set<string>
}

function livesOf(diary: Entry[]): Span[] {
  const lives: Span[] = []
  for (const entry of diary) {
    const last = lives.at(-1)
    if (entry.kind === 'opened') {
      if (last !== undefined) last.toMs = entry.atMs
      lives.push({
        fromMs: entry.atMs,
        toMs: Number.POSITIVE_INFINITY,
        killed: null,
        point: 'not at all',
        eventIds: new Set(),
      })
    } else if (last !== undefined && entry.kind === 'killed') {
      last.killed = entry
      last.point = entry.point
    } else if (last !== undefined && entry.kind === 'asked') for (const id of entry.ids) last.eventIds.add(id)
  }
  return lives
}

/** Between two looks of the trap: what has been answered and is not yet logged. */
const MAX_BETWEEN = 4
/** Answers are gathered so long before they are written. */
const GATHER_MS = 60

/** A life loses no more of its log than was under way or not flushed yet when it ended. */
function wrongEnd({ fromMs, toMs, killed, point }: Span, books: Books, incomingPayments: Receipt[]): string[] {
  const lost = unlogged(books, incomingPayments, fromMs, toMs)
  const message = `the life that was killed ${point}`
  if (killed === null) return lost.map(({ path, eventId }) => `${path} ${eventId} came and is not in the log`)
  const { underWay, unflushed, waitedMs, slowestFlushMs, stalledMs } = killed.seen
  const maxWaitMs = GATHER_MS + 2 * slowestFlushMs + 4 * stalledMs
  return [
    ...lost
      .filter(({ count }) => count !== 1)
      .map(({ path, eventId, count }) => `${message}: ${path} ${eventId} came ${count} times more than the log knows`),
    ...(lost.length > underWay + unflushed + MAX_BETWEEN
      ? [
          `${message}: ${lost.length} letters are not in the log, ${underWay} were under way and ${unflushed} not flushed`,
        ]
      : []),
    ...(waitedMs > maxWaitMs
      ? [
          `${message}: an answer was not in the log after ${Math.round(waitedMs)} ms, a flush takes ${Math.round(maxWaitMs)}`,
        ]
      : []),
  ]
}

/** What was left is taken up at once: on the same machine the dead are known to be dead. */
function lateStart(
  { fromMs, toMs, killed, eventIds: events }: Span,
  before: Span,
  incomingPayments: Receipt[],
): string[] {
  const first = incomingPayments.find(({ atMs, eventId }) => atMs >= fromMs && atMs < toMs && !events.has(eventId))
  if (first === undefined && killed !== null && killed.atMs - fromMs < MAX_RESTART_MS) return []
  if (first === undefined) return [`what the life killed ${before.point} had left was not taken up by the next one`]
  const tookMs = Math.round(first.atMs - fromMs)
  return tookMs > MAX_RESTART_MS ? [`after a death ${before.point} the first letter went out after ${tookMs} ms`] : []
}
