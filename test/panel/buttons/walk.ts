// Goes to every address of the panel, as an owner and as an operator, and presses what is there: nothing is dead, nothing breaks,
// everything has a name, and what opens is closed by Escape and gives the keyboard back.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Person } from '../../access/person.ts'
import { some } from '../../long.ts'
import { until } from '../../until.ts'
import { DESKTOP, NEEDS_BROWSER, openPanelBrowser, type PanelBrowser, widthNeeded } from '../browser.ts'
import { type Filled, openFilled } from '../filled-gateway.ts'
import { visitOf } from '../steps.ts'
import { evaluate, nameless, type Pressing, pressAll, settled } from './pressing.ts'

const WATCHING = fileURLToPath(new URL('./watched-page.js', import.meta.url))
const OPERATORS = '/operacao'
/** Dozens of pages in one test. */
const WALK_MS = 20 * MINUTE_MS
/** For people who are not signed in: they have tests of their own, and those who are, are sent on. */
const GUESTS = new Set(['/entrar', '/criar-conta', '/esqueci-a-senha'])

interface Walk {
  filled: Filled
  browser: PanelBrowser
  max: number | undefined
}

/** `most`: so many things of each page, and none that is like one of a page before; absent: everything. */
export function pressPanel(name: string, max?: number): void {
  describe(name, NEEDS_BROWSER, () => {
    const resources = new AsyncDisposableStack()
    let walk: Walk
    before(async () => {
      const filled = resources.use(await openFilled())
      walk = { filled, browser: resources.use(await openPanelBrowser()), max }
    })
    after(() => resources.disposeAsync())

    it('of an owner does what it should', { timeout: WALK_MS }, test =>
      pressThrough(test, walk, walk.filled.owner, path => !path.startsWith(OPERATORS) && !GUESTS.has(path)),
    )

    it('of an operator does what it should', { timeout: WALK_MS }, test =>
      pressThrough(test, walk, walk.filled.operator, path => path.startsWith(OPERATORS)),
    )
  })
}

async function pressThrough(
  test: TestContext,
  { filled, browser, max }: Walk,
  person: Person,
  isTheirs: (path: string) => boolean,
): Promise<void> {
  await using visit = await visitOf(browser, filled.gateway, person, { permissions: ['clipboard-write'] })
  const { page } = visit
  const bank = new URL(filled.gateway.bankUrl).origin
  await page.addInitScript({ path: WATCHING })
  const complaints: string[] = []
  let here = '/'
  const complain = (about: string) => void complaints.push(`${here}: ${about}`)
  listenTo(page, complain)
  await visit.go('/')
  const routes = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')
  const fresh = async () => {
    // A language or an appearance that was chosen is kept there.
    await page.evaluate('localStorage.clear()')
    await visit.go(here)
    await settled(page)
  }
  const pressing: Pressing = {
    page,
    fresh,
    complain,
    ...(max === undefined ? {} : { few: { max, known: new Set() } }),
  }
  await fresh()
  let pressed = await pressAll(pressing, 'header.mantine-AppShell-header')
  const paths = routes.filter(isTheirs).flatMap(route => filledIn(route, filled.samples))
  for (const path of max === undefined ? paths : some(paths, 5)) {
    here = path
    await (max === undefined ? fresh() : visit.walk(here))
    // It leads to another one of them.
    if (new URL(page.url()).pathname === here) pressed += await lookAt(test, pressing, { here, routes, bank })
  }
  test.diagnostic(`${pressed} pressed`)
  assert.equal([...new Set(complaints)].join('\n'), '')
}

interface Surroundings {
  here: string
  routes: string[]
  /** Where the sandbox's bank is, to whose app a recurrence leads. */
  bank: string
}

/** One page, as it is at first. Answers how many things were pressed. */
async function lookAt(test: TestContext, pressing: Pressing, { here, routes, bank }: Surroundings) {
  const { page, complain } = pressing
  await nameless(pressing, here)
  for (const width of NARROW) await fitsInto(width, pressing)
  await page.setViewportSize(DESKTOP)
  // Cards become rows again.
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
  for (const link of await evaluate<string[]>(page, 'links()'))
    if (new URL(link).origin !== bank && !leads(link, routes, page)) complain(`${link} leads nowhere`)
  const before = performance.now()
  const count = await pressAll(pressing, 'main')
  const took = String(Math.round(performance.now() - before))
  test.diagnostic(`${took.padStart(6)} ms  ${String(count).padStart(3)} at ${here}`)
  return count
}

/** A small phone, and a desktop where everything is twice as large. */
const NARROW = [320, DESKTOP.width / 2]
const FITTING_MS = 2_000

async function fitsInto(width: number, { page, complain }: Pressing): Promise<void> {
  await page.setViewportSize({ ...DESKTOP, width })
  // Charts are drawn anew a moment later.
  const fits = async () => (await widthNeeded(page)) <= width || null
  if (await until(fits, 'the page to fit', FITTING_MS).catch(() => false)) return
  complain(`is ${await widthNeeded(page)} px wide in a window of ${width} px`)
}

function listenTo(page: Page, complain: (about: string) => void): void {
  page.on('console', message => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complain(message.text())
  })
  page.on('pageerror', error => complain(String(error)))
  page.on('response', answer => {
    if (answer.status() >= 500) complain(`${answer.status()} for ${answer.url()}`)
  })
}

function filledIn(route: string, samples: Filled['samples']): string[] {
  const names = [...route.matchAll(/\$(\w+)/g)].map(([, name = '']) => name)
  for (const name of names)
    if (samples[name] === undefined) throw new Error(`${route}: test/panel/filled-gateway.ts has no sample of $${name}`)
  const times = Math.max(1, ...names.map(name => samples[name]?.length ?? 1))
  const one = (name: string, nth: number) => samples[name]?.[nth] ?? samples[name]?.[0] ?? ''
  return Array.from({ length: times }, (_, nth) => route.replaceAll(/\$(\w+)/g, (_all, name: string) => one(name, nth)))
}

/** To a page of the panel that there is, to one of a buyer, or to a guide, of which another test knows every heading. */
function leads(link: string, routes: string[], page: Page): boolean {
  const { origin, pathname, protocol } = new URL(link)
  if (origin !== new URL(page.url()).origin) return ['https:', 'mailto:'].includes(protocol)
  if (pathname.startsWith('/docs/') || /^\/[lspr]\/[\w-]+$/.test(pathname)) return true
  const path = pathname.replace(/(?<=.)\/$/, '')
  return routes.some(route =>
    new RegExp(`^${route.replace(/(?<=.)\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}$`).test(path),
  )
}
