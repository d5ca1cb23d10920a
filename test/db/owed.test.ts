// What many loops ask of a database goes out in one statement; a loop claims rows only where there are some, and at once when it is woken.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql, { type Sql } from 'sql-template-tag'
import { startDueLoop } from '#db/queue/due.ts'
import { isOwed } from '#db/queue/owed.ts'
import { until } from '../until.ts'

const NO = sql`select from sale where due_at <= ${new Date(0)}`
const YES = sql`select from account where id > ${0}`
const asking = (answer: (statement: Sql) => Promise<boolean[]>) => {
  const asked: Sql[] = []
  const db = {
    query: async <Row>(statement: Sql) => {
      asked.push(statement)
      return [{ owed: await answer(statement) }] as Row[]
    },
  }
  return { db, asked }
}

test('questions of the same moment are one statement, and each has its own answer', async () => {
  const { db, asked } = asking(async () => [true, false, true])
  const answers = await Promise.all([NO, YES, YES].map(rows => isOwed({ db, rows: () => rows })))
  assert.equal(asked.length, 1)
  assert.deepEqual(asked[0]?.values, [0, 0, new Date(0)], 'in one order, whoever asks first')
  assert.deepEqual(answers, [true, true, false])
  await isOwed({ db, rows: () => NO })
  assert.equal(asked.length, 2, 'what is asked later is asked anew')
})

test('a question that cannot be answered fails each who asked', async () => {
  const { db } = asking(() => Promise.reject(new Error('away')))
  const failed = await Promise.allSettled([NO, YES].map(rows => isOwed({ db, rows: () => rows })))
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})

test('a loop begins no round while nothing is owed, one when something is, and one whenever it is woken', async () => {
  let [owed, rounds] = [false, 0]
  const { db, asked } = asking(async () => [owed])
  const errors: unknown[] = []
  const loop = startDueLoop({
    name: 'test',
    everyMs: 30,
    log: { error: (error: unknown) => void errors.push(error) },
    owed: { db, rows: () => YES },
    async round() {
      rounds++
      owed = false
      return false
    },
  })
  try {
    await until(() => asked.length >= 3 || null, 'three looks')
    assert.equal(rounds, 0)
    owed = true
    await until(() => rounds === 1 || null, 'a round')
    const looks = asked.length
    await until(() => asked.length >= looks + 3 || null, 'three more looks')
    assert.equal(rounds, 1)
    loop.wake()
    await until(() => rounds === 2 || null, 'the round of who is woken')
    assert.deepEqual(errors, [])
  } finally {
    await loop.stop()
  }
})

test('a look that fails is logged, and followed by another', async () => {
  let isAway = true
  const { db } = asking(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([true])))
  const errors: unknown[] = []
  let rounds = 0
  const loop = startDueLoop({
    name: 'test',
    everyMs: 30,
    log: { error: (error: unknown) => void errors.push(error) },
    owed: { db, rows: () => YES },
    round: async () => ++rounds < 0,
  })
  try {
    await until(() => errors.length >= 2 || null, 'two failures')
    assert.equal(rounds, 0)
    isAway = false
    await until(() => rounds > 0 || null, 'a round')
  } finally {
    await loop.stop()
  }
})
