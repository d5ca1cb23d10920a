// Keys over a batch, as verbs use them: who is first, who goes on, who gets a replay, and what a key outlives.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase, type Transaction } from '#db/postgres.ts'
import { DIALECTS, type DialectName } from '#http/failures.ts'
import { answerOf, refusalAnswer } from '#idempotency/answer.ts'
import { type Begun, beginKeys } from '#idempotency/begin.ts'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import { finishKeys, forgetKeys, type Hold, holdKeys, releaseKeys, removeExpired } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { freshDatabase } from '../gateway.ts'

let db: Database
let ends: () => Promise<void>
before(async () => {
  const { connection, drop } = await freshDatabase()
  db = openDatabase(connection)
  ends = async () => {
    await db.close()
    await drop()
  }
})
after(() => ends())

const NOW = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
/** The suspense account: there is no other in an empty database. */
const request = (key: string, fields: object = {}, route = 'POST /x'): KeyRequest => ({
  accountId: 1000,
  route,
  key,
  askHash: hashOf(fields),
})
const begin = (requests: KeyRequest[], now = NOW) => db.transaction(tx => beginKeys(tx, requests, now))
const SOLD = answerOf(201, { id: 1 })

const inWords = (begun: Begun | undefined) => {
  if (begun instanceof Failure) return begun.code
  if (begun?.kind === 'replay') return `replay ${begun.answer.status} ${begun.answer.body}`
  if (begun?.kind === 'resume') return `resume ${begun.subjectId}`
  return begun?.kind === 'twin' ? `twin of ${begun.of}` : begun?.kind
}
const answered = async (requests: KeyRequest[], now = NOW) => (await begin(requests, now)).map(inWords)

/** Begins a key and does this with it, in one transaction. */
const beginAnd = (one: KeyRequest, work: (tx: Transaction) => Promise<unknown>, now = NOW) =>
  db.transaction(async tx => {
    await beginKeys(tx, [one], now)
    await work(tx)
  })
const hold = (one: KeyRequest, busyUntil: Date, subjectId = 7n): Hold => ({ request: one, busyUntil, subjectId })

describe('a batch', () => {
  it('answers every request in its place', async () => {
    const [done, busy, left] = [request('done'), request('busy'), request('left')]
    await beginAnd(done, tx => finishKeys(tx, [{ request: done, answer: SOLD }]))
    await beginAnd(busy, tx => holdKeys(tx, [hold(busy, later(MINUTE_MS))]))
    await beginAnd(left, tx => holdKeys(tx, [hold(left, NOW, 8n)]))
    const requests = [
      request('new'),
      left,
      busy,
      done,
      request('done', { other: 1 }),
      request('new'),
      request('new', { other: 1 }),
    ]
    assert.deepEqual(await answered(requests), [
      'fresh',
      'resume 8',
      'IDEMPOTENCY_IN_FLIGHT',
      'replay 201 {"id":1}',
      'IDEMPOTENCY_KEY_REUSED',
      'twin of 0',
      'IDEMPOTENCY_KEY_REUSED',
    ])
  })

  it('takes the same key on another route for another', async () => {
    await beginAnd(request('a'), tx => finishKeys(tx, [{ request: request('a'), answer: SOLD }]))
    assert.deepEqual(await answered([request('a', {}, 'POST /y'), request('a')]), ['fresh', 'replay 201 {"id":1}'])
  })

  it('whose keys another batch has in the other order waits for it, and neither fails', async () => {
    const keys = Array.from({ length: 50 }, (_, n) => request(`crossed ${n}`))
    const answer = async (requests: KeyRequest[]) =>
      db.transaction(async tx => {
        const begun = await beginKeys(tx, requests, NOW)
        const fresh = requests.filter((_, n) => inWords(begun[n]) === 'fresh')
        await finishKeys(
          tx,
          fresh.map(one => ({ request: one, answer: SOLD })),
        )
        return begun.map(inWords)
      })
    const all = await Promise.all([answer(keys), answer(keys.toReversed()), answer(keys), answer(keys.toReversed())])
    assert.equal(all.flat().filter(word => word === 'fresh').length, 50)
    assert.equal(all.flat().filter(word => word === 'replay 201 {"id":1}').length, 150)
  })

  it('that is empty sends the database nothing', async () => assert.deepEqual(await begin([]), []))
})

describe('a key', () => {
  it('under which nothing was begun is as unused as before', async () => {
    await beginAnd(request('b'), tx => forgetKeys(tx, [request('b')]))
    assert.deepEqual(await answered([request('b', { other: 1 })]), ['fresh'])
  })

  it('of a transaction that was rolled back is as unused as before', async () => {
    const failed = beginAnd(request('c'), () => Promise.reject(new Error('no')))
    await assert.rejects(failed, /no/)
    assert.deepEqual(await answered([request('c', { other: 1 })]), ['fresh'])
  })

  it('that is held is in flight until the hold runs out or is released', async () => {
    const held = hold(request('d'), later(MINUTE_MS))
    await beginAnd(held.request, tx => holdKeys(tx, [held]))
    assert.deepEqual(await answered([request('d')], later(MINUTE_MS - 1)), ['IDEMPOTENCY_IN_FLIGHT'])
    assert.deepEqual(await answered([request('d')], later(MINUTE_MS)), ['resume 7'])
    await releaseKeys(db, [held])
    assert.deepEqual(await answered([request('d')]), ['resume 7'])
  })

  it('that another request holds by now is not released', async () => {
    const [first, second] = [hold(request('e'), later(1)), hold(request('e'), later(MINUTE_MS))]
    await beginAnd(request('e'), tx => holdKeys(tx, [first]))
    await beginAnd(request('e'), tx => holdKeys(tx, [second]), later(2))
    await releaseKeys(db, [first])
    assert.deepEqual(await answered([request('e')]), ['IDEMPOTENCY_IN_FLIGHT'])
  })

  it('keeps its first answer', async () => {
    await beginAnd(request('f'), tx => finishKeys(tx, [{ request: request('f'), answer: SOLD }]))
    await db.transaction(tx => finishKeys(tx, [{ request: request('f'), answer: answerOf(201, { id: 2 }) }]))
    assert.deepEqual(await answered([request('f')]), ['replay 201 {"id":1}'])
  })

  it('ends after 48 hours, cleared up or not', async () => {
    await beginAnd(request('g'), tx => finishKeys(tx, [{ request: request('g'), answer: SOLD }]))
    assert.deepEqual(await answered([request('g')], later(2 * DAY_MS - 1)), ['replay 201 {"id":1}'])
    assert.deepEqual(await answered([request('g', { other: 1 })], later(2 * DAY_MS)), ['fresh'])
  })
})

describe('clearing up', () => {
  it('takes expired keys only, and no more at once than it may', async () => {
    await db.query(sql`delete from idempotency`)
    for (let n = 0; n < 5; n++) await begin([request(`old ${n}`)], later(n * HOUR_MS))
    const left = async () => (await db.query(sql`select 1 from idempotency`)).length
    assert.equal(await removeExpired(db, later(2 * DAY_MS + 3 * HOUR_MS), 3), 3)
    assert.equal(await left(), 2)
    assert.equal(await removeExpired(db, later(2 * DAY_MS + 3 * HOUR_MS), 3), 1)
    assert.equal(await left(), 1)
  })
})

describe('what is replayed of keys', () => {
  const message = 'about the key'
  const shapes: Record<DialectName, (code: string) => object> = {
    balance: code => ({ error: code, message }),
    cashout: code => ({ message, errorType: 'GENERAL_ERROR', code }),
    sale: code => ({ message, error: code }),
    panel: code => ({ success: false, error: { code, message } }),
    page: () => ({}),
  }
  for (const dialect of Object.keys(DIALECTS) as DialectName[])
    it(`is in the form of the dialect ${dialect}`, () => {
      for (const [code, status] of [
        ['IDEMPOTENCY_KEY_REUSED', 422],
        ['IDEMPOTENCY_IN_FLIGHT', 409],
      ] as const) {
        const answer = refusalAnswer(new Failure(code, message), dialect)
        assert.deepEqual([answer.status, answer.body.toString()], [status, JSON.stringify(shapes[dialect](code))])
      }
    })
})
