// A server of the operator's own: accepted when it is new enough, and refused in a sentence without its password otherwise.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import type { Connection } from '#db/postgres.ts'
import { reachServer } from '#db/server/given-server.ts'
import { freePort } from '../free-port.ts'
import { CONNECTION_VARIABLE } from '../setup.ts'

test('a server that is new enough is taken', async () => {
  const { host, port, user, database }: Connection = JSON.parse(process.env[CONNECTION_VARIABLE] ?? '')
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  assert.deepEqual(await reachServer(url), { connectionString: url, servers: [] })
})

/** One message of the protocol from a server. */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map(part => Buffer.from(part as string)))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 65_535)])
const READY = message('Z', 'I')

// Admits every client and answers every statement with the number of an old version.
function answerAs(version: string) {
  const text = Buffer.from(version)
  const column = ['server_version_num\0', int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]
  const answer = [
    message('T', int16(1), ...column),
    message('D', int16(1), int32(text.length), text),
    message('C', 'SHOW\0'),
    READY,
  ]
  return (socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]))
      socket.on('data', data => {
        if (data.toString('latin1').startsWith('Q')) socket.write(Buffer.concat(answer))
      })
    })
  }
}

test('a server that is too old is refused by its version', async () => {
  const server = createServer(answerAs('140011')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await assert.rejects(reachServer(`postgres://shop:hidden@127.0.0.1:${port}/shop`), {
    name: 'StartProblem',
    message: /^DATABASE_URL names a PostgreSQL 14 server; Porteira needs 15 or newer\./,
  })
  server.close()
})

test('a server that cannot be reached is named without its password', async () => {
  const port = await freePort()
  await assert.rejects(reachServer(`postgres://shop:hidden@127.0.0.1:${port}/shop`), (error: Error) => {
    assert.equal(error.name, 'StartProblem')
    assert.match(
      error.message,
      new RegExp(`\\(127\\.0\\.0\\.1:${port}, database shop\\) cannot be used: .*ECONNREFUSED`),
    )
    assert.doesNotMatch(error.message, /hidden/)
    return true
  })
})
