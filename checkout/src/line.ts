// When the state is read again: as soon as the stream says so, and, as long as nothing is heard of the stream, every five seconds for a
// minute and then every fifteen. A proxy may hold a stream back, so a stream counts once something of it was heard.
import type { Screen } from './screen.ts'

export interface Line {
  /** Once a second. */
  tick(): void
}

/** The gateway says something every fifteen seconds. */
const SILENCE_MS = 40_000
const STARTING_MS = 1_000
const FIRST_MS = 5_000
const FIRST_POLLS = 12
const LATER_MS = 15_000
const REOPEN_MS = 30_000

export function openLine(screen: Screen, address: string | undefined): Line {
  let stream: EventSource | null = null
  let opened_ms = 0
  let heard_ms = Number.NEGATIVE_INFINITY
  let polls = 0

  const isHeard = () => Date.now() - heard_ms < SILENCE_MS
  const isClosed = () => stream === null || stream.readyState === EventSource.CLOSED

  function open(): void {
    if (address === undefined || typeof EventSource === 'undefined') return
    opened_ms = Date.now()
    stream = new EventSource(address)
    const hear = () => {
      heard_ms = Date.now()
      polls = 0
    }
    const read = () => {
      hear()
      screen.refresh()
    }
    stream.addEventListener('alive', hear)
    // From here on changes are told: what came before is read now.
    stream.addEventListener('ready', read)
    stream.addEventListener('changed', read)
    stream.addEventListener('error', () => {
      heard_ms = Number.NEGATIVE_INFINITY
    })
  }

  function poll(): void {
    const wait_ms = screen.isStarting() ? STARTING_MS : polls < FIRST_POLLS ? FIRST_MS : LATER_MS
    if (Date.now() - screen.asked_ms() < wait_ms) return
    polls++
    screen.refresh()
  }

  function tick(): void {
    if (!screen.isFollowed()) stream?.close()
    else follow()
  }

  function follow(): void {
    if (isClosed() && Date.now() - opened_ms > REOPEN_MS) open()
    if (!isHeard() || screen.isSilent()) poll()
  }

  const comeBack = () => {
    if (document.hidden || !screen.isFollowed()) return
    polls = 0
    screen.refresh()
  }
  // From the app of the bank, out of the browser's memory, or on the line again.
  document.addEventListener('visibilitychange', comeBack)
  addEventListener('pageshow', ({ persisted }) => (persisted ? comeBack() : undefined))
  addEventListener('online', comeBack)
  return { tick }
}
