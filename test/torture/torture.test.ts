// The short forms. The long ones: npm run torture -- --minutes 20 --seed 7
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { some, times } from '../long.ts'
import { PARTS } from './parts.ts'

const SEED = Number(process.env.TORTURE_SEED ?? 1)
const ROUNDS: Record<string, number> = {
  spend: times(4, 8),
  gateway: 1,
  server: 1,
  callbacks: 1,
  line: 1,
  model: times(1, 2),
}

describe(`the money core, with seed ${SEED}`, { concurrency: 1 }, () => {
  for (const [name, { what, play }] of some(Object.entries(PARTS), 5))
    it(`bears that ${what}`, async t => {
      const { message, wrong } = await play({
        seed: SEED,
        rounds: ROUNDS[name] ?? 1,
        until: Number.POSITIVE_INFINITY,
      })
      t.diagnostic(message)
      assert.equal(wrong.join('\n'), '')
    })
})
