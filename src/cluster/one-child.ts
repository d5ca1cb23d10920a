// A child process, seen from the one that started it: it is sent how to begin, asked whether it is well, and ended.
import { type ChildProcess, fork } from 'node:child_process'
import type { Snapshot } from '#telemetry/metrics/snapshot.ts'
import { CHILD_ARGUMENT } from './child.ts'
import type { FiguresOf, Opened, Orders, ToChild, ToParent } from './orders.ts'

export interface OneChild {
  /** Resolves when it is open; rejects with its own words when it will not be. */
  opened: Promise<Opened>
  ended: Promise<string>
  /** Null where it does not answer soon, or has none. */
  scrape(of: FiguresOf, withinMs?: number): Promise<Snapshot | null>
  /** Lets it end what it has begun; cut off when that takes too long. */
  stop(): Promise<void>
}

export interface ChildDeps {
  program: string
  orders: Orders
  lookEveryMs: number
  /** One that has left so many looks unanswered is ended: its share of the requests would wait for nobody. */
  maxUnanswered: number
  stopMs: number
  onUnresponsive: () => void
}

/** Looks. While it loads its program, on a machine that is busy, it cannot answer. */
const MAX_BEFORE_OPEN = 300

/** Prometheus itself waits for ten seconds. */
const MAX_SCRAPE_MS = 4_000

/** A child could not begin, and said why. */
export class Refused extends Error {}

export function startChild(deps: ChildDeps): OneChild {
  const { program, orders, lookEveryMs, maxUnanswered, stopMs, onUnresponsive } = deps
  const child = fork(program, [CHILD_ARGUMENT])
  const ended = endOf(child)
  // Counted, and not timed: while this process itself is halted, nobody is asked anything.
  let unanswered = 0
  let listens = false
  let isOpen = false
  const scrapes = new Map<number, (figures: Snapshot | null) => void>()
  let scraped = 0
  const opened = new Promise<Opened>((resolve, reject) => {
    child.on('message', (message: ToParent) => {
      unanswered = 0
      if ('opened' in message) {
        isOpen = true
        resolve(message.opened)
      }
      if ('figures' in message) scrapes.get(message.n)?.(message.figures)
      if ('refused' in message) reject(new Refused(message.refused))
      if (!('listening' in message)) return
      listens = true
      send(child, { begin: orders })
    })
    void ended.then(how => reject(new Error(`it ended with ${how} before it was open`)))
  })
  // Once for all scrapes: a listener for each would stay for as long as the child lives.
  void ended.then(() => {
    isOpen = false
    for (const settle of scrapes.values()) settle(null)
  })
  // A waiter gets it; where there is none, its end is the event.
  opened.catch(() => {})

  function scrape(of: FiguresOf, withinMs = MAX_SCRAPE_MS): Promise<Snapshot | null> {
    if (!isOpen || !child.connected) return Promise.resolve(null)
    const n = scraped++
    return new Promise<Snapshot | null>(resolve => {
      const timer = setTimeout(resolve, withinMs, null)
      timer.unref()
      scrapes.set(n, figures => {
        clearTimeout(timer)
        resolve(figures)
      })
      send(child, { scrape: of, n })
    }).finally(() => scrapes.delete(n))
  }

  function look(): void {
    if (unanswered >= (isOpen ? maxUnanswered : MAX_BEFORE_OPEN)) {
      clearInterval(looking)
      onUnresponsive()
      child.kill('SIGKILL')
      return
    }
    unanswered++
    send(child, { ping: unanswered })
  }

  const looking = setInterval(look, lookEveryMs)
  void ended.then(() => clearInterval(looking))
  return {
    opened,
    ended,
    scrape,
    async stop() {
      // Before it listens it has begun nothing.
      if (listens) send(child, { leave: true })
      else child.kill('SIGKILL')
      const force = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await ended
      clearTimeout(force)
    },
  }
}

const endOf = (child: ChildProcess) =>
  new Promise<string>(resolve => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    // It could not even be started.
    child.once('error', error => resolve(error.message))
  })

function send(child: ChildProcess, word: ToChild): void {
  // It may be gone already; its end is reported elsewhere.
  if (child.connected) child.send(word, () => {})
}
