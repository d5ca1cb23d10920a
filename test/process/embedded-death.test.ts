// The PostgreSQL that Porteira brought dies under load. The gateway starts it again by itself and goes on; where it does not come back, the
// gateway ends with a sentence.
import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAlive } from '../db/embedded-scene.ts'
import { times } from '../long.ts'
import { clusterOf, readSheet, serverPid } from '../start/gateway.ts'
import { until } from '../until.ts'
import { assertAftermath } from './aftermath.ts'
import { crowd } from './people.ts'
import { connectionIn, enrich, openGateway, readiness } from './scene.ts'

const DEATHS = times(1, 4)
const ENOUGH = 60
const CALLERS = 9
/** What a container usually gets before it is killed. */
const ENDS_MS = 10_000

test('the embedded server is killed again and again under load', async t => {
  await using resources = new AsyncDisposableStack()
  const gateway = await openGateway(resources, { env: { LOG_LEVEL: 'error' } })
  await enrich(gateway, 999_999_00)
  const { diary, goHome } = crowd(gateway.seller, gateway.bankUrl, CALLERS)
  resources.defer(goHome)
  const done = () => (diary.answers.get(200) ?? 0) + (diary.answers.get(201) ?? 0)

  for (let deaths = 0; deaths < DEATHS; deaths++) {
    const before = done()
    await until(() => done() >= before + ENOUGH || null, `${ENOUGH} answers`)
    const pid = await serverPid(gateway.dataDir)
    process.kill(pid, 'SIGKILL')
    const now = () => serverPid(gateway.dataDir).catch(() => pid)
    await until(async () => ((await now()) === pid ? null : true), 'another server')
    await until(async () => (await readiness(gateway.url)).status === 200 || null, 'the gateway to be ready')
  }
  await goHome()
  assert.equal(gateway.child.exitCode, null)
  assert.equal(
    gateway.output().match(/The embedded PostgreSQL has ended \(SIGKILL; its log is .*server\.log\)/g)?.length,
    DEATHS,
  )
  // Callers are served as soon as it answers, a moment before the gateway says so.
  const returns = () => gateway.output().match(/The embedded PostgreSQL is back/g)?.length
  await until(() => returns() === DEATHS || null, `the server to be back ${DEATHS} times`)
  await t.test('nothing is lost, nothing is there twice, and no caller got any other answer', async () =>
    assertAftermath({ connection: await connectionIn(gateway.dataDir), bankUrl: gateway.bankUrl, diary }),
  )

  const last = await serverPid(gateway.dataDir)
  gateway.child.kill('SIGTERM')
  assert.equal(await gateway.ended, 0)
  assert.equal(await isAlive(last), false)
})

test('Ctrl-C while a dead server is being started again ends in order', async () => {
  await using resources = new AsyncDisposableStack()
  const gateway = await openGateway(resources, { env: { LOG_LEVEL: 'error' } })
  process.kill(await serverPid(gateway.dataDir), 'SIGKILL')
  await until(() => gateway.output().includes('has ended (SIGKILL') || null, 'the gateway to notice')
  const asked = performance.now()
  gateway.child.kill('SIGINT')
  assert.equal(await gateway.ended, 0)
  await assert.rejects(serverPid(gateway.dataDir), { code: 'ENOENT' }, 'no server runs')
  assert.ok(performance.now() - asked < ENDS_MS, `it took ${Math.round(performance.now() - asked)} ms`)
})

test('a server that does not come back ends the gateway with a sentence, and the bank with it', async () => {
  await using resources = new AsyncDisposableStack()
  const gateway = await openGateway(resources, { env: { PSP_BASE_URL: '' } })
  const { sandboxUrl } = await readSheet(gateway.dataDir)
  const control = join(await clusterOf(gateway.dataDir), 'global', 'pg_control')
  const pid = await serverPid(gateway.dataDir)
  await rename(control, `${control}.away`)
  process.kill(pid, 'SIGKILL')
  assert.equal(await gateway.ended, 1)
  assert.match(gateway.output(), /The embedded PostgreSQL \(its log: .*server\.log\) does not stay up\. .*pg_control/s)
  assert.doesNotMatch(gateway.output(), /\n {4}at /, 'no stack')
  await assert.rejects(fetch(sandboxUrl))
})
