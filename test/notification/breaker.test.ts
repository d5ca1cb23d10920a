// When a receiver is left alone, and how it is tried again.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { laneBreaker, type Sign } from '#notification/delivery/circuit-breaker.ts'

const noted = (signs: Sign[], jitter = 0) => {
  const breaker = laneBreaker()
  for (const sign of signs) breaker.record(sign, 0, jitter)
  return breaker
}
const times = (count: number, sign: Sign): Sign[] => Array(count).fill(sign)

describe('the circuit of a receiver opens', () => {
  it('never after a first failure, nor after four in a row without an answer', () => {
    for (const count of [1, 2, 3, 4]) assert.equal(noted(times(count, 'silent')).pausedSince(), null)
  })

  it('after five in a row without an answer', () => {
    const breaker = noted(times(5, 'silent'))
    assert.equal(breaker.pausedSince(), 0)
    assert.equal(breaker.admits(4_999, 0), false)
  })

  it('not where an answer came in between', () => {
    assert.equal(noted([...times(4, 'silent'), 'well', ...times(4, 'silent')]).pausedSince(), null)
  })

  it('when half of the last twenty failed, and not before there are twenty', () => {
    const half: Sign[] = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'failed' : 'well'))
    assert.equal(noted(half.slice(0, 19)).pausedSince(), null)
    assert.equal(noted(half).pausedSince(), 0)
  })

  it('not for a request to wait, once', () => {
    const breaker = laneBreaker()
    breaker.record('failed', 0, 0, 60_000)
    assert.equal(breaker.admits(0, 1), true)
  })

  it('not for what is more than twenty attempts back', () => {
    assert.equal(noted([...times(9, 'failed'), ...times(20, 'well'), ...times(9, 'failed')]).pausedSince(), null)
  })
})

describe('a receiver whose circuit is open', () => {
  it('gets one probe after five seconds, alone', () => {
    const breaker = noted(times(5, 'silent'))
    assert.equal(breaker.admits(5_000, 0), true)
    assert.equal(breaker.admits(5_000, 1), false)
  })

  it('waits twice as long after each probe in vain, and five minutes at most', () => {
    const breaker = noted(times(5, 'silent'))
    const pauses: number[] = []
    for (let probe = 0; probe < 8; probe++) {
      const now = breaker.openUntil()
      breaker.record('silent', now, 0)
      pauses.push(breaker.openUntil() - now)
    }
    assert.deepEqual(pauses, [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  })

  it('waits up to a fifth longer or shorter, so that many do not come back together', () => {
    assert.equal(noted(times(5, 'silent'), 1).openUntil(), 6_000)
    assert.equal(noted(times(5, 'silent'), -1).openUntil(), 4_000)
  })

  it('waits for as long as it requests, and never shorter than it would', () => {
    const breaker = laneBreaker()
    for (const sign of times(5, 'silent')) breaker.record(sign, 0, 0, 3_600_000)
    assert.equal(breaker.openUntil(), 3_600_000)
    breaker.record('failed', 3_600_000, 0, 2_000)
    assert.equal(breaker.openUntil(), 3_610_000)
  })

  it('is not delayed for longer by attempts that were under way when its circuit opened', () => {
    const breaker = noted(times(5, 'silent'))
    for (const sign of times(5, 'silent')) breaker.record(sign, 1_000, 0)
    assert.equal(breaker.openUntil(), 5_000)
  })

  it('is open again after one that went well, with nothing held against it', () => {
    const breaker = noted(times(5, 'silent'))
    breaker.record('well', 5_000, 0)
    assert.equal(breaker.pausedSince(), null)
    assert.equal(breaker.isPristine(0), true)
  })
})

describe('what a receiver did is forgotten', () => {
  it('an hour after its last attempt, so that a host which failed once is not kept for ever', () => {
    for (const signs of [times(1, 'silent'), times(5, 'silent')]) {
      const breaker = noted(signs)
      assert.equal(breaker.isPristine(3_600_000), false)
      assert.equal(breaker.isPristine(3_600_001), true)
    }
  })
})
