// The database fails in every way that can be simulated: an event exists if and only if its payment does, and every event that exists is
// sent, once. The long form: npm run torture:notifications -- --only faults
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FAULTS, suffer } from './faults.ts'
import { dieAsServer } from './server-deaths.ts'

describe('nothing is lost, half done or sent twice when', { concurrency: 4 }, () => {
  for (const [name, fault, times] of FAULTS)
    it(name, async t => {
      const { message, wrong } = await suffer(fault, times)
      t.diagnostic(message)
      assert.deepEqual(wrong, [])
    })

  it('the server is killed and comes back', async t => {
    const { message, wrong } = await dieAsServer(1)
    t.diagnostic(message)
    assert.deepEqual(wrong, [])
  })
})
