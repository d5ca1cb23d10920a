// The long life of a gateway, as a command. It makes its own database and bank, ends by itself, and prints the command that replays a
// failure.
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../setup.ts'
import { againText, live, SHORT } from './year.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: SHORT.from },
    /** Sales by every method, refunds and cashouts alone. */
    sales: { type: 'boolean', default: false },
  },
})
const settings = {
  days: Number(values.days),
  seed: Number(values.seed),
  from: values.from,
  isMixOfSales: values.sales,
}
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

say(`life of a gateway: ${settings.days} days from ${settings.from} on, seed ${settings.seed}`)
await globalSetup()
const began = performance.now()
try {
  const { days, counts, wrong } = await live({ ...settings, say })
  for (const [what, times] of [...counts].toSorted()) say(`  ${what}: ${times}`)
  say(`${days} days in ${Math.round((performance.now() - began) / 1_000)} s; ${wrong ?? 'nothing is wrong'}`)
  if (wrong !== null) process.exitCode = 1
} catch (error) {
  say(`${error}\n${againText(settings)}`)
  process.exitCode = 1
} finally {
  await globalTeardown()
}
