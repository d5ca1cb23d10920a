// A thousand buyers who have the page of their code open and do nothing: what they cost the gateway in memory and in statements. They
// live in a process of their own, so that what they cost themselves is not counted.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { contact, linkOf } from '../../cart/shopping.ts'
import type { TestGateway } from '../../gateway.ts'
import { until } from '../../until.ts'

const BUYERS = 1_000
const AT_ONCE = 20
const WINDOW_MS = 8_000
const MAX_BYTES = 60_000_000
const MAX_STATEMENTS_A_SECOND = 4

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

export interface IdleCost {
  bytes: number
  statementsASecond: number
  broken: string[]
}

export async function measureIdleBuyers(gateway: TestGateway): Promise<IdleCost> {
  const addresses = await addressesOf(gateway)
  const alone = await statementsASecond()
  const before = memory()
  const buyers = fork(new URL('./idle-client.ts', import.meta.url))
  try {
    await once(buyers, 'message')
    buyers.send(addresses)
    const [answered] = await once(buyers, 'message')
    if (answered !== BUYERS) throw new Error(`${answered} of ${BUYERS} streams were opened`)
    const withThem = await statementsASecond()
    const bytes = memory() - before
    const statements = Math.max(0, withThem - alone)
    const broken = [
      ...(bytes > MAX_BYTES ? [`${BUYERS} idle buyers: ${bytes} bytes of at most ${MAX_BYTES}`] : []),
      ...(statements > MAX_STATEMENTS_A_SECOND
        ? [`${BUYERS} idle buyers: ${statements} statements a second of at most ${MAX_STATEMENTS_A_SECOND}`]
        : []),
    ]
    return { bytes, statementsASecond: statements, broken }
  } finally {
    const ended = once(buyers, 'exit')
    buyers.disconnect()
    await ended
  }
}

async function addressesOf(gateway: TestGateway): Promise<string[]> {
  const link = await linkOf(await gateway.seller())
  const addresses: string[] = []
  for (let n = 0; n < BUYERS; n += AT_ONCE) {
    const opened = Array.from({ length: AT_ONCE }, (_, m) =>
      contact(gateway, link, { customer: { name: 'Ana Souza', email: `ana${n + m}@example.com`, phone: '' } }),
    )
    for (const { token } of await Promise.all(opened)) addresses.push(`${gateway.url}/c/${token}/eventos`)
  }
  return addresses
}

/** What is in use. What the process has got of the system besides is kept from busier times. */
function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const WINDOWS = 2

/** The least of some stretches: work from time to time, such as that on statistics, is in one of them alone. */
async function statementsASecond(): Promise<number> {
  let min = Number.POSITIVE_INFINITY
  for (let n = 0; n < WINDOWS; n++) min = Math.min(min, await statementsOfAWindow())
  return min
}

/** Every statement that this process sends, whatever its pool. */
async function statementsOfAWindow(): Promise<number> {
  const { query } = pg.Client.prototype
  let sent = 0
  const counting = function (this: pg.Client, ...given: unknown[]) {
    sent++
    return Reflect.apply(query, this, given)
  }
  pg.Client.prototype.query = counting as typeof query
  try {
    const began = performance.now()
    await until(() => performance.now() - began >= WINDOW_MS, 'the buyers to have waited', WINDOW_MS * 2)
    return sent / ((performance.now() - began) / 1_000)
  } finally {
    pg.Client.prototype.query = query
  }
}
