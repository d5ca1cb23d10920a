// The lanes and their fair scheduler: each in turn, none more than its places, and the slow ones a quarter of them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer, Delivery } from '#notification/delivery/delivery.ts'
import { type FairScheduler, openFairScheduler } from '#notification/delivery/fair-scheduler.ts'
import { type Lane, newLane, recordAnswer, roomIn, standingOf } from '#notification/delivery/lane.ts'
import { laneOfPostback } from '#notification/delivery/lane-key.ts'
import { openAnswered } from '#notification/delivery/recently-answered.ts'

const answer = (status: number | null, durationMs = 1): Answer => ({
  status,
  durationMs,
  error: null,
  head: null,
})

function laneWith(key: bigint, count: number, hasAnswered = true): Lane {
  const lane = newLane(key, hasAnswered)
  for (let n = 0; n < count; n++) lane.ready.push({ id: BigInt(n) } as Delivery)
  return lane
}

/** Offers the lanes, starts what may start, and answers the lanes in the order in which theirs began. */
function started(scheduler: FairScheduler, lanes: Lane[]): bigint[] {
  const order: bigint[] = []
  for (const lane of lanes) scheduler.offer(lane)
  scheduler.turn(0, lane => {
    lane.ready.shift()
    scheduler.began(lane)
    order.push(lane.key)
  })
  return order
}

describe('the limit of a lane', () => {
  const limitAfter = (answers: Answer[]) => {
    const lane = newLane(1n)
    for (const one of answers) recordAnswer(lane, one, 0, 0)
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
    for (const one of answers) recordAnswer(lane, one, 0, 0)
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
    openFairScheduler(16).drags(lane)
    assert.equal(roomIn(lane), 12)
  })

  it('is one for a receiver whose circuit is open', () => {
    assert.equal(roomAfter(Array(5).fill(answer(null))), 1)
  })
})

describe('the fair scheduler', () => {
  it('gives each lane one in turn', () => {
    const lanes = [laneWith(1n, 3), laneWith(2n, 1), laneWith(3n, 2)]
    assert.deepEqual(started(openFairScheduler(100), lanes), [1n, 2n, 3n, 1n, 3n, 1n])
  })

  it('starts no more than a lane has places, and no more than there are in all', () => {
    assert.equal(started(openFairScheduler(100), [laneWith(1n, 50)]).length, 4)
    const many = Array.from({ length: 10 }, (_, n) => laneWith(BigInt(n), 4))
    assert.equal(started(openFairScheduler(12), many).length, 12)
  })

  it('keeps three quarters of the places for those that are not slow', () => {
    const scheduler = openFairScheduler(16)
    const slow = Array.from({ length: 10 }, (_, n) => laneWith(BigInt(n), 4))
    for (const lane of slow) scheduler.drags(lane)
    assert.equal(started(scheduler, slow).length, 4)
    assert.equal(started(scheduler, [laneWith(100n, 4), laneWith(101n, 4), laneWith(102n, 4)]).length, 12)
  })

  it('lets a slow one go on as soon as another slow one has ended', () => {
    const scheduler = openFairScheduler(4)
    const [first, second] = [laneWith(1n, 1), laneWith(2n, 1)] as const
    scheduler.drags(first)
    scheduler.drags(second)
    assert.deepEqual(started(scheduler, [first, second]), [1n])
    first.pace.tookMs = 5_000
    scheduler.ended(first)
    assert.deepEqual(started(scheduler, []), [2n])
  })

  it('counts a lane among the slow ones from the moment that it drags, with what it has under way', () => {
    const scheduler = openFairScheduler(16)
    const hanging = laneWith(1n, 8)
    assert.equal(started(scheduler, [hanging]).length, 4)
    scheduler.drags(hanging)
    const other = laneWith(2n, 1)
    scheduler.drags(other)
    assert.deepEqual(started(scheduler, [other]), [])
  })

  it('costs the same for each, however many wait', () => {
    const lanes = Array.from({ length: 10_000 }, (_, n) => laneWith(BigInt(n), 1))
    const scheduler = openFairScheduler(512)
    const underWay: Lane[] = []
    const turn = () =>
      scheduler.turn(0, lane => {
        lane.ready.shift()
        scheduler.began(lane)
        underWay.push(lane)
      })
    for (const lane of lanes) scheduler.offer(lane)
    const began = performance.now()
    turn()
    let ended = 0
    for (const lane of underWay) {
      scheduler.ended(lane)
      turn()
      ended++
    }
    assert.equal(ended, 10_000)
    assert.ok(performance.now() - began < 3_000, 'looking at all of them each time would take many times as long')
  })

  it('starts nothing for a receiver whose circuit is open', () => {
    const lane = laneWith(1n, 8)
    for (let n = 0; n < 5; n++) recordAnswer(lane, answer(null), 0, 0)
    assert.deepEqual(started(openFairScheduler(16), [lane]), [])
  })
})

describe('receivers that have never answered', () => {
  const untried = (count: number, from = 1_000) =>
    Array.from({ length: count }, (_, n) => laneWith(BigInt(from + n), 4, false))

  it('share an eighth of the places, and those that answer have all the others', () => {
    const scheduler = openFairScheduler(16)
    assert.equal(started(scheduler, untried(10)).length, 2)
    const known = Array.from({ length: 10 }, (_, n) => laneWith(BigInt(n), 4))
    assert.equal(started(scheduler, known).length, 14)
  })

  it('take no place of the others while they hang, nor of the next new ones', () => {
    const scheduler = openFairScheduler(16)
    const [first, second, third] = untried(3) as [Lane, Lane, Lane]
    assert.deepEqual(started(scheduler, [first, second, third]), [first.key, second.key])
    scheduler.drags(first)
    scheduler.drags(second)
    assert.deepEqual(started(scheduler, []), [third.key, third.key], 'one that hangs is sent nothing more')
    assert.equal(
      started(
        scheduler,
        Array.from({ length: 10 }, (_, n) => laneWith(BigInt(n), 4)),
      ).length,
      14,
    )
  })

  it('hang in bounded numbers', () => {
    const scheduler = openFairScheduler(16)
    const lanes = untried(100)
    started(scheduler, lanes)
    for (let n = 0; n < 20; n++) {
      for (const lane of lanes) if (lane.underWay > 0) scheduler.drags(lane)
      started(scheduler, [])
    }
    assert.equal(scheduler.underWay(), 16)
    for (const lane of lanes.filter(({ underWay }) => underWay > 0)) {
      recordAnswer(lane, answer(null, 10_000), 0, 0)
      scheduler.ended(lane)
    }
    assert.equal(started(scheduler, []).length, 2, 'the next ones are tried')
  })

  it('are among the others from their first answer on, until their circuit opens', () => {
    const lane = newLane(1n)
    recordAnswer(lane, answer(500), 0, 0)
    assert.equal(standingOf(lane), 'answering')
    for (let n = 0; n < 4; n++) recordAnswer(lane, answer(null), 0, 0)
    assert.equal(standingOf(lane), 'answering', 'a cut line or two changes nothing')
    recordAnswer(lane, answer(null), 0, 0)
    assert.equal(standingOf(lane), 'untried')
  })

  it('are remembered when they have answered, and the first of very many are dropped', () => {
    const answered = openAnswered(3)
    answered.record([1n, 2n, 3n])
    answered.record([1n, 4n])
    assert.deepEqual(
      [1n, 2n, 3n, 4n].map(key => answered.has(key)),
      [true, false, true, true],
    )
    answered.forget(4n)
    assert.equal(answered.has(4n), false)
  })
})

it('receivers that have answered and hang now take no places but those of the slow', () => {
  const scheduler = openFairScheduler(16)
  const warm = Array.from({ length: 4 }, (_, n) => laneWith(BigInt(n), 4))
  assert.equal(started(scheduler, warm).length, 16)
  for (const lane of warm) scheduler.drags(lane)
  assert.equal(started(scheduler, [laneWith(100n, 4), laneWith(101n, 4), laneWith(102n, 4)]).length, 12)
})

describe('a lane', () => {
  it('of a postback is that of its host, whatever its path', () => {
    assert.equal(laneOfPostback('https://shop.example/a?b'), laneOfPostback('https://shop.example/c'))
    assert.notEqual(laneOfPostback('https://shop.example/'), laneOfPostback('https://shop.example:8443/'))
  })

  it('of a postback is never that of a webhook', () => {
    for (let n = 0; n < 1_000; n++) assert.ok(laneOfPostback(`https://shop${n}.example/`) < 0n)
  })
})
