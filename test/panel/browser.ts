// The panel in a real Chromium, against a real gateway: one browser for a group of files, a fresh context for each person. Every complaint
// of the browser, its content security policy first, fails the test that opened the page.
import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { buildPages } from '../built-pages.ts'
import { BROWSER_RUNS_HERE } from '../chromium.ts'
import { ofGroup } from '../group.ts'
import { isLookedAt } from '../long.ts'
import { until } from '../until.ts'

export const NEEDS_BROWSER = { skip: !BROWSER_RUNS_HERE }

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface Visit extends AsyncDisposable {
  page: Page
  /** Goes to an address of the panel and waits for its heading. */
  go(path: string): Promise<void>
  /** Goes there as by a link of the page that is open: nothing is loaded anew. Answers when it is idle. */
  walk(path: string): Promise<void>
  /** Waits until there has been no request for a while. The account's stream, which never ends, does not count. */
  untilQuiet(): Promise<void>
  /** As if this person had signed in here before: with the cookies of test/access/person.ts. */
  signedIn(person: { cookie: string }): Promise<void>
  /** What the browser may complain about, because the test means it to happen. */
  forgive(complaint: RegExp): void
}

export interface PanelBrowser extends AsyncDisposable {
  /** A person at a device: Brazilian and at a desktop computer, unless stated. */
  visit(gateway: { url: string }, options?: BrowserContextOptions): Promise<Visit>
}

/** The browser of the group that the file runs in: each visit is a context of its own. */
export const openPanelBrowser = (): Promise<PanelBrowser> => ofGroup('panel browser', launchPanelBrowser)

async function launchPanelBrowser(): Promise<PanelBrowser> {
  assert.equal(await buildPages(), '')
  const browser = await openBrowser()
  return {
    visit: (gateway, options = {}) => openVisit(browser, gateway, options),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openVisit(browser: Browser, { url }: { url: string }, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: DESKTOP,
    acceptDownloads: true,
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  const complaints = listenTo(page)
  const forgiven: RegExp[] = []
  const quietForMs = countRequests(page)
  const untilQuiet = async () => void (await until(() => quietForMs() > QUIET_MS, 'the network to be quiet'))
  return {
    page,
    untilQuiet,
    async go(path) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    async walk(path) {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
      await untilQuiet()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    async signedIn({ cookie }) {
      const named = cookie.split('; ').map(one => /^([^=]+)=(.*)$/.exec(one))
      await context.addCookies(named.map(one => ({ name: one?.[1] ?? '', value: one?.[2] ?? '', url })))
    },
    forgive: complaint => void forgiven.push(complaint),
    async [Symbol.asyncDispose]() {
      await context.close()
      const grave = complaints.filter(one => !forgiven.some(kind => kind.test(one)))
      // Printed here too: where the test itself has failed, of the two only this much is reported.
      if (grave.length > 0) process.stderr.write(`${grave.join('\n')}\n`)
      assert.deepEqual(grave, [])
    },
  }
}

/**
 * Waits until it is visible, once or more often: a page that shows something in a message and in a row at the same time is as right as one
 * that has shown it in one of them so far. What is pressed has to be the only one of its kind.
 */
export async function appears(what: Locator): Promise<void> {
  await what.filter({ visible: true }).first().waitFor()
}

const QUIET_MS = 500
/** Long for a machine that is busy. */
const TIMEOUT_MS = 60_000

/** Answers for how long nothing has been under way, but for the stream. */
function countRequests(page: Page): () => number {
  const underWay = new Set<Request>()
  let since = performance.now()
  page.on('request', request => {
    if (!request.url().endsWith('/api/live')) underWay.add(request)
  })
  const end = (request: Request) => {
    underWay.delete(request)
    since = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => (underWay.size === 0 ? performance.now() - since : 0)
}

/** A refusal of the API is an answer like any other, which the browser notes all the same. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

function listenTo(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    const isRefusal = REFUSED.test(message.text()) && message.location().url.includes('/api/')
    if (message.type() === 'error' && !isRefusal) complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return complaints
}

const ONLY_VIOLATIONS: RunOptions = { resultTypes: ['violations'] }

/** What distinguishes one screen from another: its address without the ids, its dialogs, its width, its light and its language. */
const SCREEN = `JSON.stringify([
  location.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]+|\\d+/g, 'id'), innerWidth, document.documentElement.lang,
  matchMedia('(prefers-color-scheme: dark)').matches, document.documentElement.dataset.mantineColorScheme,
  [...document.querySelectorAll('[role=dialog] h2')].map(one => one.textContent)])`

/** Nothing serious in the way of people who do not see, or do not use a mouse. Every day one screen of three is looked at, in the long form each. */
export async function axe(page: Page): Promise<void> {
  if (!isLookedAt(await page.evaluate<string>(SCREEN))) return
  // The panel has no frames; looking for some in a page of its own takes as long as everything else.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(ONLY_VIOLATIONS).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const message = grave.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(node => `  ${node.html}`).join('\n')}`,
  )
  assert.equal(message.join('\n'), '')
}

/** How wide the page is, what is fixed at its top included: that cannot be moved sideways, and is cut. */
export const widthNeeded = (page: Page) =>
  page.evaluate<number>(`Math.max(document.documentElement.scrollWidth,
    ...[...document.querySelectorAll('header button')].map(one => Math.ceil(one.getBoundingClientRect().right)))`)

/** Nothing wider than the window, which would have to be moved sideways. */
export async function fits(page: Page): Promise<void> {
  const [wide, window] = [await widthNeeded(page), await page.evaluate<number>('innerWidth')]
  assert.ok(wide <= window, `the page is ${wide} px wide in a window of ${window} px`)
}
