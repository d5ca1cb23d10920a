import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BatchSettings, makeBatch } from '#kernel/concurrency/batch.ts'
import { Failure } from '#kernel/failure.ts'

type Flush = BatchSettings<number, string>['flush']

/** Flushes that end when the test ends them. */
function held() {
  const flushes: { sizes: number[]; end: () => void; fail: (error: unknown) => void }[] = []
  const flush: Flush = requests =>
    new Promise((resolve, reject) =>
      flushes.push({ sizes: requests, end: () => resolve(requests.map(request => `answer ${request}`)), fail: reject }),
    )
  return { flushes, flush }
}

const settings = (flush: Flush, more: Partial<BatchSettings<number, string>> = {}) =>
  ({ name: 'test', flush, max: 3, maxWaiting: 4, divisible: () => true, ...more }) satisfies BatchSettings<
    number,
    string
  >

/** Long enough for the next flush to begin. */
const turn = async () => {
  for (let n = 0; n < 3; n++) await new Promise(resolve => setImmediate(resolve))
}

describe('a batch', () => {
  it('of one begins in the same turn: it waits for nothing', async () => {
    const { flushes, flush } = held()
    const answer = makeBatch(settings(flush))(1)
    assert.deepEqual(flushes[0]?.sizes, [1])
    flushes[0]?.end()
    assert.equal(await answer, 'answer 1')
  })

  it('is what came while the last one was under way, in order of arrival, up to its largest size', async () => {
    const { flushes, flush } = held()
    const add = makeBatch(settings(flush, { maxWaiting: 10 }))
    const answers = [1, 2, 3, 4, 5].map(add)
    for (let n = 0; n < 3; n++) {
      flushes[n]?.end()
      await turn()
    }
    assert.deepEqual(
      flushes.map(({ sizes: requests }) => requests),
      [[1], [2, 3, 4], [5]],
    )
    assert.deepEqual(await Promise.all(answers), ['answer 1', 'answer 2', 'answer 3', 'answer 4', 'answer 5'])
  })

  it('keeps a request that comes after its flush has begun for the next: no answer is older than its question', async () => {
    const { flushes, flush } = held()
    const add = makeBatch(settings(flush))
    void add(1)
    await turn()
    const late = add(2)
    flushes[0]?.end()
    await turn()
    assert.deepEqual(flushes[1]?.sizes, [2])
    flushes[1]?.end()
    assert.equal(await late, 'answer 2')
  })

  it('refuses with OVERLOADED beyond what may wait, answers when to come again, and takes others when there is room', async () => {
    const { flushes, flush } = held()
    const add = makeBatch(settings(flush))
    const taken = [1, 2, 3, 4, 5].map(add)
    const refused = await add(6).catch(error => error)
    assert.ok(refused instanceof Failure)
    assert.deepEqual([refused.code, refused.retryAfterSeconds], ['OVERLOADED', 1])
    flushes[0]?.end()
    await turn()
    const later = add(7)
    for (let n = 1; n < 4; n++) {
      flushes[n]?.end()
      await turn()
    }
    assert.deepEqual(
      await Promise.all([...taken, later]),
      [1, 2, 3, 4, 5, 7].map(n => `answer ${n}`),
    )
    assert.ok(flushes.every(({ sizes: requests }) => !requests.includes(6)))
  })
})

describe('a batch of what can wait', () => {
  it('is taken when it may begin, with everything that has come until then', async () => {
    const { flushes, flush } = held()
    const { promise, resolve } = Promise.withResolvers<void>()
    const add = makeBatch(settings(flush, { gather: () => promise }))
    const answers = [add(1), add(2)]
    await turn()
    assert.equal(flushes.length, 0)
    answers.push(add(3))
    resolve()
    await turn()
    assert.deepEqual(flushes[0]?.sizes, [1, 2, 3])
    flushes[0]?.end()
    assert.deepEqual(await Promise.all(answers), ['answer 1', 'answer 2', 'answer 3'])
  })
})

describe('a batch that fails', () => {
  const poisoned: Flush = async requests => {
    if (requests.includes(13)) throw new Error(`poisoned: ${requests}`)
    return requests.map(request => `answer ${request}`)
  }

  it('certainly without effect is halved, until the poisoned request fails alone', async () => {
    const add = makeBatch(settings(poisoned, { max: 10, maxWaiting: 10 }))
    const outcomes = await Promise.allSettled([1, 2, 13, 4, 5].map(add))
    assert.deepEqual(
      outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
      ['answer 1', 'answer 2', 'poisoned: 13', 'answer 4', 'answer 5'],
    )
  })

  it('with an effect in doubt is never repeated: every request of it gets the error, and the next one goes on', async () => {
    let flushes = 0
    const add = makeBatch(
      settings(
        async requests => {
          flushes++
          return poisoned(requests)
        },
        { max: 10, maxWaiting: 10, divisible: () => false },
      ),
    )
    const outcomes = await Promise.allSettled([1, 2, 13].map(add))
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
    assert.equal(flushes, 2)
    assert.equal(await add(3), 'answer 3')
  })

  it('by throwing at once, or by answering too few, leaves no request waiting', async () => {
    const throws = makeBatch(
      settings(() => {
        throw new Error('at once')
      }),
    )
    await assert.rejects(throws(1), /at once/)
    await assert.rejects(throws(2), /at once/)
    const silent = makeBatch(settings(async () => []))
    await assert.rejects(silent(1), /answer every ask/)
  })

  it('by answering too few is never halved: what it did may be committed', async () => {
    const flushed: number[][] = []
    const add = makeBatch(
      settings(async requests => {
        flushed.push(requests)
        return requests.slice(0, 1).map(one => `answer ${one}`)
      }),
    )
    const outcomes = await Promise.allSettled([1, 2, 3].map(add))
    assert.deepEqual(flushed, [[1], [2, 3]])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
  })
})
