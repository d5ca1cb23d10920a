// What /health/live and /health/ready say, and whether it is true: with every connection to the database busy, with a database
// that says nothing, in recovery, and with a database that is older than the gateway.
import assert from 'node:assert/strict'
import pg from 'pg'
import sql from 'sql-template-tag'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { openGateway, openServer, readiness } from './scene.ts'

/** More than the gateway has connections. */
const CALLERS = 40
/** What a caller waits for a connection, with room for a slow machine. */
const MAX_WAIT_MS = 9_000
/** The bound of a readiness probe, likewise. */
const MAX_PROBE_MS = 4_000

const NOT_READY = '{"status":"not ready","because":"database"}'

async function timed(request: Promise<Answer>): Promise<Answer & { tookMs: number }> {
  const began = performance.now()
  const answer = await request
  return { ...answer, tookMs: performance.now() - began }
}

/** Locks a table until it is released. */
async function hold(connection: Connection, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

everyday('with every connection busy callers are put off in time, and the gateway is alive but not ready', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const { url, seller } = await openGateway(resources, { connection })
  const release = await hold(connection, 'sale')
  const asked = Array.from({ length: CALLERS }, () => timed(seller.api('GET', '/api/transactions?limit=1')))
  const firstAnswer = Promise.race(asked)

  const probe = await until(() => refusedProbe(url), 'the gateway to say that it is not ready')
  assert.equal(probe.text, NOT_READY)
  assert.equal(probe.headers.get('retry-after'), '1')
  assert.ok((await timed(readiness(url))).tookMs < MAX_PROBE_MS)
  assert.equal((await call(url, 'GET', '/health/live')).status, 200)

  const { tookMs } = await firstAnswer
  assert.ok(tookMs < MAX_WAIT_MS, `the first was put off after ${Math.round(tookMs)} ms`)
  await release()
  for (const { status, text, headers } of await Promise.all(asked)) {
    assert.ok(status === 200 || status === 503, `${status} ${text}`)
    if (status === 503) assert.deepEqual([headers.get('retry-after'), JSON.parse(text).error], ['1', 'UNAVAILABLE'])
  }
  assert.equal((await readiness(url)).text, '{"status":"ready"}')
  assert.equal((await seller.api('GET', '/api/transactions?limit=1')).status, 200)
})

async function refusedProbe(url: string): Promise<Answer | null> {
  const answer = await readiness(url)
  return answer.status === 503 ? answer : null
}

slow('a lock that is never released puts callers off in time, in the shape of each place', async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 200_00 })
  const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
  const release = await hold(gateway.connection, 'wallet')
  const answers = await Promise.all([
    seller.api('GET', '/api/public/balance'),
    seller.api('POST', '/api/public/cashout', request),
  ])
  await release()
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('retry-after')]),
    [
      [503, '1'],
      [503, '1'],
    ],
  )
  assert.deepEqual(
    answers.map(({ body }) => Object.keys(body).join()),
    ['error,message', 'message,error'],
  )
  assert.equal((await seller.api('POST', '/api/public/cashout', request)).status, 201)
})

slow('a server that is frozen is reported in time, and is well again when it thaws', async () => {
  await using resources = new AsyncDisposableStack()
  const server = await openServer(resources)
  const { url } = await openGateway(resources, { connection: server.connection })
  const db = openDatabase(server.connection, 1)
  const rows = await db.query<{ pid: number }>(sql`
    select pid from pg_stat_activity where application_name = 'porteira' and pid <> pg_backend_pid()`)
  await db.close()
  const pids = [server.pid(), ...rows.map(({ pid }) => pid)]
  const signal = (name: NodeJS.Signals) => pids.forEach(pid => void process.kill(pid, name))
  signal('SIGSTOP')
  try {
    const probe = await timed(readiness(url))
    assert.equal(`${probe.status} ${probe.text}`, `503 ${NOT_READY}`)
    assert.ok(probe.tookMs < MAX_PROBE_MS, `it took ${Math.round(probe.tookMs)} ms`)
    assert.equal((await call(url, 'GET', '/health/live')).status, 200)
  } finally {
    signal('SIGCONT')
  }
  await until(async () => (await readiness(url)).status === 200 || null, 'the gateway to be ready')
})

everyday('in recovery it is ready, and says so', async () => {
  await using gateway = await openTestGateway({ env: { RECOVER: 'true' } })
  assert.equal((await readiness(gateway.url)).text, '{"status":"ready","recovering":true}')
})

everyday('on a database that lacks a migration it is not ready', async () => {
  await using gateway = await openTestGateway()
  await gateway.db.query(sql`update migration set name = name || '-away' where name like '0011%'`)
  const { status, text } = await readiness(gateway.url)
  assert.equal(`${status} ${text}`, '503 {"status":"not ready","because":"schema"}')
  await gateway.db.query(sql`update migration set name = replace(name, '-away', '')`)
  assert.equal((await readiness(gateway.url)).status, 200)
})
