// What a browser reports of one load of a page: what came over the line, what was painted when, what jumped and what kept the page busy.
// Each load is a stranger's first: nothing is in the cache.
import type { CDPSession, Page } from 'playwright-core'
import { until } from '../../until.ts'

export type Kind = 'document' | 'script' | 'style' | 'picture' | 'answer'

export interface Load {
  /** As they came: compressed, with their headers. */
  bytes: Record<Kind, number>
  requests: number
  /** Requests that were sent to the API more than once, as "method path". */
  twice: string[]
  paints: Paints
}

export interface Paints {
  firstPaint_ms: number
  largestPaint_ms: number
  shift: number
  /** The longest that the page did not answer, and how much of all such times was beyond 50 ms. */
  longestTask_ms: number
  blocked_ms: number
  /** From a person's last act to the picture of it. */
  slowestAnswer_ms: number
  /** What jumped, to be reported where it was too much. */
  jumped: string[]
}

/** As Lighthouse has it for a phone on a slow line. */
export const SLOW = { latency_ms: 150, download: 1_638_400 / 8, upload: 768_000 / 8, processor: 4 }
export const QUICK = { latency_ms: 0, download: -1, upload: -1, processor: 1 }
export type Line = typeof SLOW

async function throttle(session: CDPSession, { latency_ms, download, upload, processor }: Line): Promise<void> {
  const conditions = { latency: latency_ms, downloadThroughput: download, uploadThroughput: upload }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
}

const KINDS: Record<string, Kind> = { Document: 'document', Script: 'script', Stylesheet: 'style', Image: 'picture' }

interface Requested {
  name: string
  kind: Kind
  bytes: number
  isOpen: boolean
}

/** Never answered here: two seconds after the live stream is on, what is shown is read again, which is no part of the load. */
const LIVE_PATH = '/api/live'
/** Of a buyer's page: a request like any other, but one that is not over before the page is left. */
const BUYERS_STREAM = /\/eventos$/

export interface Watch {
  /** Waits until nothing is on its way. */
  whole(): Promise<Load>
  paints(): Promise<Paints>
}

export async function watch(page: Page, line: Line): Promise<Watch> {
  const session = await page.context().newCDPSession(page)
  const asked = new Map<string, Requested>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (request.url.endsWith(LIVE_PATH) || request.url.startsWith('data:')) return
    const name = `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`
    const isOpen = !BUYERS_STREAM.test(request.url)
    asked.set(requestId, { name, kind: KINDS[type] ?? 'answer', bytes: 0, isOpen })
  })
  const end = (requestId: string, bytes = 0) => {
    const one = asked.get(requestId)
    if (one !== undefined) Object.assign(one, { bytes, isOpen: false })
  }
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  await throttle(session, line)
  await page.route(`**${LIVE_PATH}`, () => {})
  await page.addInitScript(observe)
  const paints = () => page.evaluate(() => (globalThis as never as Observed).paints())
  return {
    paints,
    async whole() {
      await untilWhole(page, asked)
      return loadOf([...asked.values()], await paints())
    },
  }
}

const STILL_LOOKS = 40

/** Nothing is on its way, no placeholder is shown, and it has been so for a while. */
async function untilWhole(page: Page, asked: Map<string, Requested>): Promise<void> {
  let still = 0
  const isWhole = async () => {
    const isOpen = [...asked.values()].some(one => one.isOpen)
    const waiting = isOpen || (await page.locator('h1').count()) === 0
    still = waiting || (await page.locator('.mantine-Skeleton-root').count()) > 0 ? 0 : still + 1
    return still >= STILL_LOOKS
  }
  await until(isWhole, 'the page to be whole', 120_000)
}

function loadOf(asked: Requested[], paints: Paints): Load {
  const bytes: Load['bytes'] = { document: 0, script: 0, style: 0, picture: 0, answer: 0 }
  for (const one of asked) bytes[one.kind] += one.bytes
  const names = asked.map(({ name }) => name).filter(name => name.includes(' /api/'))
  const twice = [...new Set(names.filter((name, n) => names.indexOf(name) !== n))]
  return { bytes, requests: asked.length, twice, paints }
}

interface Jumped {
  tagName: string
  className: string
  textContent: string | null
}

interface Observed {
  paints(): Paints
}

/** In the page, before anything of it. */
function observe(): void {
  const paints: Paints = {
    firstPaint_ms: 0,
    largestPaint_ms: 0,
    shift: 0,
    longestTask_ms: 0,
    blocked_ms: 0,
    slowestAnswer_ms: 0,
    jumped: [],
  }
  const on = (type: string, take: (entry: never) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(entry => void take(entry as never))).observe(
      // The library of types does not know the last one.
      Object.assign({ type: type as never, buffered: true }, { durationThreshold: 16 }),
    )
  on('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') paints.firstPaint_ms = startTime
  })
  on('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    paints.largestPaint_ms = startTime
  })
  on('event', ({ duration, interactionId }: { duration: number; interactionId: number }) => {
    if (interactionId > 0) paints.slowestAnswer_ms = Math.max(paints.slowestAnswer_ms, duration)
  })
  on('longtask', ({ duration }: PerformanceEntry) => {
    paints.longestTask_ms = Math.max(paints.longestTask_ms, duration)
    paints.blocked_ms += duration - 50
  })
  on('layout-shift', (entry: { value: number; hadRecentInput: boolean; sources: { node: Jumped | null }[] }) => {
    if (entry.hadRecentInput) return
    paints.shift += entry.value
    for (const { node } of entry.sources)
      paints.jumped.push(
        `${entry.value.toFixed(3)} ${node?.tagName}.${node?.className} ${node?.textContent?.slice(0, 40)}`,
      )
  })
  Object.assign(globalThis, { paints: () => paints })
}
