import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeFailedAttempts } from '#access/guards/failed-attempts.ts'

function counter() {
  let now = 1_000_000
  const failed = makeFailedAttempts(() => new Date(now))
  const times = (count: number, address: string) => Array.from({ length: count }, () => failed.count(address)).at(-1)
  const wait = (ms: number) => {
    now += ms
  }
  return { failed, times, wait }
}

it('the 21st failure of an address within a minute has to wait for the rest of the minute', () => {
  const { failed, times, wait } = counter()
  assert.equal(times(20, '203.0.113.9'), null)
  assert.equal(failed.count('203.0.113.9'), 60)
  wait(59_500)
  assert.equal(failed.count('203.0.113.9'), 1)
  wait(500)
  assert.equal(failed.count('203.0.113.9'), null)
})

it('addresses are counted apart, the spellings of one together', () => {
  const { failed, times } = counter()
  times(20, '203.0.113.9')
  assert.equal(failed.count('203.0.113.8'), null)
  assert.equal(failed.count('::ffff:203.0.113.9'), 60)
})

it('a whole IPv6 /64 is one origin', () => {
  const { failed, times } = counter()
  times(20, '2001:db8:1:2::1')
  assert.equal(failed.count('2001:db8:1:2:ffff::9'), 60)
  assert.equal(failed.count('2001:db8:1:3::1'), null)
  assert.equal(failed.count('fe80::1%eth0'), null)
})

it('it remembers 10,000 origins and drops the oldest first', () => {
  const { failed, times } = counter()
  times(20, '203.0.113.9')
  for (let n = 0; n < 10_000; n++) failed.count(`10.0.${n >> 8}.${n & 255}`)
  assert.equal(failed.count('203.0.113.9'), null)
  assert.equal(times(20, '10.0.39.15'), 60)
})
