// The embedded server: whatever was killed, however often, the next start finds a whole database and no process in the way.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../until.ts'
import { isAlive, openScene, query } from './embedded-scene.ts'

const scene = await openScene()
after(() => scene.remove())

const root = process.getuid?.() === 0
const onlyRoot = root ? false : 'only root keeps its database elsewhere'
const NOBODY = 65_534

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

test('a first start makes a database in UTF-8 and UTC, for a role that is no superuser', async () => {
  const server = await scene.start(scene.dataDir('first'))
  const [events] = await query(
    server.connection,
    `select current_user::text as role, current_database()::text as name, rolsuper, pg_encoding_to_char(encoding) as encoding,
       datlocale, current_setting('timezone') as zone, current_setting('listen_addresses') as addresses
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  assert.deepEqual(events, {
    role: 'porteira',
    name: 'porteira',
    rolsuper: false,
    encoding: 'UTF8',
    datlocale: 'C.UTF-8',
    zone: 'UTC',
    addresses: '',
  })
  assert.equal(await modeOf(scene.dataDir('first')), '700')
  assert.equal(await modeOf(join(server.folder, 'cluster')), '700')
  await server.stop()
  assert.equal(await isAlive(server.pid), false)
  await server.ended
})

test('what was committed is there after stop and start', async () => {
  const dataDir = scene.dataDir('kept')
  const first = await scene.start(dataDir)
  await query(first.connection, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await scene.start(dataDir)
  assert.deepEqual(await query(second.connection, 'select answer from kept'), [{ answer: 42 }])
  await second.stop()
})

test('stop ends the server while sessions and statements are open', async () => {
  const server = await scene.start(scene.dataDir('busy'))
  const sleeping = query(server.connection, 'select pg_sleep(60)').catch((error: Error) => error.message)
  await until(
    async () =>
      (await query(server.connection, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`))[0] ?? null,
    'the statement to run',
  )
  await server.stop()
  assert.match(String(await sleeping), /terminat/)
})

test('a second start on the folder of a live gateway is refused, and the first is left alone', async () => {
  const dataDir = scene.dataDir('twice')
  const { server, kill } = await scene.gateway(dataDir)
  await assert.rejects(scene.start(dataDir), {
    name: 'StartProblem',
    message: /^Another Porteira \(process \d+\) is running on the data folder .*twice\. Stop it first/,
  })
  assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])
  await kill()
  const next = await scene.start(dataDir)
  await next.stop()
})

test('the orphaned server of a killed gateway is ended, and its commits are there', async () => {
  const dataDir = scene.dataDir('orphan')
  const { server, kill } = await scene.gateway(dataDir)
  await query(server.connection, 'create table kept as select 7 as answer')
  await kill()
  assert.equal(await isAlive(server.pid), true)
  const next = await scene.start(dataDir)
  assert.equal(await isAlive(server.pid), false)
  assert.deepEqual(await query(next.connection, 'select answer from kept'), [{ answer: 7 }])
  await next.stop()
})

test('a gateway and a server that were killed together are recovered from', async () => {
  const dataDir = scene.dataDir('crash')
  const { server, kill } = await scene.gateway(dataDir)
  await query(server.connection, 'create table kept as select 9 as answer')
  process.kill(server.pid, 'SIGKILL')
  await kill()
  const next = await scene.start(dataDir)
  assert.deepEqual(await query(next.connection, 'select answer from kept'), [{ answer: 9 }])
  await next.stop()
})

/** What a shell prints and leaves running, run as the user of the server. */
async function bystander(cluster: string, script: string) {
  const { uid, gid } = await stat(cluster)
  const child = spawn('sh', ['-c', script], {
    ...(root && { uid, gid }),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [pid] = await once(child.stdout, 'data')
  return { child, pid: String(pid).trim() }
}

for (const [what, script] of [
  ['another live process of the same user', 'echo $$; exec sleep 60'],
  ['a zombie', 'sleep 0 & echo $!; exec sleep 60'],
] as const)
  test(`a lock file that names ${what} prevents no start`, async () => {
    const server = await scene.start(scene.dataDir('reused'))
    await server.stop()
    const cluster = join(server.folder, 'cluster')
    const { child, pid } = await bystander(cluster, script)
    await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n/tmp\n\n\nready\n`)
    const next = await scene.start(scene.dataDir('reused'))
    assert.deepEqual(await query(next.connection, 'select 1 as one'), [{ one: 1 }])
    assert.equal(child.exitCode, null, 'the bystander lives')
    await next.stop()
    child.kill('SIGKILL')
  })

test('a cluster that was cut off while it was made is made anew', async () => {
  const dataDir = scene.dataDir('cut')
  const server = await scene.start(dataDir)
  await server.stop()
  await rm(join(server.folder, 'cluster'), { recursive: true })
  await mkdir(join(server.folder, 'cluster.unfinished-0a1b2c3d', 'base'), { recursive: true })
  const next = await scene.start(dataDir)
  assert.deepEqual(
    (await readdir(next.folder)).filter(name => name.startsWith('cluster')),
    ['cluster'],
  )
  await next.stop()
})

test('a cluster that a person has set aside stays where it is', async () => {
  const dataDir = scene.dataDir('aside')
  const first = await scene.start(dataDir)
  await first.stop()
  const names = ['cluster.before-upgrade', 'cluster.old', 'cluster.20260131', 'cluster.deadbeef', 'cluster.unfinished']
  for (const name of names) await cp(join(first.folder, 'cluster'), join(first.folder, name), { recursive: true })
  const next = await scene.start(dataDir)
  const there = await readdir(next.folder)
  assert.deepEqual(
    names.filter(name => !there.includes(name)),
    [],
  )
  await next.stop()
})

test('the cluster of another PostgreSQL is refused', async () => {
  const dataDir = scene.dataDir('other')
  const server = await scene.start(dataDir)
  await server.stop()
  await writeFile(join(server.folder, 'cluster', 'PG_VERSION'), '17\n')
  await assert.rejects(scene.start(dataDir), { name: 'StartProblem', message: /was made by PostgreSQL 17/ })
})

test('a data folder that cannot be made is reported in a sentence', async () => {
  const file = scene.dataDir('file')
  await writeFile(file, '')
  await assert.rejects(scene.start(join(file, 'data')), {
    name: 'StartProblem',
    message: /^The data folder .* cannot be used/,
  })
})

test('a deleted data folder begins with an empty database', { skip: onlyRoot }, async () => {
  const dataDir = scene.dataDir('deleted')
  const first = await scene.start(dataDir)
  await first.stop()
  await rm(dataDir, { recursive: true })
  const second = await scene.start(dataDir)
  assert.notEqual(second.folder, first.folder)
  await second.stop()
})

test('a copied data folder is refused, and a renamed one goes on', { skip: onlyRoot }, async () => {
  const dataDir = scene.dataDir('original')
  const first = await scene.start(dataDir)
  await first.stop()
  const other = scene.dataDir('other-name')
  await cp(dataDir, other, { recursive: true })
  await assert.rejects(scene.start(other), { name: 'StartProblem', message: /is a copy of .*original/ })
  await rm(dataDir, { recursive: true })
  const renamed = await scene.start(other)
  assert.equal(renamed.folder, first.folder)
  await renamed.stop()
})

test('a database that is gone is not silently replaced by an empty one', { skip: onlyRoot }, async () => {
  const dataDir = scene.dataDir('lost')
  const server = await scene.start(dataDir)
  await server.stop()
  await rm(server.folder, { recursive: true })
  await assert.rejects(scene.start(dataDir), { name: 'StartProblem', message: /but it is not there/ })
})

test('another user of the machine is refused even where the socket is within reach', { skip: onlyRoot }, async () => {
  const server = await scene.start(scene.dataDir('closed'))
  const { host } = server.connection
  for (const path of [server.folder, host]) await chmod(path, 0o755)
  await chmod(join(host, '.s.PGSQL.5432'), 0o777)
  // The start-up message of the protocol, version 3.0, for the gateway's own role.
  const attempt = `
    const words = Buffer.from('user\\0porteira\\0database\\0porteira\\0\\0')
    const head = Buffer.alloc(8); head.writeInt32BE(8 + words.length); head.writeInt32BE(196608, 4)
    const socket = require('node:net').connect(process.argv[1], () => socket.write(Buffer.concat([head, words])))
    socket.on('data', data => { process.stdout.write(data); socket.destroy() })`
  const child = spawn(await nodeForAll(), ['-e', attempt, join(host, '.s.PGSQL.5432')], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [answer] = await once(child.stdout, 'data')
  assert.match(String(answer), /Peer authentication failed for user "porteira"/)
  await server.stop()
})

/** The running Node may be where others cannot look. */
async function nodeForAll(): Promise<string> {
  const copy = join(scene.folder, 'node')
  await cp(process.execPath, copy)
  await chmod(copy, 0o755)
  return copy
}

/** Whether a folder and all above it can be passed by every user. */
async function isOpenToAll(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o005) !== 0o005) return false
  return folder === '/' || isOpenToAll(dirname(folder))
}

test('an ordinary user runs it in a data folder whose path is long and has blanks and an apostrophe', async t => {
  const here = dirname(fileURLToPath(import.meta.url))
  if (!root || !(await isOpenToAll(here)))
    return t.skip('only root can become another user, who must see this checkout')
  const home = scene.dataDir('nobody')
  await mkdir(home)
  await chmod(home, 0o777)
  const dataDir = join(home, `it's a long, winding path/${'x'.repeat(100)}/data`)
  const { server, kill } = await scene.gateway(dataDir, NOBODY)
  t.after(() => rm(server.connection.host, { recursive: true, force: true }))
  assert.equal(server.folder, join(dataDir, 'postgres'))
  assert.equal((await stat(join(server.folder, 'cluster'))).uid, NOBODY)
  assert.equal(await modeOf(server.connection.host), '700')
  await kill()
  const next = await scene.gateway(dataDir, NOBODY)
  assert.equal(await isAlive(server.pid), false, 'the orphan was ended')
  process.kill(next.server.pid, 'SIGINT')
  await until(async () => !(await isAlive(next.server.pid)) || null, 'the server to end')
  await next.kill()
  assert.equal(await readFile(join(server.folder, 'gateway.pid'), 'utf8'), `${next.child.pid}\n`)
})
