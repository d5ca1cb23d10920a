// The pure rules of the SDK's calls: when one is made again and after how long, what Retry-After says, and what a refusal of any shape says.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DIALECTS, type DialectName, dress } from '#http/failures.ts'
import { FAILURE_CODES, Failure } from '#kernel/failure.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { readRefusal } from '../../sdk/typescript/src/http/refusal.ts'
import { requestOf } from '../../sdk/typescript/src/http/request.ts'
import { type Attempted, retryAfterOf, waitBeforeRetry } from '../../sdk/typescript/src/http/retry.ts'

const answer = (status: number, code = '', retryAfterSeconds: number | null = null) => ({
  answer: { status, code, retryAfterSeconds },
})
const waits = (attempted: Partial<Attempted>, random = 0) =>
  waitBeforeRetry({ attempt: 1, maxRetries: 3, isRepeatable: true, answer: null, ...attempted }, random)
const CHANGE = { isRepeatable: false }

describe('a call is made again', () => {
  const cases: [string, Partial<Attempted>, boolean][] = [
    ['no answer to a read or a call under a key', {}, true],
    ['no answer to a change without one', CHANGE, false],
    ...[408, 429, 500, 502, 503, 504].map((status): [string, Partial<Attempted>, boolean] => [
      `${status} to a read`,
      answer(status),
      true,
    ]),
    ...[302, 400, 401, 403, 404, 409, 422, 501].map((status): [string, Partial<Attempted>, boolean] => [
      `${status} to a read`,
      answer(status),
      false,
    ]),
    ...[408, 500, 502, 503, 504].map((status): [string, Partial<Attempted>, boolean] => [
      `${status} to a change`,
      { ...CHANGE, ...answer(status) },
      false,
    ]),
    ['429 to a change', { ...CHANGE, ...answer(429) }, true],
    ['OVERLOADED to a change', { ...CHANGE, ...answer(503, 'OVERLOADED') }, true],
    ['409 IDEMPOTENCY_IN_FLIGHT', answer(409, 'IDEMPOTENCY_IN_FLIGHT'), true],
    ['the last retry', { attempt: 3 }, true],
    ['no more retries', { attempt: 4 }, false],
    ['retries switched off', { maxRetries: 0 }, false],
    ['30 s asked for', answer(503, '', 30), true],
    ['more than 30 s asked for', answer(503, '', 31), false],
  ]
  for (const [name, attempted, again] of cases)
    it(`${name}: ${again ? 'yes' : 'no'}`, () => assert.equal(waits(attempted) !== null, again))

  it('after half a second, then twice as long each time, at most 8 s, of which chance takes up to half', () => {
    const of = (random: number) => [1, 2, 3, 4, 5, 6, 9].map(attempt => waits({ attempt, maxRetries: 10 }, random))
    assert.deepEqual(of(1), [500, 1000, 2000, 4000, 8000, 8000, 8000])
    assert.deepEqual(of(0), [250, 500, 1000, 2000, 4000, 4000, 4000])
  })

  it('never before the gateway has asked for it', () => {
    assert.equal(waits(answer(429, '', 2), 0), 2 * SECOND_MS)
    assert.equal(waits(answer(429, '', 2), 1), 2 * SECOND_MS + 250)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const cases: [string | null, number | null][] = [
    [null, null],
    ['0', 0],
    ['12', 12],
    ['999999999', 999_999_999],
    ['Tue, 24 Nov 2026 12:00:30 GMT', 30],
    ['Tue, 24 Nov 2026 11:00:00 GMT', 0],
    ['-1', null],
    ['soon', null],
    ['', null],
    ['1.5e400', null],
  ]
  for (const [value, seconds] of cases)
    it(`${value}: ${seconds}`, () => assert.equal(retryAfterOf(value, now), seconds))
})

describe('a refusal', () => {
  it('of every code in every dialect says its code, its message and its field', () => {
    for (const name of Object.keys(DIALECTS) as DialectName[]) {
      if (name === 'page') continue
      for (const code of FAILURE_CODES) {
        const { status, body } = dress(new Failure(code, 'items[0].title: expected a text'), name)
        const read = readRefusal(status, body)
        assert.equal(read.message, 'items[0].title: expected a text', `${name} ${code}`)
        assert.equal(read.field, status === 400 ? 'items[0].title' : null)
        assert.ok(JSON.stringify(body).includes(`"${read.code}"`))
        assert.ok(read.code === code || DIALECTS[name][code].as === read.code, `${name} ${code}: ${read.code}`)
      }
    }
  })

  const STRANGE: unknown[] = [
    null,
    undefined,
    '',
    'oops',
    5,
    [],
    [1],
    {},
    { error: null },
    { error: [] },
    { message: 5 },
  ]
  for (const body of STRANGE)
    it(`with the body ${JSON.stringify(body)} is one all the same`, () =>
      assert.deepEqual(readRefusal(502, body), {
        code: 'HTTP_502',
        message: 'the answer says nothing more',
        field: null,
      }))
})

describe('a request', () => {
  const url = (ids: Record<string, string | number>, query: object = {}) =>
    requestOf({ operation: 'x', method: 'GET', path: '/a/{id}/b', ids, query }, 'https://g', {}, undefined).url

  it('keeps an id within its segment', () => {
    assert.equal(url({ id: '../c?d#e' }), 'https://g/a/..%2Fc%3Fd%23e/b')
    for (const id of ['', '.', '..', '...']) assert.throws(() => url({ id }), /^TypeError: id: expected the id/)
  })

  it('writes dates, lists and numbers of a query, and leaves out what is not given', () =>
    assert.equal(
      url({ id: 1 }, { from: new Date(0), type: ['a', 'b'], limit: 5, cursor: undefined, to: null, q: 'é&' }),
      'https://g/a/1/b?from=1970-01-01T00%3A00%3A00.000Z&type=a%2Cb&limit=5&q=%C3%A9%26',
    ))
})
