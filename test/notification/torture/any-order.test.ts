// The short form. The long one: npm run torture:notifications -- --only orders --rounds 500 --seed 7
import assert from 'node:assert/strict'
import test from 'node:test'
import { playInAnyOrder } from './orders.ts'

const SEED = Number(process.env.TORTURE_SEED ?? 1)

test(`any order of events, answers, resends, switches, rotations and deaths, seed ${SEED}`, async t => {
  const { message, wrong } = await playInAnyOrder({ seed: SEED, runs: 40, maxMs: 6_000, beside: 4 })
  t.diagnostic(message)
  assert.equal(wrong.join('\n'), '')
})
