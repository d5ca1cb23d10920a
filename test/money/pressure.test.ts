import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPressure } from '#kernel/concurrency/pressure.ts'

const settings = { many: 8, calmMs: 100, maxMs: 500 }
const nothing = async () => {}

/** Whether it resolves without any clock. */
async function atOnce(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), new Promise<false>(wake => setImmediate(wake, false))])
}

describe('what can wait', () => {
  it('does not wait in calm times, nor for a few requests', async () => {
    const pressure = openPressure(settings)
    assert.equal(await atOnce(pressure.calm()), true)
    await pressure.during(7, nothing)
    assert.equal(await atOnce(pressure.calm()), true)
  })

  it('gives way to many, while they are decided and until they are gone', async () => {
    const pressure = openPressure(settings)
    const { promise, resolve } = Promise.withResolvers<string>()
    const deciding = pressure.during(8, () => promise)
    assert.equal(await atOnce(pressure.calm()), false)
    resolve('decided')
    assert.equal(await deciding, 'decided')
    assert.equal(await atOnce(pressure.calm()), false)
    await pressure.calm()
    assert.equal(await atOnce(pressure.calm()), true)
  })

  it('gives way no longer than it must, however many go on coming', async () => {
    const pressure = openPressure(settings)
    const { promise, resolve } = Promise.withResolvers<void>()
    const deciding = pressure.during(64, () => promise)
    await pressure.calm()
    assert.equal(await atOnce(pressure.calm()), false)
    resolve()
    await deciding
  })

  it('goes on after requests that failed', async () => {
    const pressure = openPressure(settings)
    await assert.rejects(
      pressure.during(8, () => Promise.reject(new Error('failed'))),
      /failed/,
    )
    await pressure.calm()
    assert.equal(await atOnce(pressure.calm()), true)
  })
})
