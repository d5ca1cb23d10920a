// The long torture, as a command. It makes its own databases, ends by itself, and prints the command that replays a failure.
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../../setup.ts'
import { FAULTS, suffer, type Verdict } from './faults.ts'
import { deathsOf, dieAndJudge } from './kills.ts'
import { playInAnyOrder } from './orders.ts'
import { killOneOfThree, type Pace, wakeAZombie } from './processes.ts'
import { dieAsServer } from './server-deaths.ts'
import { soak } from './soak.ts'

const HELP = `npm run torture:notifications -- [--only PARTS] [--rounds N] [--minutes N] [--per-second N] [--seed N]

Tortures the notification engine on databases of its own and says what was wrong, if anything. Ends by itself; the exit
code is 1 when something was wrong, and the command that repeats it is printed.

  --only PARTS     some of kills,orders,faults,processes,soak with commas between; all of them otherwise
  --rounds N       how often each fault comes (10)
                     kills      engines are killed at each of seven points, N times, about a second for each death
                     orders     N times 20 plays of events, answers, resends, switches, rotations and deaths in any order
                     faults     the database ends connections, cuts COMMITs, is full, crowded, killed: N times each
                     processes  of three engines one is stopped for 30 s and goes on, one is killed: N / 10 times
  --minutes N      how long the soak is (5): a day of the engine's clock takes a minute; every day an engine is killed,
                   partitions roll over, the past is dropped, and 10,000 webhooks come and go in all days together
  --per-second N   payments a second in the soak (100), each told in two to three letters
  --seed N         of kills and orders; the time of day otherwise
`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: 'kills,orders,faults,processes,soak' },
    rounds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '5' },
    'per-second': { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const rounds = Number(values.rounds)
const seed = Number(values.seed)

const MAX_SHOWN = 50
const A_DAY_MS = 60_000
const WEBHOOKS = 10_000
const PLAYS_A_ROUND = 20
const PLAYS_BESIDE = 6
const PLAYS_END_MS = 3_600_000
/** As in a real gateway. */
const PACE: Pace = { timeoutMs: 10_000, stoppedMs: 30_000 }

type Part = () => Promise<Verdict>

const PARTS: Record<string, Part> = {
  async kills() {
    const { wrong, events, letters, twice, maxTwice } = await dieAndJudge(deathsOf(rounds, seed), say)
    return {
      wrong,
      message: `${events} facts in ${letters} letters, ${twice} of them twice, ${maxTwice} could have been`,
    }
  },
  orders: () => playInAnyOrder({ seed, runs: rounds * PLAYS_A_ROUND, maxMs: PLAYS_END_MS, beside: PLAYS_BESIDE }),
  faults: () =>
    inTurn([
      ...FAULTS.map(([name, fault, times]): [string, Part] => [name, () => suffer(fault, times * rounds)]),
      ['the server dies', () => dieAsServer(rounds)],
    ]),
  processes: () =>
    inTurn(
      Array.from({ length: Math.ceil(rounds / 10) }).flatMap((): [string, Part][] => [
        ['one is stopped', () => wakeAZombie(PACE)],
        ['one is killed', () => killOneOfThree(PACE)],
      ]),
    ),
  soak: () =>
    soak(
      {
        days: Math.ceil((Number(values.minutes) * 60_000) / A_DAY_MS),
        dayMs: A_DAY_MS,
        perSecond: Number(values['per-second']),
        webhooks: WEBHOOKS,
      },
      say,
    ),
}

async function inTurn(parts: [string, Part][]): Promise<Verdict> {
  const all: Verdict[] = []
  for (const [name, part] of parts) {
    const { message, wrong } = await part()
    say(`${name}: ${message}`)
    all.push({ message, wrong: wrong.map(sentence => `${name}: ${sentence}`) })
  }
  return { message: `${all.length} times`, wrong: all.flatMap(({ wrong }) => wrong) }
}

/** Answers whether all was well. */
async function torture(name: string, part: Part): Promise<boolean> {
  const began = performance.now()
  const { message, wrong } = await part().catch((error): Verdict => ({ message: 'broken off', wrong: [String(error)] }))
  const seconds = Math.round((performance.now() - began) / 1_000)
  say(`${name}: ${message}, in ${seconds} s; ${wrong.length} things are wrong`)
  for (const sentence of wrong.slice(0, MAX_SHOWN)) say(`  ${sentence}`)
  if (wrong.length === 0) return true
  const size = `--rounds ${rounds} --minutes ${values.minutes} --per-second ${values['per-second']} --seed ${seed}`
  say(`again: npm run torture:notifications -- --only ${name} ${size}`)
  return false
}

async function main(): Promise<void> {
  const names = values.only.split(',')
  const unknown = names.filter(name => PARTS[name] === undefined)
  const isNumbered = [rounds, seed, Number(values.minutes), Number(values['per-second'])].every(
    n => n > 0 || n === seed,
  )
  if (values.help || unknown.length > 0 || !isNumbered) {
    say(HELP)
    process.exitCode = values.help ? 0 : 1
    return
  }
  say(`torture of the notifications: ${values.only}, ${rounds} rounds, seed ${seed}`)
  await globalSetup()
  try {
    for (const name of names) if (!(await torture(name, PARTS[name] as Part))) process.exitCode = 1
  } finally {
    await globalTeardown()
  }
}

await main()
