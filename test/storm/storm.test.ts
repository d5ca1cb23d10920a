// The short form of the storm. The long one: npm run storm -- --commands 2000 --seed 7
import assert from 'node:assert/strict'
import test from 'node:test'
import { judge } from './judgement.ts'
import { storm } from './storm.ts'

const SEED = Number(process.env.STORM_SEED ?? 1)

test(`a storm of 60 acts with a death of gateway and bank each, seed ${SEED}`, async () => {
  const { world, done } = await storm({ seed: SEED, commands: 60, kills: 1 })
  await using _world = world
  assert.equal(done.length, 60)
  const sold = new Set(done.map(one => (one.kind === 'refused' ? 'refused' : one.command.kind)))
  for (const method of ['sale', 'boleto', 'card', 'debit', 'transfer'] as const) assert.ok(sold.has(method), method)
  assert.deepEqual(await judge(world, done), [])
})
