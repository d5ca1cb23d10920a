// What the log says of errors: of a database that is away a sentence, of a fault the place where it is.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { openLogger } from '../../src/startup/logger.ts'
import { until } from '../until.ts'

/** What a round that fails so leaves in the log. */
async function loggedOf(round: () => Promise<boolean>) {
  const lines: string[] = []
  const log = openLogger({ logLevel: 'info', logFormat: 'json' }, { write: line => void lines.push(line) })
  const loop = startDueLoop({ name: 'test', everyMs: 60_000, log, round })
  const [line] = await until(() => (lines.length > 0 ? lines : null), 'a line')
  await loop.stop()
  return JSON.parse(line ?? '')
}

it('a database that is only coming up leaves a sentence in the log, and no stack', async () => {
  const starting = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(starting.length + 4)
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, starting])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  for (const at of [port, 1]) {
    const db = openDatabase({ host: '127.0.0.1', port: at, user: 'x', database: 'x' }, 1)
    const { err, msg } = await loggedOf(async () => (await db.query(sql`select 1`)).length > 1)
    assert.equal(msg, 'a round of due work failed')
    assert.match(err.message, /^the database cannot be reached: /)
    assert.deepEqual([err.type, err.stack], ['ConnectionTrouble', undefined])
    await db.close()
  }
  await new Promise(done => server.close(done))
})

it('a fault of the program keeps its stack', async () => {
  const { err } = await loggedOf(() => Promise.reject(new TypeError('a slip')))
  assert.equal(err.type, 'TypeError')
  assert.match(err.stack, /error-for-log\.test\.ts/)
})
