// The short form of the torture. The long one: npm run torture:notifications -- --only kills --rounds 20 --seed 7
import assert from 'node:assert/strict'
import test from 'node:test'
import { deathsOf, dieAndJudge } from './kills.ts'
import { POINTS } from './trap.ts'

const SEED = Number(process.env.TORTURE_SEED ?? 1)

test(`an engine that is killed at each of ${POINTS.length} points loses nothing and invents nothing, seed ${SEED}`, async t => {
  const { wrong, events, letters, twice, maxTwice } = await dieAndJudge(deathsOf(1, SEED))
  t.diagnostic(`${events} facts in ${letters} letters, ${twice} of them twice, ${maxTwice} could have`)
  assert.ok(events > POINTS.length, 'it emitted much')
  assert.ok(twice > 0, 'it was killed with much under way')
  assert.deepEqual(wrong.slice(0, 20), [])
})
