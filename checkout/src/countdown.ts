// The time that a code is still good for, by the gateway's clock: the buyer's own may be wrong. In whole minutes and, in the last one,
// in seconds. It changes silently; at the end the gateway is asked what is true now.

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const ASK_AGAIN_MS = 2_000

interface Clock {
  time: HTMLElement
  /** What this machine's clock showed when it was `data-now`. */
  from_ms: number
}

let clock: Clock | null = null
let asked_ms = 0

export function countDown(main: HTMLElement, atEnd: () => void): void {
  const time = main.querySelector<HTMLElement>('time[data-until][data-now]')
  if (time === null) return
  clock = clock?.time === time ? clock : { time, from_ms: clock === null ? answeredAt() : Date.now() }
  const { until = '', now = '' } = time.dataset
  const left_ms = Date.parse(until) - Date.parse(now) - (Date.now() - clock.from_ms)
  const text = textOf(Math.max(0, Math.floor(left_ms / 1_000)))
  if (time.textContent !== text) time.textContent = text
  if (left_ms > 0 || Date.now() - asked_ms < ASK_AGAIN_MS) return
  asked_ms = Date.now()
  atEnd()
}

/** When the page came: the gateway wrote its time just before. */
function answeredAt(): number {
  const [page] = performance.getEntriesByType('navigation')
  return performance.timeOrigin + (page instanceof PerformanceNavigationTiming ? page.responseStart : performance.now())
}

/** The same in Portuguese and in English. */
function textOf(left_s: number): string {
  if (left_s < MINUTE_S) return `${left_s} s`
  const minutes = Math.floor((left_s % HOUR_S) / MINUTE_S)
  return left_s < HOUR_S ? `${minutes} min` : `${Math.floor(left_s / HOUR_S)} h ${minutes} min`
}
