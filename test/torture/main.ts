// The long torture of the money core, as a command. It makes its own databases, servers and banks, ends by itself, and prints the
// command that replays a failure.
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../setup.ts'
import { PARTS, type Part } from './parts.ts'

const HELP = `npm run torture -- [--minutes N] [--seed N] [--only PARTS] [--rounds N]

Tortures the money core on databases and servers of its own, and says what was wrong, if anything. Ends by itself; the exit
code is 1 when something was wrong, and the command that repeats it is printed.

  --minutes N   how long altogether (20): each part gets its share, and leaves what it does not need to the next
  --seed N      what chance draws from; the time of day otherwise
  --only PARTS  some of these, with commas between; all of them otherwise
${Object.entries(PARTS)
  .map(
    ([name, { what, rounds }]) =>
      `                  ${name.padEnd(10)} ${what} (${rounds === null ? 'while there is time' : rounds})`,
  )
  .join('\n')}
  --rounds N    so many of each part, however long they take

While they run a watcher reads all sums in one snapshot every 100 ms. In the end the bank's books, the invariants and
"porteira doctor" are asked as well.
`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
    rounds: { type: 'string' },
  },
})
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const seed = Number(values.seed)
const minutes = Number(values.minutes)
const rounds = values.rounds === undefined ? null : Number(values.rounds)

const MAX_SHOWN = 20

/** Answers whether all was well. */
async function torture(name: string, { play, rounds: usual }: Part, shareMs: number): Promise<boolean> {
  const began = performance.now()
  const bounds =
    rounds === null
      ? { rounds: usual ?? Number.POSITIVE_INFINITY, until: began + shareMs }
      : { rounds, until: Number.POSITIVE_INFINITY }
  const { message, wrong } = await play({ seed, ...bounds }).catch(error => ({
    message: 'broken off',
    wrong: [String(error instanceof Error ? error.stack : error)],
  }))
  say(`${name}: ${message}; in ${Math.round((performance.now() - began) / 1_000)} s; ${wrong.length} things are wrong`)
  for (const sentence of wrong.slice(0, MAX_SHOWN)) say(`  ${sentence}`)
  if (wrong.length === 0) return true
  const size = rounds === null ? `--minutes ${Math.max(1, Math.ceil(shareMs / 60_000))}` : `--rounds ${rounds}`
  say(`again: npm run torture -- --only ${name} ${size} --seed ${seed}`)
  return false
}

async function tortureAll(names: string[]): Promise<void> {
  const end = performance.now() + minutes * 60_000
  const parts = names.map(name => [name, PARTS[name] as Part] as const)
  for (const [n, [name, part]] of parts.entries()) {
    const weightLeft = parts.slice(n).reduce((sum, [, { weight }]) => sum + weight, 0)
    const shareMs = Math.max(0, end - performance.now()) * (part.weight / weightLeft)
    if (!(await torture(name, part, shareMs))) process.exitCode = 1
  }
}

async function main(): Promise<void> {
  const names = values.only.split(',')
  const isUnderstood = names.every(name => PARTS[name] !== undefined)
  const areNumbers = Number.isInteger(seed) && minutes > 0 && (rounds === null || rounds >= 1)
  if (values.help || !isUnderstood || !areNumbers) {
    say(HELP)
    process.exitCode = values.help ? 0 : 1
    return
  }
  say(
    `torture of the money core: ${values.only}, ${rounds === null ? `${minutes} minutes` : `${rounds} rounds`}, seed ${seed}`,
  )
  await globalSetup()
  try {
    await tortureAll(names)
  } finally {
    await globalTeardown()
  }
}

await main()
