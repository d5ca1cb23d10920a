// The panel's budgets at their full size: seven pages over a hundred thousand sales, on a quick line and on a slow phone's.
// Prints what each costs and ends with 1 where a budget is broken. `npm run budgets`.
import { openTestGateway } from '../../gateway.ts'
import { globalSetup, globalTeardown } from '../../setup.ts'
import { openPanelBrowser } from '../browser.ts'
import { bytesOf, load, time, weigh } from './judging.ts'
import { openLargeShop } from './large-shop.ts'
import { BUDGETS } from './pages.ts'
import { QUICK } from './watching.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const kB = (bytes: number) => Number((bytes / 1_000).toFixed(1))

await globalSetup()
try {
  await using gateway = await openTestGateway()
  await using browser = await openPanelBrowser()
  const scene = { gateway, browser, shop: await openLargeShop(gateway) }
  const table: Record<string, Record<string, number>> = {}
  const broken: string[] = []
  for (const budget of BUDGETS) {
    const loaded = await load(scene, budget, QUICK)
    const timed = await time(scene, budget)
    table[budget.name] = {
      kB: kB(bytesOf(loaded)),
      'scripts kB': kB(loaded.bytes.script),
      'styles kB': kB(loaded.bytes.style),
      'answers kB': kB(loaded.bytes.answer),
      requests: loaded.requests,
      shift: Number(loaded.paints.shift.toFixed(4)),
      'longest task ms': Math.round(timed.longestTask_ms),
      'slow paint / blank': Number(timed.largestPaint.toFixed(1)),
      'answer ms': timed.slowestAnswer_ms,
    }
    say(`${budget.name}: measured`)
    broken.push(...[...weigh(budget, loaded), ...timed.broken].map(one => `${budget.name}: ${one}`))
  }
  // biome-ignore lint/suspicious/noConsole: nothing else prints a table
  console.table(table)
  for (const one of broken) say(one)
  if (broken.length > 0) process.exitCode = 1
  else say('Every page is within its budget.')
} finally {
  await globalTeardown()
}
