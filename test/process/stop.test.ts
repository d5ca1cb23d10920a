// The gateway is stopped while it is at work. What it has begun it finishes, it admits no new request, whatever waits in memory is written
// down, and it ends in time however often the signal comes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { assertAftermath } from './aftermath.ts'
import { crowd } from './people.ts'
import { enrich, openGateway, openServer } from './scene.ts'

const REQUEST = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
const CASHOUTS = 5
/** Without a request that holds it up. */
const ENDS_MS = 10_000
/** The bound of a stop, and the time to see it through. */
const MAX_DRAIN_MS = 35_000

test('requests under way are answered, and no new one is admitted', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const gateway = await openGateway(resources, { connection })
  await enrich(gateway, 10_000_00)
  const { seller, url } = gateway
  const quiet = await quietConnection(url)

  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from wallet where account_id = $1 for update', [seller.accountId])
  const asked = Array.from({ length: CASHOUTS }, () => seller.api('POST', '/api/public/cashout', REQUEST))
  const db = openDatabase(connection, 1)
  resources.defer(() => db.close())
  await until(async () => {
    const rows = await db.query(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0 || null
  }, 'the cashouts to wait for the wallet')
  // Only what the gateway has read is under way: whatever it answers now was sent after them.
  for (let looks = 0; looks < CASHOUTS; looks++) assert.equal((await call(url, 'GET', '/health/live')).status, 200)

  gateway.child.kill('SIGTERM')
  await until(
    () =>
      fetch(url).then(
        () => null,
        () => true,
      ),
    'the port to be closed',
  )
  gateway.child.kill('SIGTERM')
  gateway.child.kill('SIGINT')
  assert.equal(gateway.child.exitCode, null, 'it waits for what it has begun')
  await holder.query('commit')
  await holder.end()

  const answers = await Promise.all(asked)
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(CASHOUTS).fill(201),
  )
  assert.equal(await gateway.ended, 0)
  assert.match(await quiet.all, /^HTTP\/1\.1 200 /)
  const stored = await db.query<{ uuid: string }>(sql`select uuid::text from withdrawal`)
  assert.deepEqual(new Set(stored.map(({ uuid }) => uuid)), new Set(answers.map(({ body }) => body.uuid)))
})

/** One that has been answered and is kept open. `all` is what it has received when the other side closes it. */
async function quietConnection(url: string): Promise<{ all: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', bytes => {
    heard += bytes
  })
  const all = once(socket, 'close').then(() => heard)
  socket.write(`GET /health/live HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  await once(socket, 'data')
  return { all }
}

slow('a stop under load loses nothing and takes no longer than it must', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const gateway = await openGateway(resources, { connection })
  await enrich(gateway, 999_999_00)
  const { diary, goHome } = crowd(gateway.seller, gateway.bankUrl, 9)
  await until(() => (diary.answers.get(201) ?? 0) > 100 || null, 'a hundred answers')
  const asked = performance.now()
  gateway.child.kill('SIGTERM')
  assert.equal(await gateway.ended, 0)
  const tookMs = performance.now() - asked
  await goHome()
  // A request that came too late found the port closed.
  const refused = diary.wrong.filter(text => /ECONNREFUSED|ECONNRESET|other side closed/.test(text))
  diary.wrong = diary.wrong.filter(text => !refused.includes(text))
  assert.ok(refused.length > 0)
  assert.ok(tookMs < ENDS_MS, `it took ${Math.round(tookMs)} ms`)

  const { bankUrl, dataDir } = gateway
  await openGateway(resources, { connection, bankUrl, dataDir })
  await assertAftermath({ connection, bankUrl, diary })
})

slow('a stop while the database is away ends in time', async () => {
  await using resources = new AsyncDisposableStack()
  const server = await openServer(resources)
  const gateway = await openGateway(resources, { connection: server.connection })
  const { diary, goHome } = crowd(gateway.seller, gateway.bankUrl, 3)
  await until(() => (diary.answers.get(201) ?? 0) > 20 || null, 'some answers')
  process.kill(server.pid(), 'SIGKILL')
  await until(() => (diary.answers.get(503) ?? 0) > 3 || null, 'callers to be put off')
  const asked = performance.now()
  gateway.child.kill('SIGTERM')
  assert.equal(await gateway.ended, 0)
  const tookMs = performance.now() - asked
  await goHome()
  assert.ok(tookMs < MAX_DRAIN_MS, `it took ${Math.round(tookMs)} ms`)
  assert.doesNotMatch(gateway.output(), /\n {4}at /, 'no stack')
})
