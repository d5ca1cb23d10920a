// Three engines on one database, in the short form. The long one, with the times of a real gateway: npm run torture:notifications -- --only
// processes
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { killOneOfThree, type Pace, wakeAZombie } from './processes.ts'

/** With so short a time for an attempt an engine is taken for dead after six and a half seconds. */
const PACE: Pace = { timeoutMs: 1_500, stoppedMs: 0 }

describe('of three engines', { concurrency: true }, () => {
  it('one that was taken for dead completes nothing and sends nothing of the old when it goes on', async t => {
    const { message, wrong } = await wakeAZombie(PACE)
    t.diagnostic(message)
    assert.deepEqual(wrong.slice(0, 20), [])
  })

  it('one is killed, and the other two send what it has left', async t => {
    const { message, wrong } = await killOneOfThree(PACE)
    t.diagnostic(message)
    assert.deepEqual(wrong.slice(0, 20), [])
  })
})
