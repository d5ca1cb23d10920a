// The long torture, as a command: npm run torture:notifications -- --rounds 20 --seed 7. In each round an engine is killed at every
// point. It makes its own database, ends by itself, and prints the command that replays a failure.
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../../setup.ts'
import { deathsOf, dieAndJudge } from './kills.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed)
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

const MOST_SHOWN = 50

say(`torture of the notifications: ${rounds} rounds, seed ${seed}`)
await globalSetup()
const began = performance.now()
try {
  const { wrong, facts, letters, twice } = await dieAndJudge(deathsOf(rounds, seed), say)
  const seconds = Math.round((performance.now() - began) / 1_000)
  say(`${facts} facts in ${letters} letters, ${twice} of them twice, in ${seconds} s; ${wrong.length} things are wrong`)
  for (const sentence of wrong.slice(0, MOST_SHOWN)) say(`  ${sentence}`)
  if (wrong.length > 0) process.exitCode = 1
} catch (error) {
  say(String(error))
  process.exitCode = 1
} finally {
  await globalTeardown()
}
if (process.exitCode === 1) say(`again: npm run torture:notifications -- --rounds ${rounds} --seed ${seed}`)
