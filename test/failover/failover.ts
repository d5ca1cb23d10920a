// A failover as it happens: callers sell and cash out, the primary is killed, the standby is promoted, and the callers go on. What was
// promised is compared with what is there, and our books with the bank's. Where commits do not wait for the standby, its line is cut before
// the kill, so that the tail is certainly lost.
import { performance } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { connectionTo } from '#db/server/server-list.ts'
import { openBank } from '../../sandbox/bank.ts'
import { signIn } from '../access/person.ts'
import { untilIdle, untruths } from '../books.ts'
import { assertAftermath } from '../process/aftermath.ts'
import { enrich, type Opened, openGateway, readiness } from '../process/scene.ts'
import { readSheet } from '../start/gateway.ts'
import { until } from '../until.ts'
import { type Load, openLoad } from './load.ts'
import { openPair, type Pair, type Replication } from './servers.ts'

export interface Failover {
  replication: Replication
  /** Killed: its connections break. Vanished: it lives on, and nothing reaches it any more or comes from it. */
  how: 'killed' | 'vanished'
  processes: number
  callers: number
  /** Promises before the kill and after the promotion. */
  promises: number
  /** In a short form the load is smaller and figures mean nothing. */
  say: (sentence: string) => void
}

export interface Figures {
  /** From the call that promotes the standby until the standby says that it is a primary. */
  promotedMs: number
  /** From that call until the first promise. */
  servedMs: number
  /** From the kill until the first promise. */
  awayMs: number
  /** Promises whose rows are gone. */
  lost: { sales: number; cashouts: number }
  /** Why the gateway is in recovery; null: it is not. */
  recovering: string | null
  promised: number
}

const FUNDS = 5_000_000_00
/** The bank's own deadline for what it does after it has answered; here it does all at once. */
const ENV = { SWEEP_EVERY_MS: '500' }

/** Throws where something is wrong. */
export async function failOver({ replication, how, processes, callers, promises, say }: Failover): Promise<Figures> {
  await using resources = new AsyncDisposableStack()
  const pair = await openPair(resources, replication)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const env = { ...ENV, DATABASE_URL: pair.url, PROCESSES: `${processes}` }
  const gateway = await openGateway(resources, { bankUrl: bank.url, env })
  await enrich(gateway, FUNDS)
  const load = openLoad({ seller: gateway.seller, bankUrl: bank.url, callers })
  resources.defer(() => load.goHome())
  const more = (count: number) => morePromises(load, count)
  await more(promises)
  if (replication === 'asynchronous') {
    pair.line.cut()
    await more(promises)
  }

  const killedAt = performance.now()
  if (how === 'killed') await pair.primary.kill()
  else for (const line of [pair.line, pair.way]) line.cut()
  say(`the primary has been ${how}`)
  const beganAt = performance.now()
  await pair.promote()
  const promotedAt = performance.now()
  const servedAt = await until(() => load.firstAfter(promotedAt), 'the first promise after the promotion')
  say(`the first promise after the promotion: ${Math.round(servedAt - beganAt)} ms after it began`)
  await more(promises)
  const since = await comeBack(pair, how)
  await more(promises)
  await assertLeftAlone(pair, since)
  await load.goHome()
  const figures = {
    promotedMs: promotedAt - beganAt,
    servedMs: servedAt - beganAt,
    awayMs: servedAt - killedAt,
    promised: load.count(),
  }
  await ready(gateway)
  if (replication !== 'asynchronous') {
    await assertAftermath({ connection: connectionTo(pair.url), bankUrl: bank.url, diary: load.diary })
    return { ...figures, lost: { sales: 0, cashouts: 0 }, recovering: await recoveringIn(pair) }
  }
  const recovering = await recoveringIn(pair)
  return { ...figures, lost: await lostOf(pair, load), recovering: await mended(pair, gateway, recovering) }
}

async function morePromises(load: Load, count: number): Promise<void> {
  const enough = load.count() + count
  await until(() => load.count() >= enough || null, `${count} more promises; ${JSON.stringify([...load.putOff])}`)
}

/** The former primary is there again as it was, and takes writes; sessions at the new one are ended, so that others begin. Answers when. */
async function comeBack({ primary, standby, line, way }: Pair, how: Failover['how']): Promise<string> {
  if (how === 'killed') await primary.start()
  // The standby's way to it stays cut: what has been promoted asks for nothing there.
  else way.mend()
  line.cut()
  const [{ since } = { since: '' }] = await primary.request<{ since: string }>(
    'select clock_timestamp()::text as since',
  )
  await standby.request(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'porteira' and usename = 'porteira'`,
  )
  return since
}

/** Sessions of before may still wait there for a standby that does not come. */
async function assertLeftAlone({ primary }: Pair, since: string): Promise<void> {
  const sessions = await primary.request(
    `select query from pg_stat_activity where application_name = 'porteira' and backend_start > '${since}'`,
  )
  if (sessions.length > 0) throw new Error(`the former primary is worked on: ${JSON.stringify(sessions)}`)
}

const ready = (gateway: Opened) =>
  until(async () => (await readiness(gateway.url)).status === 200 || null, 'the gateway to be ready')

async function recoveringIn(pair: Pair): Promise<string | null> {
  return during(pair, async db => {
    const [row] = await db.query<{ reason: string | null }>(sql`select recovery_reason as reason from house`)
    return row?.reason ?? null
  })
}

async function during<T>({ url }: Pair, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase(connectionTo(url), 2)
  return work(db).finally(() => db.close())
}

/** Promises that the new primary knows nothing of. */
function lostOf(pair: Pair, { diary }: Load): Promise<Figures['lost']> {
  return during(pair, async db => {
    const kept = new Set(
      (
        await db.query<{ uuid: string }>(sql`select uuid::text from sale union all select uuid::text from withdrawal`)
      ).map(({ uuid }) => uuid),
    )
    const missing = (promised: Map<string, string>) => [...promised.values()].filter(uuid => !kept.has(uuid)).length
    return { sales: missing(diary.sales), cashouts: missing(diary.cashouts) }
  })
}

/**
 * What a person does after the promotion of a standby that has lost something: waits until the lists of the PSPs have been read, and lets
 * the gateway work again. Then the books are the bank's.
 */
async function mended(pair: Pair, gateway: Opened, recovering: string | null): Promise<string | null> {
  if (recovering === null) throw new Error('a promoted standby that may have lost something is trusted')
  const { operator } = await readSheet(gateway.dataDir)
  const person = await signIn(gateway, operator)
  await until(async () => {
    const { status } = await person.call('POST', '/api/admin/recovery/resume', { reason: 'The lists have been read' })
    return status === 202 || null
  }, 'the lists of the PSPs to be read')
  await during(pair, async db => {
    await db.query(sql`update sale set due_at = now() where status = 'EM_PROCESSAMENTO'`)
    await untilIdle({ db })
    const audited = { db, bankUrl: gateway.bankUrl }
    const wrong = await until(async () => {
      const found = await untruths(audited)
      return found.length === 0 ? found : null
    }, 'the books to be those of the bank').catch(() => untruths(audited))
    if (wrong.length > 0) throw new Error(`the books are not those of the bank:\n${wrong.join('\n')}`)
  })
  return recovering
}
