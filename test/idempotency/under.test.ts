// Batches in which some requests have keys: what is decided, what is replayed, and what is kept, in one transaction.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { answerOf, stayingAnswer } from '#idempotency/answer.ts'
import { findKeys } from '#idempotency/begin.ts'
import { hashOf, type KeyRequest } from '#idempotency/key.ts'
import { keyedBatch, keysOf } from '#idempotency/keyed-batch.ts'
import { holdKeys, keepAnswers } from '#idempotency/store.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import { freshDatabase } from '../gateway.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

/** The suspense account: there is no other in an empty database. */
const keyed = (key: string, fields: object = {}): KeyRequest => ({
  accountId: 1000,
  route: 'POST /x',
  key,
  askHash: hashOf(fields),
})

interface Asked extends Keyed {
  word: string
}

const request = (word: string, key: KeyRequest | null = null): Asked => ({ word, key })

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

const answer = (word: string) => answerOf(201, { word })

const EXPIRES = (now: Date) => new Date(now.getTime() + 2 * DAY_MS)

/** "refuse" is a refusal that stays, "mend" one that does not, all else is done. Reports what was decided. */
async function decided(requests: Asked[], now = NOW) {
  let seen: string[] = []
  const reply = await db.transaction(async tx => {
    const batch = keyedBatch<Asked, string | Failure>(requests, await findKeys(tx, keysOf(requests), now), one =>
      one instanceof Failure ? stayingAnswer(one, 'sale') : answer(one),
    )
    seen = batch.fresh.map(({ word }) => word)
    const outcomes = seen.map(outcomeOf)
    await keepAnswers(tx, batch.answersToKeep(outcomes), now, EXPIRES(now))
    return batch.outcomes(outcomes)
  })
  return { seen, answers: reply.map(inWords) }
}

function outcomeOf(word: string): string | Failure {
  if (word === 'refuse') return new Failure('INSUFFICIENT_BALANCE', 'no')
  return word === 'mend' ? new Failure('INVALID_DATA', 'no') : word
}

const inWords = (reply: string | Failure | { replayed: { status: number; body: Buffer } }) => {
  if (reply instanceof Failure) return reply.code
  return typeof reply === 'string' ? reply : `again ${reply.replayed.status} ${reply.replayed.body}`
}

describe('a batch under keys', () => {
  it('decides what is new in the order of arrival, keyed or not, and answers twins the same', async () => {
    const one = keyed('one')
    const requests = [request('a'), request('b', one), request('c', keyed('two')), request('b', one), request('d')]
    assert.deepEqual(await decided(requests), {
      seen: ['a', 'b', 'c', 'd'],
      answers: ['a', 'b', 'c', 'again 201 {"word":"b"}', 'd'],
    })
    assert.deepEqual(await decided([request('b', one), request('e')]), {
      seen: ['e'],
      answers: ['again 201 {"word":"b"}', 'e'],
    })
  })

  it('decides nothing where every answer is known', async () => {
    await decided([request('a', keyed('known'))])
    assert.deepEqual((await decided([request('a', keyed('known'))])).seen, [])
  })

  it('keeps refusals of the business, for twins as well, and no others', async () => {
    const requests = ['refuse', 'refuse', 'mend', 'mend'].map(word => request(word, keyed(word)))
    const refused = 'again 422 {"message":"no","errorType":"INSUFFICIENT_BALANCE"}'
    assert.deepEqual((await decided(requests)).answers, [
      'INSUFFICIENT_BALANCE',
      refused,
      'INVALID_DATA',
      'INVALID_DATA',
    ])
    assert.deepEqual(
      await decided([request('refuse', keyed('refuse')), request('fine', keyed('mend', { other: 1 }))]),
      {
        seen: ['fine'],
        answers: [refused, 'fine'],
      },
    )
  })

  it('refuses another body, whether the first is in the batch or in the database', async () => {
    const [mine, other] = [keyed('body'), keyed('body', { other: 1 })]
    assert.deepEqual((await decided([request('a', mine), request('a', other), request('a', mine)])).answers, [
      'a',
      'IDEMPOTENCY_KEY_REUSED',
      'again 201 {"word":"a"}',
    ])
    // One by one the first would be refused and the second replayed.
    assert.deepEqual((await decided([request('a', other), request('a', mine)])).answers, [
      'IDEMPOTENCY_KEY_REUSED',
      'again 201 {"word":"a"}',
    ])
  })

  it('takes a key that has expired for a new one', async () => {
    await decided([request('old', keyed('expired'))])
    const later = new Date(NOW.getTime() + 2 * DAY_MS)
    const requests = [request('new', keyed('expired', { other: 1 }))]
    assert.deepEqual(await decided(requests, later), { seen: ['new'], answers: ['new'] })
    assert.deepEqual(await decided(requests, later), { seen: [], answers: ['again 201 {"word":"new"}'] })
  })

  it('takes the same request twice for two, where it has no key', async () => {
    const same = request('a')
    assert.deepEqual(await decided([same, same]), { seen: ['a', 'a'], answers: ['a', 'a'] })
  })

  it('fails as a whole where a key that it decided was written by another that did not wait', async () => {
    const key = keyed('raced')
    const racing = db.transaction(async tx => {
      const batch = keyedBatch<Asked, string>([request('a', key)], await findKeys(tx, [key], NOW), answer)
      const theirs = [{ request: key, answer: answer('theirs') }]
      await db.transaction(other => keepAnswers(other, theirs, NOW, EXPIRES(NOW)))
      await keepAnswers(tx, batch.answersToKeep(['mine']), NOW, EXPIRES(NOW))
    })
    await assert.rejects(racing, /used by another request/)
    assert.deepEqual((await decided([request('a', key)])).answers, ['again 201 {"word":"theirs"}'])
  })
})

describe('one request under a key of its own', () => {
  const one = (key: KeyRequest, decide: () => Promise<string | Failure>) =>
    db.transaction(tx =>
      underKey<Asked, string | Failure>(tx, request('', key), {
        now: NOW,
        decide,
        answerOf: it => (it instanceof Failure ? stayingAnswer(it, 'panel') : answer(it)),
      }),
    )

  it('is decided once, however many send it at once', async () => {
    let times = 0
    const decide = async () => `decided ${++times}`
    const reply = await Promise.all(Array.from({ length: 15 }, () => one(keyed('once'), decide)))
    assert.equal(times, 1)
    assert.deepEqual(
      reply.map(inWords).toSorted(),
      ['decided 1', ...Array(14).fill('again 201 {"word":"decided 1"}')].toSorted(),
    )
  })

  it('leaves nothing of a refusal that does not stay, nor of an error', async () => {
    const key = keyed('nothing')
    assert.equal(inWords(await one(key, async () => new Failure('NOT_FOUND', 'no'))), 'NOT_FOUND')
    await assert.rejects(
      one(key, () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.deepEqual(await db.query(sql`select 1 from idempotency where key = 'nothing'`), [])
    assert.equal(inWords(await one(key, async () => 'done')), 'done')
  })

  it('is answered with a later retry while another works on it', async () => {
    const key = keyed('busy')
    await one(key, async () => new Failure('NOT_FOUND', 'no'))
    await db.query(sql`
      insert into idempotency (account_id, route, key, ask_hash, created_at, expires_at)
      values (1000, 'POST /x', 'busy', ${key.askHash}, ${NOW}, ${new Date(NOW.getTime() + DAY_MS)})`)
    const hold = { request: key, subjectId: 7n, busyUntil: new Date(NOW.getTime() + 1_000) }
    await db.transaction(tx => holdKeys(tx, [hold]))
    assert.equal(inWords(await one(key, async () => 'mine')), 'IDEMPOTENCY_IN_FLIGHT')
  })
})
