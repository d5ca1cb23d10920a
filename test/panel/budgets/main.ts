// The budgets at their full size: seven pages of the panel over a hundred thousand sales, on a quick line and on a slow phone's, then
// the checkout: its pages there, and a thousand buyers who wait. Prints what each costs and ends with 1 where a budget is broken.
// `npm run budgets`; `npm run budgets -- --checkout` measures the checkout alone.
import { openTestGateway } from '../../gateway.ts'
import { measureIdleBuyers } from '../../pay-page/budgets/idle-buyers.ts'
import {
  type CheckoutScene,
  loadPage,
  openCheckoutPages,
  timePage,
  timeRendering,
  weighPage,
} from '../../pay-page/budgets/pages.ts'
import { globalSetup, globalTeardown } from '../../setup.ts'
import { openPanelBrowser } from '../browser.ts'
import { bytesOf, load, time, weigh } from './judging.ts'
import { openLargeShop } from './large-shop.ts'
import { BUDGETS } from './pages.ts'
import { QUICK } from './watching.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const kB = (bytes: number) => Number((bytes / 1_000).toFixed(1))

type Table = Record<string, Record<string, number>>

function print(table: Table): void {
  // biome-ignore lint/suspicious/noConsole: nothing else prints a table
  console.table(table)
}

async function measurePanel({ gateway, browser }: CheckoutScene): Promise<string[]> {
  const scene = { gateway, browser, shop: await openLargeShop(gateway) }
  const table: Table = {}
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
  print(table)
  return broken
}

async function measureCheckout(scene: CheckoutScene): Promise<string[]> {
  const table: Table = {}
  const broken: string[] = []
  for (const page of await openCheckoutPages(scene.gateway)) {
    const loaded = await loadPage(scene, page, QUICK)
    const timed = await timePage(scene, page)
    table[page.name] = {
      kB: kB(bytesOf(loaded)),
      'document kB': kB(loaded.bytes.document),
      'script kB': kB(loaded.bytes.script),
      requests: loaded.requests,
      shift: Number(loaded.paints.shift.toFixed(4)),
      'longest task ms': Math.round(timed.longestTask_ms),
      'slow first paint ms': Math.round(timed.firstPaint_ms),
      'slow largest paint ms': Math.round(timed.largestPaint_ms),
    }
    broken.push(...[...(await weighPage(scene, page, loaded)), ...timed.broken].map(one => `${page.name}: ${one}`))
  }
  print(table)
  const rendering = await timeRendering(scene)
  const idle = await measureIdleBuyers(scene.gateway)
  say(`The gateway writes the page of a code within ${rendering.render_ms.toFixed(1)} ms, nineteen times of twenty.`)
  say(`1,000 buyers who wait: ${kB(idle.bytes)} kB, ${idle.statementsASecond.toFixed(1)} statements a second.`)
  return [...broken, ...rendering.broken, ...idle.broken]
}

await globalSetup()
try {
  await using gateway = await openTestGateway()
  await using browser = await openPanelBrowser()
  const scene = { gateway, browser }
  const broken = process.argv.includes('--checkout') ? [] : await measurePanel(scene)
  broken.push(...(await measureCheckout(scene)))
  for (const one of broken) say(one)
  if (broken.length > 0) process.exitCode = 1
  else say('Every page is within its budget.')
} finally {
  await globalTeardown()
}
