// Porteira is started before its database is there, as containers that start together are: it prints what it waits for, goes on by itself,
// gives up in time with a sentence, and can be stopped meanwhile.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Connection } from '#db/postgres.ts'
import { freePort } from '../free-port.ts'
import { freshDatabase } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { removeData, startGateway, untilOpen } from './gateway.ts'

async function folder(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-waiting-'))
  t.after(() => removeData(dataDir))
  return dataDir
}

const urlAt = (port: number, { user, database }: Connection) => `postgres://${user}@127.0.0.1:${port}/${database}`

async function listenAt(port: number, server: Server): Promise<() => void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return () => void server.close()
}

/** Says what a server says that starts or replays its log: 57P03. */
const starting = () =>
  createServer(socket => {
    socket.on('error', () => {})
    const words = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
    const head = Buffer.alloc(5, 'E')
    head.writeInt32BE(words.length + 4, 1)
    socket.once('data', () => socket.end(Buffer.concat([head, words])))
  })

/** The way to a real one. */
const wayTo = ({ host = '', port }: Connection) =>
  createServer(client => {
    const upstream = connect(join(host, `.s.PGSQL.${port}`))
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })

slow('a database that comes up after the gateway is waited for, with a line for each reason', async t => {
  const dataDir = await folder(t)
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const port = await freePort()
  const running = startGateway(dataDir, { DATABASE_URL: urlAt(port, connection) })
  const says = (words: string) => until(() => running.output().includes(words) || null, words)

  await says(
    `Waiting for the database at 127.0.0.1:${port}, database ${connection.database}, 60 s at most: connect ECONNREFUSED`,
  )
  const done = await listenAt(port, starting())
  await says('60 s at most: the database system is starting up')
  done()
  await until(
    () =>
      listenAt(port, wayTo(connection))
        .then(end => t.after(end))
        .then(
          () => true,
          () => null,
        ),
    'the port',
  )
  await untilOpen(running)
  const lines = running
    .output()
    .split('\n')
    .filter(line => line.includes('Waiting for the database'))
  assert.ok(lines.length <= 3, lines.join('\n'))
  running.child.kill('SIGTERM')
  assert.equal(await running.ended, 0)
})

test('a database that does not come up in time is reported in a sentence, without a stack and without its password', async t => {
  const dataDir = await folder(t)
  const port = await freePort()
  const env = { DATABASE_URL: `postgres://shop:hidden@127.0.0.1:${port}/shop`, DATABASE_WAIT_MS: '1000' }
  const running = startGateway(dataDir, env)
  assert.equal(await running.ended, 1)
  assert.match(
    running.output(),
    /The database that DATABASE_URL names \(127\.0\.0\.1:\d+, database shop\) cannot be used after 1 s \(DATABASE_WAIT_MS\): connect ECONNREFUSED.*Check the address/,
  )
  assert.doesNotMatch(running.output(), /hidden|\n {4}at /)
})

test('a database that refuses for good is not waited for', async t => {
  const dataDir = await folder(t)
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const { host = '', port, user } = connection
  const url = `postgres://${user}@localhost:${port}/nowhere?host=${encodeURIComponent(host)}`
  const running = startGateway(dataDir, { DATABASE_URL: url })
  assert.equal(await running.ended, 1)
  assert.match(running.output(), /cannot be used: database "nowhere" does not exist/)
  assert.doesNotMatch(running.output(), /Waiting/)
})

slow('a gateway that waits for a database can be stopped', async t => {
  const dataDir = await folder(t)
  const running = startGateway(dataDir, { DATABASE_URL: `postgres://shop@127.0.0.1:${await freePort()}/shop` })
  await until(() => running.output().includes('Waiting for the database') || null, 'it to wait')
  running.child.kill('SIGTERM')
  assert.equal(await running.ended, 0)
})
