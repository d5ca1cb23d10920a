// Memory has room for so many deliveries. Those whose receivers do not take them must not fill it for the others.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import sql from 'sql-template-tag'
import { freePort } from '../free-port.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { owed } from './backlog.ts'
import { openShop } from './shop.ts'

const CROWD = 30
const EACH = 1_200
/** Long for one delivery, and far less than those take of whom memory is full. */
const PROMPT_MS = 5_000

interface Bad extends AsyncDisposable {
  url: string
  /** Whether each of the crowd has had its chance to fill the memory. */
  isTried(gateway: TestGateway): Promise<boolean>
}

async function hanging(): Promise<Bad> {
  let held = 0
  const server = createServer(() => {
    held++
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isTried: async () => held >= 4 * CROWD,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

async function dead(): Promise<Bad> {
  return {
    url: `http://127.0.0.1:${await freePort()}`,
    async isTried({ db }) {
      const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from attempt`)
      return (row?.count ?? 0) >= 5 * CROWD
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

for (const [what, open] of [
  ['hang', hanging],
  ['are dead', dead],
] as const)
  test(`many who ${what}, and are owed more than memory holds, do not delay another`, async () => {
    await using gateway = await openTestGateway({ env: { WEBHOOK_RETRY_WAITS_MS: '30000,300000' } })
    await using bad = await open()
    await using well = await openReceiver()
    const crowded = await openShop(gateway)
    const other = await openShop(gateway)
    await other.signed(well, ['sale.pending'])
    for (let n = 0; n < CROWD; n++) {
      const { id: webhookId } = await crowded.signed(bad, ['sale.pending'])
      await owed(gateway, { accountId: crowded.person.accountId, webhookId, count: EACH })
    }
    await until(() => bad.isTried(gateway), 'all of them to be tried')
    for (let n = 1; n <= 5; n++) {
      await other.seller.sell(100_00)
      const began = performance.now()
      await well.gets(n)
      assert.ok(performance.now() - began < PROMPT_MS, `${performance.now() - began} ms`)
    }
  })
