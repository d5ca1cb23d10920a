// Failovers, as a command: npm run failover. It makes its own servers, bank and gateways, ends by itself, and prints figures; the exit code is 1
// where something is wrong.
import { parseArgs } from 'node:util'
import { costOf } from './cost.ts'
import { type Failover, failOver } from './failover.ts'
import type { Replication } from './servers.ts'

const HELP = `npm run failover -- [--only PARTS] [--callers N] [--promises N] [--rounds N] [--seconds N]

Kills primaries under load, or cuts their lines, and promotes their standbys; then measures what waiting for a standby costs.

  --only PARTS    some of on,remote_apply,asynchronous,cost with commas between; all of them otherwise
  --callers N     who sell and cash out all the while (8)
  --promises N    answers before the kill, and after the promotion (400)
  --rounds N      pairs of rounds of the cost (5)
  --seconds N     of each round (3)
`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: 'on,remote_apply,asynchronous,cost' },
    callers: { type: 'string', default: '8' },
    promises: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const parts = values.only.split(',')
const shape = { callers: Number(values.callers), promises: Number(values.promises), say() {} }

async function lose(replication: Replication, processes: number, how: Failover['how']): Promise<void> {
  const outcome = await failOver({ ...shape, replication, processes, how })
  const { promotedMs, servedMs, awayMs, lost, recovering, promised } = outcome
  say(`${replication}, ${processes} process(es), the primary ${how}, ${promised} promises`)
  say(`  promoted after ${seconds(promotedMs)}, first promise after ${seconds(servedMs)}; away for ${seconds(awayMs)}`)
  say(`  lost: ${lost.sales} sales and ${lost.cashouts} cashouts; ${recovering ?? 'no recovery'}`)
  say('  every other promise is there once, nothing was paid twice, and the books are those of the bank')
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

async function cost(): Promise<void> {
  for (const replication of ['on', 'remote_apply'] as const)
    for (const { callers, alone, waited, ratio } of await costOf(replication, {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
    }))
      say(
        `waiting (${replication}), ${callers} caller(s): ${Math.round(waited)} cashouts/s, ${Math.round(alone)} without: ${ratio.toFixed(2)}`,
      )
}

if (values.help) say(HELP)
else
  try {
    for (const replication of ['on', 'remote_apply', 'asynchronous'] as const)
      if (parts.includes(replication)) {
        for (const processes of [1, 2]) await lose(replication, processes, 'killed')
        if (replication === 'on') await lose(replication, 2, 'vanished')
      }
    if (parts.includes('cost')) await cost()
  } catch (error) {
    say(String(error))
    process.exitCode = 1
  }
