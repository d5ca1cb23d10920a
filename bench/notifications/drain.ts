// A backlog is drained: by the engine, by a job queue with an attempt log of the same form, or as many requests are made by
// the bare client. All against the same receivers.
import sql, { type Sql } from 'sql-template-tag'
import { until } from '../../test/until.ts'
import { clearBooks, makeBacklog, SALE_BODY, settle } from './backlog-made.ts'
import type { EngineGiven } from './engine.ts'
import type { Infrastructure } from './infrastructure.ts'
import { type Part, startPart } from './process.ts'
import type { RawGiven } from './raw-loop.ts'
import type { RivalGiven } from './rival.ts'

/** Each has sixteen under way at most, in every way of sending. */
export const WEBHOOKS = 9

export interface Drained {
  perSecond: number
  perCpuSecond: number
}

/** Runs work that sends `count` notifications, and measures what it cost. */
async function drained(
  infrastructure: Infrastructure,
  parts: Part[],
  count: number,
  work: () => Promise<unknown>,
): Promise<Drained> {
  const cpuBefore = infrastructure.cpuMs(parts)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  const cpuSeconds = (infrastructure.cpuMs(parts) - cpuBefore) / 1_000
  return { perSecond: count / seconds, perCpuSecond: count / cpuSeconds }
}

export const startEngine = (infrastructure: Infrastructure, given: Partial<EngineGiven> = {}): Promise<Part> => {
  const { gateway, bystander, sealKey, accountIds } = infrastructure
  return startPart('./engine.ts', { gateway, bystander, sealKey, accountIds, ...given } satisfies EngineGiven)
}

export const startRaw = ({ urls }: Infrastructure): Promise<Part> =>
  startPart('./raw-loop.ts', { urls: urls.slice(0, WEBHOOKS), body: SALE_BODY, headers: HEADERS } satisfies RawGiven)

/** As many and as long as the engine's. */
const HEADERS = {
  'Content-Type': 'application/json',
  'User-Agent': 'Service-Notifications/1',
  'X-Service-Event-Id': '5f0d2a6e-9f60-8f4e-8a55-6c2b8f2f9a11',
  'X-Service-Event-Sequence': '2',
  'X-Service-Event-Type': 'sale.paid',
  'X-Service-Timestamp': '1795262400',
  'X-Service-Signature': `sha256=${'0123456789abcdef'.repeat(4)}`,
}

export async function drainRaw(infrastructure: Infrastructure, raw: Part, count: number): Promise<Drained> {
  await settle(infrastructure.db)
  return drained(infrastructure, [raw], count, () => raw.run('flood', count))
}

/** Nothing is owed any more, and everything is in the log. */
export const untilDelivered = ({ db }: Infrastructure, latestMs = 60_000) =>
  until(async () => isEmpty(db, sql`delivery`), 'the deliveries to be logged', latestMs)

async function isEmpty(db: Infrastructure['db'], from: Sql): Promise<boolean> {
  const [row] = await db.query<{ empty: boolean }>(sql`select not exists (select from ${from}) as empty`)
  return row?.empty === true
}

export async function drainEngine(infrastructure: Infrastructure, engine: Part, count: number): Promise<Drained> {
  await engine.run('hold')
  await clearBooks(infrastructure.db)
  await makeBacklog(infrastructure, count, WEBHOOKS)
  await settle(infrastructure.db)
  return drainMade(infrastructure, engine, count)
}

/** What has been laid out already. */
export async function drainMade(infrastructure: Infrastructure, engine: Part, count: number): Promise<Drained> {
  await infrastructure.receivers.run('reset', {})
  await infrastructure.db.query(sql`select pg_stat_statements_reset()`)
  return drained(infrastructure, [engine], count, async () => {
    await engine.run('release')
    await infrastructure.receivers.run('until', count)
    await untilDelivered(infrastructure)
  })
}

/** Of the gateway's role alone. */
export async function statementsOfGateway({ db }: Infrastructure): Promise<number> {
  const [row] = await db.query<{ calls: number }>(sql`
    select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements where userid = 'porteira'::regrole`)
  return row?.calls ?? 0
}

interface Rival {
  name: 'graphile' | 'pg-boss'
  owed: Sql
}

export const RIVALS: Rival[] = [
  { name: 'graphile', owed: sql`graphile_worker._private_jobs` },
  { name: 'pg-boss', owed: sql`pgboss.job where state < 'completed'` },
]

export async function startRival(infrastructure: Infrastructure, { name }: Rival): Promise<Part> {
  const receivers = await infrastructure.db.query<RivalGiven['receivers'][number]>(sql`
    select account_id as "accountId", id as "webhookId", url, secret_sealed as "secretSealed" from webhook
    order by id limit ${WEBHOOKS}`)
  return startPart(`./${name}.ts`, {
    connection: infrastructure.gateway,
    sealKey: infrastructure.sealKey,
    receivers,
  } satisfies RivalGiven)
}

export async function drainRival(
  infrastructure: Infrastructure,
  rival: Rival,
  part: Part,
  count: number,
): Promise<Drained> {
  await clearBooks(infrastructure.db)
  await part.run('fill', count)
  await settle(infrastructure.db)
  await infrastructure.receivers.run('reset', {})
  const figures = await drained(infrastructure, [part], count, async () => {
    await part.run('release')
    await infrastructure.receivers.run('until', count)
    await until(async () => isEmpty(infrastructure.db, rival.owed), `${rival.name} to complete its jobs`, 60_000)
    await until(async () => (await logged(infrastructure)) === count, `${rival.name} to log its attempts`, 60_000)
  })
  await part.run('hold')
  return figures
}

async function logged({ db }: Infrastructure): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from attempt`)
  return row?.count ?? 0
}
