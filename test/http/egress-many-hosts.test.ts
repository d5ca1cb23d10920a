// Ten thousand hosts, each sent to once: what is kept of them is bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { until } from '../until.ts'
import { egressFor, namesOf, OK, openWild, outcomeOf } from './egress-scene.ts'

const HOSTS = 10_000
const AT_ONCE = 50
const MAX_IDLE = 1_000
const MAX_KEPT_BYTES = 60_000_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('ten thousand hosts leave at most a thousand connections, and no memory', async t => {
  const wild = await openWild(t, socket => void socket.write(OK))
  const egress = egressFor(t, { publicOnly: true, isPublic: () => true, names: namesOf(() => ['127.0.0.1']) })
  const open = () => wild.connections.filter(({ closed }) => !closed).length
  async function publishRange(from: number, to: number) {
    let next = from
    const teller = async () => {
      for (let n = next++; n < to; n = next++)
        assert.equal(await outcomeOf(egress, `http://shop-${n}.example.com:${wild.port}/hook`), '200')
    }
    await Promise.all(Array.from({ length: AT_ONCE }, teller))
    await until(() => open() <= MAX_IDLE, 'the connections beyond a thousand to close')
    // What the receiver remembers is not to be counted.
    wild.connections.splice(0, wild.connections.length, ...wild.connections.filter(({ closed }) => !closed))
    wild.requests.length = 0
    collect()
    return process.memoryUsage().heapUsed
  }
  const first = await publishRange(0, 2 * MAX_IDLE)
  const last = await publishRange(2 * MAX_IDLE, HOSTS)
  assert.equal(open(), MAX_IDLE)
  t.diagnostic(
    `heap after ${2 * MAX_IDLE} hosts ${Math.round(first / 1e6)} MB, after ${HOSTS} ${Math.round(last / 1e6)} MB`,
  )
  assert.ok(last - first < MAX_KEPT_BYTES / 4, `${last - first} bytes more`)
  await egress.close()
  await until(() => open() === 0, 'every connection to close')
})
