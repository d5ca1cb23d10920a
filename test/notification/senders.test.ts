// Several processes that send: each lane's backlog has one reader, and when one process ends only its lanes change hands.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { isDead, placeOf } from '#db/queue/process-place.ts'
import { readerOf } from '#notification/backlog/sender.ts'

const LANES = [...Array(3_000).keys()].map(n => (n % 2 === 0 ? BigInt(n + 1) : -(BigInt(n) << 40n) - 1n))

const readersAmong = (alive: bigint[]) => LANES.map(lane => readerOf(lane, alive))

describe('the reader of a lane', () => {
  it('is none where there is none', () => {
    assert.equal(readerOf(1n, []), null)
  })

  it('is the same in every process, in whatever order it knows the others', () => {
    assert.deepEqual(readersAmong([1n, 2n, 3n]), readersAmong([3n, 1n, 2n]))
  })

  it('is spread evenly', () => {
    const counts = Map.groupBy(readersAmong([11n, 12n, 13n]), epoch => epoch)
    for (const { length } of counts.values()) assert.ok(length > 800 && length < 1_200, `${length} of 3000`)
  })

  it('changes for no process but those that lose one, and those that it joins', () => {
    const before = readersAmong([1n, 2n, 3n])
    const left = readersAmong([1n, 3n])
    for (const [n, epoch] of before.entries()) if (epoch !== 2n) assert.equal(left[n], epoch)
    const joined = readersAmong([1n, 2n, 3n, 4n])
    for (const [n, epoch] of joined.entries()) if (epoch !== 4n) assert.equal(before[n], epoch)
  })
})

describe('whether a process of this place is dead', () => {
  it('this one is not', () => {
    assert.equal(isDead(placeOf(process.pid).process), false)
  })

  it('one that has ended is', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const { process: known } = placeOf(child.pid as number)
    assert.equal(isDead(known), false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(isDead(known), true)
  })

  it('another that was given its id later does not count as it', {
    skip: placeOf(process.pid).process.endsWith('/'),
  }, () => {
    assert.equal(isDead(`${process.pid}/1`), true)
  })
})
