// Orders whose day comes at the same moment leave connections to all others.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Database } from '#db/postgres.ts'
import { startReleaseWork } from '#hold/release/worker.ts'
import { NO_ALERTS } from '../alerts.ts'
import { until } from '../until.ts'

it('twenty orders that are due at once end four at a time', async () => {
  const orders = Array.from({ length: 20 }, (_, n) => ({ accountId: 1001 + n, id: BigInt(n) }))
  let [running, max, ended] = [0, 0, 0]
  const db = {
    query: async ({ text }: { text: string }) => (text.includes('from hold_order') ? orders.splice(0) : []),
    async transaction() {
      max = Math.max(max, ++running)
      await new Promise(setImmediate)
      running--
      ended++
      return null
    },
  } as unknown as Database
  const work = startReleaseWork({
    db,
    clock: () => new Date(),
    outbox: { write: async () => [], send: () => {} },
    release: async () => 0,
    alerts: NO_ALERTS,
    log: { error: () => {} },
  })
  work.wake()
  await until(() => ended === 20 || null, 'the ends')
  await work.stop()
  assert.equal(max, 4)
})
