// A loop of due work that has been stopped leaves nothing behind that keeps the process alive.
import assert from 'node:assert/strict'
import test from 'node:test'
import { startDueLoop } from '#db/queue/due.ts'

const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length

test('work that ends after the stop begins no timer', async () => {
  const before = timers()
  const loop = startDueLoop({ name: 'test', everyMs: 60_000, log: { error() {} }, round: async () => false })
  loop.wakeIn(60_000)
  assert.ok(timers() > before)
  await loop.stop()
  loop.wakeIn(60_000)
  assert.equal(timers(), before)
})
