// The keeper of the embedded server, with processes that play it: which end is followed by another start, which is not, and what is logged.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { keepUp } from '#db/embedded/revival.ts'
import { until } from '../until.ts'

async function play(seconds = '60'): Promise<ChildProcess> {
  const child = spawn('sleep', [seconds], { stdio: 'ignore' })
  await once(child, 'spawn')
  return child
}

const logFile = '/x/server.log'

test('one that is not restarted has ended when it ends', async () => {
  const kept = keepUp({ first: await play('0'), again: null, onTrouble: () => assert.fail(), logFile })
  assert.equal(await kept.ended, 'The embedded PostgreSQL has ended.')
  await kept.stop()
})

test('one that ends by itself is followed by another, until it is told to stop', async () => {
  const message: string[] = []
  const kept = keepUp({ first: await play(), again: () => play(), onTrouble: text => message.push(text), logFile })
  const first = kept.pid()
  process.kill(first, 'SIGKILL')
  const second = await until(() => (kept.pid() === first ? null : kept.pid()), 'another')
  assert.deepEqual(message, [
    'The embedded PostgreSQL has ended (SIGKILL; its log is /x/server.log); starting it again.',
    'The embedded PostgreSQL is back.',
  ])
  await kept.stop()
  assert.throws(() => process.kill(second, 0), { code: 'ESRCH' })
  assert.equal(await kept.ended, 'The embedded PostgreSQL was stopped.')
  assert.equal(message.length, 2)
})

test('one that fails to start is tried again', async () => {
  let tries = 0
  const again = async () => {
    tries++
    if (tries === 1) throw new Error('no room')
    return play()
  }
  const kept = keepUp({ first: await play('0'), again, onTrouble() {}, logFile })
  await until(() => tries === 2 || null, 'a second try')
  await kept.stop()
})

test('one that is stopped while it is being started again leaves nothing running', async () => {
  const starting = Promise.withResolvers<ChildProcess>()
  const again = async (begun: (child: ChildProcess) => void) => {
    const child = await play()
    begun(child)
    starting.resolve(child)
    await once(child, 'exit')
    throw new Error('ended instead')
  }
  const kept = keepUp({ first: await play('0'), again, onTrouble() {}, logFile })
  const child = await starting.promise
  await kept.stop()
  assert.equal(child.signalCode, 'SIGINT')
  assert.equal(await kept.ended, 'The embedded PostgreSQL was stopped.')
})

test('one that ends again and again is given up', async () => {
  let starts = 0
  const again = () => {
    starts++
    return play('0')
  }
  const kept = keepUp({ first: await play('0'), again, onTrouble() {}, logFile })
  assert.equal(
    await kept.ended,
    'The embedded PostgreSQL (its log: /x/server.log) does not stay up. It ends again and again.',
  )
  assert.ok(starts >= 5 && starts <= 20, `${starts} starts`)
  await kept.stop()
})
