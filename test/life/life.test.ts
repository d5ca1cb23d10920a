// The short form of a gateway's life. The long one: npm run year -- --days 365 --seed 7
import assert from 'node:assert/strict'
import test from 'node:test'
import { IN_DEBT } from './giving-back.ts'
import { live, SHORT } from './year.ts'

const SEED = Number(process.env.LIFE_SEED ?? 1)

test(`six days over the end of a year, with a holiday and a weekend, adds up every evening, seed ${SEED}`, async t => {
  const { counts, wrong } = await live({ seed: SEED, ...SHORT })
  t.diagnostic([...counts].map(([what, times]) => `${what}: ${times}`).join('; '))
  assert.equal(wrong, null)
  assert.ok(counts.has(IN_DEBT), IN_DEBT)
})
