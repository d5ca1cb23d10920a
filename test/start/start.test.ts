// The whole of it, as its operator starts and ends it: first start, second start, kill -9, and the orderly end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import type { DemoSheet } from '#demo/seed.ts'
import { isAlive } from '../db/embedded-scene.ts'
import { freshDatabase } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { readSheet, removeData, serverPid, startGateway, untilOpen } from './gateway.ts'

async function balanceOf({ baseUrl, publicKey, privateKey }: DemoSheet): Promise<number> {
  const headers = { 'x-api-public-key': publicKey, 'x-api-private-key': privateKey }
  const { status, body } = await call(baseUrl, 'GET', '/api/public/balance', { headers })
  assert.equal(status, 200)
  return body.available
}

async function folder(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-start-'))
  t.after(() => removeData(dataDir))
  return dataDir
}

everyday('a start, kill -9 of the gateway alone, the next start, and Ctrl-C more than once', async t => {
  const dataDir = await folder(t)
  const first = startGateway(dataDir)
  await untilOpen(first)
  const sheet = await readSheet(dataDir)
  const balance = await balanceOf(sheet)
  assert.ok(balance > 0, 'the demo has money')
  assert.match(await (await fetch(sheet.paymentLink)).text(), /Café especial/)
  assert.equal((await stat(join(dataDir, 'demo.json'))).mode & 0o777, 0o600)
  const orphan = await serverPid(dataDir)

  const second = startGateway(dataDir)
  assert.equal(await second.ended, 1)
  assert.match(second.output(), /Another Porteira \(process \d+\) is running on the data folder/)
  assert.doesNotMatch(second.output(), /\n {4}at /, 'no stack')
  assert.equal(await balanceOf(sheet), balance, 'the first goes on')

  first.child.kill('SIGKILL')
  await first.ended
  assert.equal(await isAlive(orphan), true)
  const next = startGateway(dataDir)
  await untilOpen(next)
  assert.equal(await isAlive(orphan), false)
  const again = await readSheet(dataDir)
  assert.equal(again.privateKey, sheet.privateKey)
  assert.equal(new URL(again.paymentLink).pathname, new URL(sheet.paymentLink).pathname)
  assert.equal(await balanceOf(again), balance)

  const server = await serverPid(dataDir)
  for (let presses = 0; presses < 3; presses++) next.child.kill('SIGINT')
  assert.equal(await next.ended, 0)
  assert.match(next.output(), /Closing/)
  assert.equal(await isAlive(server), false)
  await assert.rejects(fetch(again.baseUrl))
  await assert.rejects(fetch(again.sandboxUrl))
})

slow('SIGTERM in the middle of a first start ends in order, and the next start goes on', async t => {
  const dataDir = await folder(t)
  const cut = startGateway(dataDir)
  await until(() => cut.output().includes('Bringing its schema') || null, 'the schema')
  cut.child.kill('SIGTERM')
  assert.equal(await cut.ended, 0)
  assert.doesNotMatch(cut.output(), /Ctrl-C stops/)
  const next = startGateway(dataDir)
  await untilOpen(next)
  assert.ok((await balanceOf(await readSheet(dataDir))) > 0)
  next.child.kill('SIGTERM')
  assert.equal(await next.ended, 0)
})

slow('with DATABASE_URL that server is used and no other is started', async t => {
  const dataDir = await folder(t)
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const { host = '', port, user, database } = connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const running = startGateway(dataDir, { DATABASE_URL: url })
  await untilOpen(running)
  assert.ok((await balanceOf(await readSheet(dataDir))) > 0)
  await assert.rejects(serverPid(dataDir), { code: 'ENOENT' })
  running.child.kill('SIGINT')
  assert.equal(await running.ended, 0)
})

slow('a database that a later version has brought forward is left alone, and it is said what to do', async t => {
  const dataDir = await folder(t)
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const db = openDatabase(connection, 1)
  await db.query(sql`insert into migration (name, run_on) values ('9999_of_a_later_version', now())`)
  const { host = '', port, user, database } = connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const running = startGateway(dataDir, { DATABASE_URL: url })
  assert.equal(await running.ended, 1)
  assert.match(
    running.output(),
    /brought forward by a later version of Porteira: it has the migration 9999_of_a_later_version.*Start that version or a later one, or restore a backup/,
  )
  assert.doesNotMatch(running.output(), /\n {4}at /, 'no stack')
  const [accounts] = await db.query<{ count: bigint }>(sql`select count(*) from psp_account`)
  assert.equal(accounts?.count, 0n, 'nothing was written')
  await db.close()
})

slow('production opens without a demo and without secrets of its own making', async t => {
  const dataDir = await folder(t)
  const running = startGateway(dataDir, {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pay.example.com',
    ENCRYPTION_KEY: '1f'.repeat(32),
    AUTH_SECRET: 'a secret that is long enough for this',
    ALLOW_SANDBOX: 'true',
  })
  await untilOpen(running)
  assert.match(running.output(), /Porteira is open at https:\/\/pay\.example\.com/)
  for (const file of ['demo.json', 'secrets.json']) await assert.rejects(stat(join(dataDir, file)), { code: 'ENOENT' })
  running.child.kill('SIGTERM')
  assert.equal(await running.ended, 0)
})

everyday('a configuration that cannot be used is reported without a stack, and nothing is made', async t => {
  const dataDir = join(await folder(t), 'none')
  const running = startGateway(dataDir, { PORT: 'x', TRUST_PROXY: 'true' })
  assert.equal(await running.ended, 1)
  assert.match(running.output(), /- PORT must be .*\n.*- TRUST_PROXY must be /)
  assert.doesNotMatch(running.output(), /\n {4}at /)
  await assert.rejects(stat(dataDir))
})

slow('the sandbox bank that comes with it cannot call where certificates are required', async t => {
  const files = ['CALLBACK_TLS_CERT_FILE', 'CALLBACK_TLS_KEY_FILE', 'CALLBACK_CLIENT_CA_FILE'].map(name => [name, '/x'])
  const running = startGateway(await folder(t), { CALLBACK_PORT: '0', ...Object.fromEntries(files) })
  assert.equal(await running.ended, 1)
  assert.match(
    running.output(),
    /CALLBACK_PORT asks callers for certificates.*Unset CALLBACK_PORT, or set PSP_BASE_URL/,
  )
})

slow('a taken port is reported with the name of its variable', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  t.after(() => void other.close())
  const running = startGateway(await folder(t), { PORT: String(port) })
  assert.equal(await running.ended, 1)
  assert.match(running.output(), new RegExp(`Port ${port} at 127\\.0\\.0\\.1 is taken by another program.*set PORT`))
})
