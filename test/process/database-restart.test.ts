// The operator's own PostgreSQL server goes away under load, in every way that one can, and comes back. The gateway stays: its callers are
// told to come back later, in the form that the contract has for it, and it goes on without an operator.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { call } from '../http.ts'
import { times } from '../long.ts'
import { openWatcher } from '../torture/watcher.ts'
import { until } from '../until.ts'
import { assertAftermath } from './aftermath.ts'
import { crowd, type Diary } from './people.ts'
import { enrich, openGateway, openServer, readiness } from './scene.ts'

type Server = Awaited<ReturnType<typeof openServer>>

const WAYS: Record<string, (server: Server) => Promise<void>> = {
  'is stopped and started': async server => server.stop(),
  'is killed and started': async server => {
    process.kill(server.pid(), 'SIGKILL')
    await server.stop()
  },
}

/** Answers that the crowd must have had between two disturbances. */
const ENOUGH = 60
const CALLERS = 9
/** A caller of a payout whose commit is in doubt waits for the database's answer. */
const SLOWEST_MS = 15_000

const done = ({ answers }: Diary) => (answers.get(200) ?? 0) + (answers.get(201) ?? 0)

test('a database server that goes away under load', async t => {
  await using resources = new AsyncDisposableStack()
  const server = await openServer(resources)
  const gateway = await openGateway(resources, { connection: server.connection })
  await enrich(gateway, 999_999_00)
  const watcher = resources.use(await openWatcher(server.connection))
  const { diary, goHome } = crowd(gateway.seller, gateway.bankUrl, CALLERS)
  resources.defer(goHome)
  const more = async () => {
    const before = done(diary)
    await until(() => done(diary) >= before + ENOUGH || null, `${ENOUGH} answers; so far ${reported(diary)}`)
  }

  await more()
  for (const [how, away] of Array.from({ length: times(1, 2) }, () => Object.entries(WAYS)).flat())
    await t.test(`it ${how}: not ready but alive meanwhile, and well again by itself`, async () => {
      await away(server)
      const later = diary.answers.get(503) ?? 0
      assert.equal((await readiness(gateway.url)).text, '{"status":"not ready","because":"database"}')
      assert.equal((await call(gateway.url, 'GET', '/health/live')).status, 200)
      await until(() => (diary.answers.get(503) ?? 0) > later || null, 'a caller to be put off')
      await server.start()
      await until(async () => (await readiness(gateway.url)).status === 200 || null, 'the gateway to be ready')
      await more()
    })

  await t.test('a session of it dies, and takes all others along', async () => {
    const db = openDatabase(server.connection, 1)
    resources.defer(() => db.close())
    const [session] = await db.query<{ pid: number }>(sql`
      select pid from pg_stat_activity where application_name = 'porteira' and pid <> pg_backend_pid() limit 1`)
    assert.match(await readFile(`/proc/${session?.pid}/comm`, 'utf8'), /postgres/)
    process.kill(session?.pid as number, 'SIGKILL')
    await more()
  })

  await t.test('an administrator ends all sessions, several times in a row', async () => {
    for (let ends = times(2, 5); ends > 0; ends--) {
      const db = openDatabase(server.connection, 1)
      await db.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      await db.close()
      await more()
    }
  })

  await goHome()
  t.diagnostic(reported(diary))
  assert.ok(diary.slowestMs < SLOWEST_MS, `an answer took ${Math.round(diary.slowestMs)} ms`)
  await t.test('the sums have added up at every moment', async () => assert.deepEqual((await watcher.end()).wrong, []))

  await t.test('nothing is lost, nothing is there twice, and no caller got any other answer', () =>
    assertAftermath({ connection: server.connection, bankUrl: gateway.bankUrl, diary }),
  )

  gateway.child.kill('SIGTERM')
  assert.equal(await gateway.ended, 0)
})

const reported = ({ answers, slowestMs, wrong }: Diary) =>
  `${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}; slowest ${Math.round(slowestMs)} ms; ${wrong.slice(0, 5).join('; ')}`
