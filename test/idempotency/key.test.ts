// Which requests are the same under one key: those whose parsed fields are.
import assert from 'node:assert/strict'
import test from 'node:test'
import { hashOf } from '#idempotency/key.ts'

const same: [sentence: string, one: object, other: object][] = [
  [
    'the order of keys, at any depth',
    { a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } },
    { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 },
  ],
  ['a field that is null and one that is absent', { a: 1, b: null }, { a: 1 }],
  ['a field that is undefined and one that is absent', { a: 1, b: undefined }, { a: 1 }],
]
const others: [sentence: string, one: object, other: object][] = [
  ['another amount', { amount: 100n }, { amount: 101n }],
  ['a number and a text', { a: 1 }, { a: '1' }],
  ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
  ['null below a field', { a: { b: null } }, { a: {} }],
  ['one text more', { a: { b: '' } }, { a: {} }],
  ['where a text ends', { a: 'x', b: 'yz' }, { a: 'xy', b: 'z' }],
]

for (const [sentence, one, other] of same)
  test(`the same: ${sentence}`, () => assert.deepEqual(hashOf(one), hashOf(other)))

for (const [sentence, one, other] of others)
  test(`not the same: ${sentence}`, () => assert.notDeepEqual(hashOf(one), hashOf(other)))

test('a body that is nested as deeply as one may be is no trouble', () => {
  const lists = JSON.parse('['.repeat(4_090) + ']'.repeat(4_090))
  const objects = JSON.parse(`${'{"a":'.repeat(1_300)}1${'}'.repeat(1_300)}`)
  assert.equal(hashOf({ shipping: { lists, objects } }).length, 32)
})
