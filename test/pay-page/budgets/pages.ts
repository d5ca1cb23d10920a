// What the pages of the checkout may cost: that of a payment link, the one with the code, and the one where a method is chosen of all. Bytes, requests and jumps are the same on
// every machine; times are those of a phone on a slow line, and a machine that is busy gets as much longer as it is slower.
import { brotliCompressSync } from 'node:zlib'
import { documentOf } from '#pay-page/page/frame.ts'
import { mainOf } from '#pay-page/page/main.ts'
import type { Page } from '#pay-page/page/page.ts'
import { wordsOf } from '#pay-page/words.ts'
import { charged, contact, linkOf } from '../../cart/shopping.ts'
import { sellsBoletos } from '../../charge/selling.ts'
import type { TestGateway } from '../../gateway.ts'
import type { PanelBrowser } from '../../panel/browser.ts'
import { gauge } from '../../panel/budgets/judging.ts'
import { type Line, type Load, QUICK, SLOW, watch } from '../../panel/budgets/watching.ts'
import { sellsByTransfer } from '../../transfer/selling.ts'
import { frameSeller, readyToPay } from '../card-buying.ts'

export interface CheckoutScene {
  gateway: TestGateway
  browser: PanelBrowser
}

export interface CheckoutPage {
  name: string
  path: string
}

/** Over the line, compressed, with headers; `style`: what of the document it makes up by itself, compressed. */
const MAX_BYTES = { document: 14_000, style: 6_000, script: 4_500, all: 45_000 }
const MAX_REQUESTS = 5
const MAX_SHIFT = 0.02
const MAX_TASK_MS = 50
const MAX_FIRST_PAINT_MS = 1_000
const MAX_LARGEST_PAINT_MS = 1_400
const MAX_RENDER_MS = 5

export async function openCheckoutPages(gateway: TestGateway): Promise<CheckoutPage[]> {
  const shop = await gateway.seller()
  const link = await linkOf(shop)
  const opened = await contact(gateway, link)
  await charged(gateway, opened)
  const every = await frameSeller(gateway)
  await sellsBoletos(gateway, every)
  await sellsByTransfer(gateway, every)
  const choosing = await readyToPay(gateway, every)
  return [
    { name: 'payment link', path: `/l/${link.slug}` },
    { name: 'code', path: `/c/${opened.token}` },
    { name: 'every method', path: `/c/${choosing.token}` },
  ]
}

export async function loadPage({ gateway, browser }: CheckoutScene, { path }: CheckoutPage, line: Line): Promise<Load> {
  await using visit = await browser.visit(gateway, { viewport: { width: 360, height: 740 } })
  const watched = await watch(visit.page, line)
  await visit.page.goto(path)
  return await watched.whole()
}

const over = (what: string, is: number, max: number): string[] =>
  is > max ? [`${what}: ${Number(is.toFixed(3))} of at most ${Number(max.toFixed(3))}`] : []

/** What is the same on every machine. */
export async function weighPage(scene: CheckoutScene, page: CheckoutPage, { bytes, requests, paints }: Load) {
  const html = await (await fetch(scene.gateway.url + page.path)).text()
  const [, style = ''] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html) ?? []
  return [
    ...over('document, compressed', brotliCompressSync(html).length, MAX_BYTES.document),
    ...over('style, compressed', brotliCompressSync(style).length, MAX_BYTES.style),
    ...over('script', bytes.script, MAX_BYTES.script),
    ...over('bytes', bytes.document + bytes.script + bytes.style + bytes.picture + bytes.answer, MAX_BYTES.all),
    ...over('requests', requests, MAX_REQUESTS),
    ...over('layout shift', paints.shift, MAX_SHIFT),
  ]
}

export interface PageTimes {
  firstPaint_ms: number
  largestPaint_ms: number
  longestTask_ms: number
  broken: string[]
}

const TRIES = 3

/** The best of up to three tries. */
export async function timePage(scene: CheckoutScene, page: CheckoutPage): Promise<PageTimes> {
  let best: PageTimes | null = null
  for (let n = 0; n < TRIES && (best === null || best.broken.length > 0); n++) {
    const { slowness } = await gauge(scene)
    const quick = (await loadPage(scene, page, QUICK)).paints
    const slow = (await loadPage(scene, page, SLOW)).paints
    const { firstPaint_ms, largestPaint_ms } = slow
    const { longestTask_ms } = quick
    const broken = [
      ...over('first paint on a slow phone, ms', firstPaint_ms, MAX_FIRST_PAINT_MS * slowness),
      ...over('largest paint on a slow phone, ms', largestPaint_ms, MAX_LARGEST_PAINT_MS * slowness),
      ...over('longest task, ms', longestTask_ms, MAX_TASK_MS * slowness),
      ...over('layout shift on a slow phone', slow.shift, MAX_SHIFT),
    ]
    if (best === null || broken.length < best.broken.length)
      best = { firstPaint_ms, largestPaint_ms, longestTask_ms, broken }
  }
  return best ?? { firstPaint_ms: 0, largestPaint_ms: 0, longestTask_ms: 0, broken: ['was never tried'] }
}

const RENDERS = 200

/** What the gateway itself takes to write the page with the code: nineteen times of twenty. */
export async function timeRendering(scene: CheckoutScene): Promise<{ render_ms: number; broken: string[] }> {
  const { carts } = scene.gateway.gateway
  const opened = await contact(scene.gateway, await linkOf(await scene.gateway.seller()))
  await charged(scene.gateway, opened)
  const view = await carts.stateOf(opened.token)
  if (view === null) throw new Error('the cart is gone')
  const look = { name: 'Loja', color: null, logo: null, thankYou: null, language: null }
  const page: Page = {
    words: wordsOf('pt-BR'),
    language: 'pt-BR',
    suffix: '',
    look,
    operator: 'Porteira',
    isTest: false,
  }
  const render = () => {
    const { title, main } = mainOf(view, page, { here: `/c/${opened.token}`, attempt: opened.cart.uuid })
    documentOf(page, { title, main, path: '/c/x', live: null }, 'nonce')
  }
  const { slowness } = await gauge(scene)
  const render_ms = Math.min(...Array.from({ length: TRIES }, () => slowestOf(render)))
  return { render_ms, broken: over('rendering, ms', render_ms, MAX_RENDER_MS * slowness) }
}

function slowestOf(work: () => void): number {
  const took = Array.from({ length: RENDERS }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return took.toSorted((one, other) => one - other)[RENDERS * 0.95] ?? 0
}
