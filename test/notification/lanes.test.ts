// The lanes and their rota: everybody in turn, nobody more than their places, and the slow ones a quarter of them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer, Delivery } from '#notification/delivery.ts'
import { type Lane, newLane, noteAnswer, roomIn } from '#notification/lane.ts'
import { laneOfPostback, laneOfWebhook } from '#notification/lane-key.ts'
import { openRota, type Rota } from '#notification/rota.ts'

const answer = (status: number | null, durationMs = 1): Answer => ({
  ...{ status, durationMs, error: null, head: null },
})

function laneWith(key: bigint, count: number): Lane {
  const lane = newLane(key)
  for (let n = 0; n < count; n++) lane.ready.push({ id: BigInt(n) } as Delivery)
  return lane
}

/** Offers the lanes, starts what may start, and answers the lanes in the order in which theirs began. */
function started(rota: Rota, lanes: Lane[]): bigint[] {
  const order: bigint[] = []
  for (const lane of lanes) rota.offer(lane)
  rota.turn(0, lane => {
    lane.ready.shift()
    rota.began(lane)
    order.push(lane.key)
  })
  return order
}

describe('the limit of a lane', () => {
  const limitAfter = (answers: Answer[]) => {
    const lane = newLane(1n)
    for (const one of answers) noteAnswer(lane, one, 0, 0)
    return lane.pace.limit
  }

  it('is four at first, one more for each answer, and sixteen at most', () => {
    assert.equal(limitAfter([]), 4)
    assert.equal(limitAfter([answer(200), answer(404)]), 6)
    assert.equal(limitAfter(Array(40).fill(answer(200))), 16)
  })

  it('is halved by no answer, by 429 and by 503, and never less than one', () => {
    for (const status of [null, 429, 503]) assert.equal(limitAfter([answer(status)]), 2)
    assert.equal(limitAfter([answer(500)]), 5)
    assert.equal(limitAfter(Array(4).fill(answer(null))), 1)
  })
})

describe('the room of a lane in memory', () => {
  const roomAfter = (answers: Answer[]) => {
    const lane = newLane(1n)
    for (const one of answers) noteAnswer(lane, one, 0, 0)
    return roomIn(lane)
  }

  it('is what its receiver takes within three seconds, a thousand at most and eight at least', () => {
    assert.equal(roomAfter([]), 1_000)
    assert.equal(roomAfter(Array(40).fill(answer(200))), 1_000)
    assert.equal(Math.round(roomAfter(Array(80).fill(answer(200, 100)))), 480)
    assert.equal(roomAfter(Array(80).fill(answer(200, 9_000))), 8)
  })

  it('is little from the moment that it drags, before there is any answer', () => {
    const lane = newLane(1n)
    openRota(16).drags(lane)
    assert.equal(roomIn(lane), 12)
  })

  it('is one for a receiver that is parked', () => {
    assert.equal(roomAfter(Array(5).fill(answer(null))), 1)
  })
})

describe('the rota', () => {
  it('gives everybody one in turn', () => {
    const lanes = [laneWith(1n, 3), laneWith(2n, 1), laneWith(3n, 2)]
    assert.deepEqual(started(openRota(100), lanes), [1n, 2n, 3n, 1n, 3n, 1n])
  })

  it('starts no more than a lane has places, and no more than there are in all', () => {
    assert.equal(started(openRota(100), [laneWith(1n, 50)]).length, 4)
    const many = Array.from({ length: 10 }, (_, n) => laneWith(BigInt(n), 4))
    assert.equal(started(openRota(12), many).length, 12)
  })

  it('keeps three quarters of the places for those that are not slow', () => {
    const rota = openRota(16)
    const slow = Array.from({ length: 10 }, (_, n) => laneWith(BigInt(n), 4))
    for (const lane of slow) rota.drags(lane)
    assert.equal(started(rota, slow).length, 4)
    assert.equal(started(rota, [laneWith(100n, 4), laneWith(101n, 4), laneWith(102n, 4)]).length, 12)
  })

  it('lets a slow one go on as soon as another slow one has ended', () => {
    const rota = openRota(4)
    const [first, second] = [laneWith(1n, 1), laneWith(2n, 1)] as const
    rota.drags(first)
    rota.drags(second)
    assert.deepEqual(started(rota, [first, second]), [1n])
    first.pace.tookMs = 5_000
    rota.ended(first)
    assert.deepEqual(started(rota, []), [2n])
  })

  it('counts a lane among the slow ones from the moment that it drags, with what it has under way', () => {
    const rota = openRota(16)
    const hanging = laneWith(1n, 8)
    assert.equal(started(rota, [hanging]).length, 4)
    rota.drags(hanging)
    const other = laneWith(2n, 1)
    rota.drags(other)
    assert.deepEqual(started(rota, [other]), [])
  })

  it('costs the same for each, however many wait', () => {
    const lanes = Array.from({ length: 10_000 }, (_, n) => laneWith(BigInt(n), 1))
    const rota = openRota(512)
    const underWay: Lane[] = []
    const turn = () =>
      rota.turn(0, lane => {
        lane.ready.shift()
        rota.began(lane)
        underWay.push(lane)
      })
    for (const lane of lanes) rota.offer(lane)
    const began = performance.now()
    turn()
    let ended = 0
    for (const lane of underWay) {
      rota.ended(lane)
      turn()
      ended++
    }
    assert.equal(ended, 10_000)
    assert.ok(performance.now() - began < 3_000, 'looking at all of them each time would take many times as long')
  })

  it('starts nothing for a parked receiver', () => {
    const lane = laneWith(1n, 8)
    for (let n = 0; n < 5; n++) noteAnswer(lane, answer(null), 0, 0)
    assert.deepEqual(started(openRota(16), [lane]), [])
  })
})

describe('a lane', () => {
  it('is the webhook, or the host of a postback, whatever its path', () => {
    assert.equal(laneOfWebhook(7n), 7n)
    assert.equal(laneOfPostback('https://shop.example/a?b'), laneOfPostback('https://shop.example/c'))
    assert.notEqual(laneOfPostback('https://shop.example/'), laneOfPostback('https://shop.example:8443/'))
  })

  it('of a postback is never that of a webhook', () => {
    for (let n = 0; n < 1_000; n++) assert.ok(laneOfPostback(`https://shop${n}.example/`) < 0n)
  })
})
