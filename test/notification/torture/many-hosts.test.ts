// Postbacks go to any host that a sale names. Many hosts and as many more: connections and memory stay bounded. The addresses are those
// that Linux gives to every machine.
import assert from 'node:assert/strict'
import test from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { until } from '../../until.ts'
import { postbackEvent } from './events.ts'
import { openDeliveries, openLoad } from './load.ts'
import { openReceivers } from './receivers.ts'

const HOSTS = 1_400
const PER_COMMIT = 100
const MAX_IDLE = 1_000
const MAX_UNDER_WAY = 512
/** A thousand hosts that were kept would be more. */
const MAX_MORE_BYTES = 1_200_000
const ENDS_MS = 60_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const hostAt = (n: number) => `127.${1 + (n >> 14)}.${(n >> 7) & 127}.${1 + (n & 127)}`

test(`${2 * HOSTS} hosts cost no more than ${HOSTS}`, { skip: process.platform !== 'linux' }, async t => {
  await using wild = await openReceivers('0.0.0.0')
  wild.rules.set('/hook', { secret: 'postback', answer: () => 200 })
  await using load = await openLoad()
  const { accountId } = await load.enrol()

  async function publishRange(from: number, to: number): Promise<number> {
    const before = wild.receipts.length
    for (let n = from; n < to; n += PER_COMMIT) {
      const numbers = Array.from({ length: Math.min(PER_COMMIT, to - n) }, (_, i) => n + i)
      await load.emit(
        numbers.map(number =>
          postbackEvent({
            accountId,
            number: BigInt(number),
            postbackUrl: `http://${hostAt(number)}:${wild.port}/hook`,
          }),
        ),
      )
    }
    await until(() => wild.receipts.length >= before + to - from || null, 'all of them', ENDS_MS)
    await until(async () => (await openDeliveries(load.db)) === 0 || null, 'the log', ENDS_MS)
    assert.ok(wild.connections() <= MAX_IDLE + MAX_UNDER_WAY, `${wild.connections()} connections`)
    // What the receivers remember is not to be counted.
    wild.receipts.length = 0
    wild.forget()
    await until(() => wild.connections() <= MAX_IDLE || null, 'the connections beyond a thousand to close', ENDS_MS)
    collect()
    return process.memoryUsage().heapUsed
  }

  const first = await publishRange(0, HOSTS)
  const last = await publishRange(HOSTS, 2 * HOSTS)
  t.diagnostic(
    `heap ${(first / 1e6).toFixed(1)} MB after ${HOSTS} hosts, ${(last / 1e6).toFixed(1)} MB after ${2 * HOSTS}`,
  )
  assert.deepEqual(wild.complaints, [])
  const more = () => {
    collect()
    return process.memoryUsage().heapUsed - first
  }
  await until(() => more() < MAX_MORE_BYTES || null, 'the memory to be given back')
})
