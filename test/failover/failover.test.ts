// "Failover of PostgreSQL to a streaming standby with a measured time to serve again (goal <= 10 s after promotion) and nothing lost that was
// acknowledged." The long form kills primaries under load; the everyday form is server-list.test.ts.
import assert from 'node:assert/strict'
import { slow } from '../long.ts'
import { failOver } from './failover.ts'

const MAX_SERVED_MS = 10_000
const SHAPE = { callers: 4, promises: 40, say() {} }

for (const [replication, processes, how] of [
  ['remote_apply', 2, 'killed'],
  ['on', 1, 'vanished'],
] as const)
  slow(
    `a primary is ${how} under load, synchronous (${replication}), ${processes} processes: served again in time, and nothing promised is lost`,
    async t => {
      const figures = await failOver({ ...SHAPE, replication, processes, how })
      t.diagnostic(JSON.stringify(figures))
      assert.equal(figures.recovering, null)
      assert.ok(figures.servedMs < MAX_SERVED_MS, `it took ${Math.round(figures.servedMs)} ms`)
    },
  )

slow(
  'an asynchronous standby that lacks the tail is promoted: recovery, and the books are those of the bank',
  async t => {
    const figures = await failOver({ ...SHAPE, replication: 'asynchronous', processes: 1, how: 'killed' })
    t.diagnostic(JSON.stringify(figures))
    assert.ok(figures.lost.sales + figures.lost.cashouts > 0)
    assert.match(figures.recovering ?? '', /is older than it was|a standby was promoted/)
  },
)
