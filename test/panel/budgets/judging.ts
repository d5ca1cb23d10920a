// Loads a page as a person who opens the panel for the first time in this browser, or who was here before, and reports what of its budget
// it has broken. What was too slow is tried again: a machine that was busy then is no slow page.
import { until } from '../../until.ts'
import type { PanelBrowser } from '../browser.ts'
import type { LargeShop } from './large-shop.ts'
import { type Budget, MAX_SHIFT, MAX_TASK_MS, SLOWEST_ANSWER_MS } from './pages.ts'
import { type Line, type Load, type Paints, QUICK, SLOW, watch } from './watching.ts'

export interface Scene {
  gateway: { url: string }
  shop: LargeShop
  browser: PanelBrowser
}

export const bytesOf = ({ bytes }: Load): number => Object.values(bytes).reduce((sum, one) => sum + one, 0)

export async function load({ gateway, shop, browser }: Scene, { path, isGuest }: Budget, line: Line): Promise<Load> {
  await using visit = await browser.visit(gateway)
  if (isGuest !== true) {
    await visit.signedIn(shop.person)
    await visit.page.addInitScript(() => localStorage.setItem('porteira-was-here', '1'))
  }
  const watched = await watch(visit.page, line)
  await visit.page.goto(path(shop))
  return await watched.whole()
}

/** How long a person waits who does something on the page. */
async function answer({ gateway, shop, browser }: Scene, { path, isGuest, act }: Budget): Promise<Paints> {
  await using visit = await browser.visit(gateway)
  if (isGuest !== true) await visit.signedIn(shop.person)
  const watched = await watch(visit.page, QUICK)
  await visit.page.goto(path(shop))
  await watched.whole()
  await act(visit.page)
  await watched.whole()
  return await watched.paints()
}

/** What is the same on every machine. */
export function weigh({ most_bytes, maxScript_bytes, maxRequests }: Budget, loaded: Load): string[] {
  const { bytes, requests, twice, paints } = loaded
  return [
    over('bytes', bytesOf(loaded), most_bytes),
    over('bytes of scripts', bytes.script, maxScript_bytes),
    over('requests', requests, maxRequests),
    over('layout shift', paints.shift, MAX_SHIFT, paints.jumped),
    twice.length > 0 ? `asked for more than once: ${twice.join(', ')}` : null,
  ].filter(one => one !== null)
}

const over = (what: string, is: number, max: number, more: string[] = []): string | null =>
  is > max ? `${what}: ${Number(is.toFixed(3))} of at most ${Number(max.toFixed(3))} ${more.join('; ')}`.trim() : null

export interface Machine {
  /** How many times longer than an idle machine it takes for the same. */
  slowness: number
  /** When an empty page of the same server is painted on a slow line. */
  blank_ms: number
}

const IDLE_MS = 30

export async function gauge({ gateway, browser }: Pick<Scene, 'gateway' | 'browser'>): Promise<Machine> {
  await using visit = await browser.visit(gateway)
  const watched = await watch(visit.page, SLOW)
  await visit.page.goto('/health/live')
  const painted = async () => (await watched.paints()).firstPaint_ms || null
  const blank_ms = await until(painted, 'the empty page to be painted')
  await using quick = await browser.visit(gateway)
  await quick.page.goto('/health/live')
  const worked = await quick.page.evaluate(() => {
    const lap = () => {
      const from = performance.now()
      const table = new Map<string, number>()
      for (let n = 0; n < 60_000; n++) table.set(`k${n % 5_000}`, (table.get(`k${n % 5_000}`) ?? 0) + n)
      return performance.now() - from
    }
    return Math.min(lap(), lap(), lap())
  })
  return { slowness: Math.max(1, worked / IDLE_MS), blank_ms }
}

export interface Timed {
  longestTask_ms: number
  largestPaint: number
  slowestAnswer_ms: number
  broken: string[]
}

const TRIES = 3

/** The best of up to three tries. */
export async function time(scene: Scene, budget: Budget): Promise<Timed> {
  let best: Timed | null = null
  for (let n = 0; n < TRIES && (best === null || best.broken.length > 0); n++) {
    const { slowness, blank_ms } = await gauge(scene)
    const [quick, slow, answered] = [
      (await load(scene, budget, QUICK)).paints,
      (await load(scene, budget, SLOW)).paints,
      await answer(scene, budget),
    ]
    const figures = {
      longestTask_ms: quick.longestTask_ms,
      largestPaint: slow.largestPaint_ms / blank_ms,
      slowestAnswer_ms: answered.slowestAnswer_ms,
    }
    const broken = [
      over('longest task, ms', figures.longestTask_ms, MAX_TASK_MS * slowness),
      over('largest paint, empty pages', figures.largestPaint, budget.maxPaint),
      over('slowest answer, ms', figures.slowestAnswer_ms, SLOWEST_ANSWER_MS * slowness),
      over('layout shift on a slow line', slow.shift, MAX_SHIFT, slow.jumped),
    ].filter(one => one !== null)
    if (best === null || broken.length < best.broken.length) best = { ...figures, broken }
  }
  return best ?? { longestTask_ms: 0, largestPaint: 0, slowestAnswer_ms: 0, broken: ['was never tried'] }
}
