// Days of work for two engines on one database: one that lives on, and one that is killed every day. Webhooks come and go, the clock is put
// on by a day each time, what is put off waits over midnight, and what is past is dropped. Each day is judged and then dropped.
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { type DomainEvent, eventUid } from '#notification/events/event.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import { dropPastNotifications } from '#notification/events/retention-store.ts'
import { until } from '../../until.ts'
import { SEAL } from './engine.ts'
import type { Weight } from './engine-process.ts'
import { saleEvent } from './events.ts'
import type { Verdict } from './faults.ts'
import { judge, readBooks, unlogged } from './judgement.ts'
import type { Life } from './lives.ts'
import { sharedNowMs } from './receivers.ts'
import { openWorld, type World } from './world.ts'

export interface SoakRequest {
  days: number
  /** A day is so long. */
  dayMs: number
  perSecond: number
  /** That come and go in all the days together. */
  webhooks: number
}

const WAITS_MS = [2_000, 4_000]
const TIMEOUT_MS = 2_000
const ENDS_MS = 120_000
const ELDER = 0
/** Of those that the engine under judgement has sent, half of the lanes that came and went would be more. */
const MAX_MORE_HEAP = 4_000_000
const MAX_MORE_RSS = 60_000_000
const MAX_DEAD = 2
const MAX_DELIVERY_BYTES = 64_000_000
const SECRET = 'whsec_of_those_that_come_and_go'

interface Day {
  weight: Weight
  wrong: string[]
  message: string
}

export async function soak(request: SoakRequest, say: (sentence: string) => void): Promise<Verdict> {
  await using world = await openWorld()
  const begin = (life: number, day: number) =>
    world.begin(life, {
      perSecond: request.perSecond / 2,
      timeoutMs: TIMEOUT_MS,
      waitsMs: WAITS_MS,
      aheadMs: day * DAY_MS,
    })
  const elder = await begin(ELDER, 0)
  let mortal = await begin(1, 0)
  const all: Day[] = []
  for (let day = 0; day < request.days; day++) {
    const work = await workADay(world, [elder, mortal], request, day)
    mortal.signal('SIGKILL')
    await mortal.ended(ENDS_MS)
    mortal = await begin(day + 2, day)
    mortal.send('emit')
    await until(() => sharedNowMs() >= work.endsMs || null, 'the day to end', request.dayMs + ENDS_MS)
    const lived = await endTheDay(world, [elder, mortal], elder, day)
    say(`day ${day + 1}: ${lived.message}`)
    all.push(lived)
  }
  await mortal.stop()
  await elder.stop()
  return {
    message: `${all.length} days, ${request.webhooks} webhooks came and went`,
    wrong: [...all.flatMap(({ wrong }, day) => wrong.map(message => `day ${day + 1}: ${message}`)), ...heavier(all)],
  }
}

/** Until it is time to die, which is somewhere in the middle. */
async function workADay(world: World, engines: Life[], { days, dayMs, webhooks }: SoakRequest, day: number) {
  const beganMs = sharedNowMs()
  for (const engine of engines) engine.send('emit')
  await comeAndGo(world, day, Math.ceil(webhooks / days))
  const diesMs = beganMs + dayMs * (0.4 + 0.2 * Math.random())
  await until(() => sharedNowMs() >= diesMs || null, 'the time to die', dayMs + ENDS_MS)
  return { endsMs: beganMs + dayMs }
}

/** So many webhooks are made, get one event each, and are removed. */
async function comeAndGo(world: World, day: number, count: number): Promise<void> {
  const { db, receivers } = world
  const [account] = await db.query<{ id: number }>(sql`
    insert into account (name, email, status, fees, limits, reserve, created_at, updated_at)
    values ('Loja', 'loja@example.com', 'ACTIVE', '{}', '{}', '{}', now(), now()) returning id`)
  const accountId = account?.id ?? 0
  const paths = Array.from({ length: count }, (_, n) => `/come/${accountId}/${n}`)
  for (const path of paths) receivers.rules.set(path, { secret: SECRET, answer: () => 200 })
  await db.query(sql`
    insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at)
    select ${accountId}, url, '{sale.paid}', 'TRANSACTION', 'default', ${SEAL.seal(SECRET)}, now(), now()
    from unnest(${paths.map(receivers.at)}::text[]) url`)
  world.more.set(accountId, paths)
  await publish(world, saleEvent({ accountId, number: BigInt(day) }), day)
  const owed = async () => (await db.query(sql`select from delivery where account_id = ${accountId} limit 1`)).length
  await until(async () => (await owed()) === 0 || null, 'those that came to be sent their event', ENDS_MS)
}

/** As a process does that does not send: the rows are leased by none. */
async function publish({ db, note }: World, event: DomainEvent, day: number): Promise<void> {
  const outbox = openOutbox({ epoch: () => null, take: () => {} })
  await db.transaction(async tx => {
    await tx.query(sql`insert into payment (account_id, number) values (${event.accountId}, ${event.subjectId})`)
    await outbox.write(tx, [event], new Date(Date.now() + day * DAY_MS))
  })
  note({ kind: 'asked', atMs: sharedNowMs(), ids: [eventUid(event)] })
}

async function endTheDay(world: World, engines: Life[], elder: Life, day: number): Promise<Day> {
  const { db, receivers } = world
  for (const engine of engines) engine.send('hush')
  for (const engine of engines) await engine.says('hushed')
  const held = async () => (await db.query(sql`select from delivery where owner is not null limit 1`)).length
  await until(async () => (await held()) === 0 || null, 'everything to be tried', ENDS_MS)
  const waiting = await world.open()
  await passMidnight(world, engines, day + 1)
  await until(async () => (await world.open()) === 0 || null, 'everything to be sent', ENDS_MS)

  const books = await readBooks(world)
  const twice = unlogged(books, receivers.receipts, 0, Number.POSITIVE_INFINITY)
  const { dead, bytes } = await litter(world)
  const wrong = [
    ...(await judge(world)),
    ...twice.filter(({ count }) => count !== 1).map(({ path, eventId }) => `${path} ${eventId} came a third time`),
    ...(dead <= MAX_DEAD ? [] : [`${dead.toFixed(2)} dead rows for each that lives`]),
    ...(bytes <= MAX_DELIVERY_BYTES ? [] : [`the open deliveries take ${bytes} bytes`]),
  ]
  const counts = `${books.events.length} facts in ${receivers.receipts.length} letters, ${twice.length} of them twice, ${waiting} waited over midnight`
  await db.query(sql`delete from webhook where account_id = any(${[...world.more.keys()]}::int[])`)
  await db.query(sql`truncate payment`)
  for (const paths of world.more.values()) for (const path of paths) receivers.rules.delete(path)
  world.forget()
  await until(async () => (await dropPastNotifications(db, -(day + 1))) || null, 'the past to go')
  const [left] = await db.query<{ count: number }>(sql`select count(*)::int as count from event`)
  if (left?.count !== 0) wrong.push(`${left?.count} facts of the past are kept`)
  const weight = await elder.weigh()
  const megabytes = (of: number) => (of / 1e6).toFixed(1)
  const litterText = `${dead.toFixed(2)} dead rows for each that lives, open deliveries ${megabytes(bytes)} MB`
  const weightText = `heap ${megabytes(weight.heapBytes)} MB, in all ${megabytes(weight.rssBytes)} MB`
  return { weight, wrong, message: `${counts}; ${litterText}; ${weightText}` }
}

/** The clocks of all are put on; while that goes on both are right. */
async function passMidnight({ db, receivers }: World, engines: Life[], day: number): Promise<void> {
  await db.query(sql`select make_day_partitions((now() at time zone 'UTC')::date + ${day}::int, 2)`)
  receivers.aheadMs.push(day * DAY_MS)
  for (const engine of engines) engine.send({ aheadMs: day * DAY_MS })
  for (const engine of engines) await engine.says('passed')
}

async function litter({ db }: World): Promise<{ dead: number; bytes: number }> {
  const [row] = await db.query<{ dead: number; bytes: number }>(sql`
    select sum(n_dead_tup)::float8 / greatest(1, sum(n_live_tup)) as dead,
      pg_total_relation_size('delivery')::float8 as bytes
    from pg_stat_user_tables where relname ~ '^(event|attempt|delivery)'`)
  return row ?? { dead: 0, bytes: 0 }
}

/** What the first day has left is what an engine needs. */
function heavier(days: Day[]): string[] {
  const [first, last] = [days[0]?.weight, days.at(-1)?.weight]
  if (first === undefined || last === undefined || days.length < 3) return []
  const more = (of: keyof Weight) => last[of] - first[of]
  return [
    ...(more('heapBytes') > MAX_MORE_HEAP ? [`the engine that lives on keeps ${more('heapBytes')} bytes more`] : []),
    ...(more('rssBytes') > MAX_MORE_RSS ? [`the engine that lives on takes ${more('rssBytes')} bytes more`] : []),
  ]
}
