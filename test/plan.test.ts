// Which files of the suite run together.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { everydayForms, longForms, OF_CHECK } from './long.ts'
import { LONG_ONLY } from './long-only.ts'
import { groupsOf, shardOf } from './plan.ts'

const files = ['test/a/1.test.ts', 'test/a/2.test.ts', 'test/b/1.test.ts', 'test/b/2.test.ts', 'test/c/1.test.ts']
const durations = { 'test/a/1.test.ts': 89, 'test/a/2.test.ts': 20, 'test/b/1.test.ts': 8, 'test/b/2.test.ts': 25 }

test('files share a process while they take little, and the longest group starts first', () => {
  assert.deepEqual(groupsOf(files, durations), [
    ['test/a/1.test.ts'],
    ['test/b/2.test.ts'],
    ['test/a/2.test.ts'],
    ['test/b/1.test.ts'],
    ['test/c/1.test.ts'],
  ])
})

test('groups become smaller, so that the last ones end at about the same time', () => {
  const many = Array.from({ length: 200 }, (_, n) => `test/${1000 + n}.test.ts`)
  const sizes = groupsOf(many, {}).map(group => group.length * 4)
  assert.equal(sizes[0], 160)
  assert.ok(sizes.slice(-3).every(seconds => seconds <= 25))
})

test('what watches the whole process runs alone', () => {
  const alone = 'test/statement/export.test.ts'
  assert.ok(groupsOf([...files, alone], durations).some(group => group.length === 1 && group[0] === alone))
})

test('what waits most of its time is one process', () => {
  const waiting = ['test/alert-channel/peace.test.ts', 'test/db/housekeeping.test.ts', 'test/psp/sweep.test.ts']
  const groups = groupsOf([...files, ...waiting], durations)
  assert.deepEqual(
    groups.filter(group => group.some(file => waiting.includes(file))),
    [waiting],
  )
})

test('the shards together are the whole suite, each file once', () => {
  const groups = groupsOf(files, durations)
  assert.deepEqual(['1/2', '2/2'].flatMap(shard => shardOf(groups, shard)).sort(), groups.toSorted())
  for (const wrong of ['0/2', '3/2', '1', 'a/b']) assert.throws(() => shardOf(groups, wrong), /such as 1\/3/)
})

test('each file is run every day or in the long form, and what is long alone has one that covers it every day', () => {
  const [everyday, long] = [new Set(everydayForms()), new Set(longForms())]
  const all = globSync('test/**/*.test.ts')
  assert.deepEqual(
    all.filter(file => !everyday.has(file) && !long.has(file)),
    [OF_CHECK],
  )
  for (const [file, short] of Object.entries(LONG_ONLY))
    assert.deepEqual([all.includes(file), everyday.has(short)], [true, true], `${file}, ${short}`)
})

test('a file that the long form plays alone has no test that the long form leaves out', () => {
  const left = Object.keys(LONG_ONLY).filter(file => /\beveryday(?:Suite)?\(/.test(readFileSync(file, 'utf8')))
  assert.deepEqual(left, [])
})
