// The long storm, as a command: npm run storm -- --commands 2000 --kills 12 --seed 7. It makes its own database and bank, ends
// by itself, and prints the command that replays a failure.
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../setup.ts'
import { judge } from './judgement.ts'
import { storm } from './storm.ts'

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const settings = { seed: Number(values.seed), commands: Number(values.commands), kills: Number(values.kills) }
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

say(`storm: ${settings.commands} commands, ${settings.kills} deaths each of gateway and bank, seed ${settings.seed}`)
await globalSetup()
const began = performance.now()
try {
  const { world, done } = await storm({ ...settings, say })
  const wrong = await judge(world, done)
  await world[Symbol.asyncDispose]()
  const counts = Object.groupBy(done, ({ kind, command }) =>
    kind === 'refused' ? `${command.kind} refused` : command.kind,
  )
  for (const [what, all = []] of Object.entries(counts)) say(`  ${what}: ${all.length}`)
  say(
    `${done.length} commands in ${Math.round((performance.now() - began) / 1_000)} s; ${wrong.length} things are wrong`,
  )
  for (const sentence of wrong.slice(0, 50)) say(`  ${sentence}`)
  if (wrong.length > 0) process.exitCode = 1
} catch (error) {
  say(String(error))
  process.exitCode = 1
} finally {
  await globalTeardown()
}
if (process.exitCode === 1)
  say(`again: npm run storm -- --commands ${settings.commands} --kills ${settings.kills} --seed ${settings.seed}`)
