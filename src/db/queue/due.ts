// The state is the queue: rows that owe work carry `due_at`. A due loop asks for them when it is woken and, as a backstop,
// at an interval; it never runs twice at once, and a failing round is logged and tried again. It holds no state that a
// killed process could lose.
import type { FastifyBaseLogger } from 'fastify'
import { inNobodysCourse } from '#kernel/concurrency/observed.ts'
import { isOwed, type Owed } from './owed.ts'
import { begun } from './progress.ts'
import { nextPhaseMs, startTicks } from './ticks.ts'

export interface DueLoop {
  /** There is work now. Cheap, and safe to call while a round is under way: another follows it. */
  wake(): void
  /** There will be work in so many milliseconds. */
  wakeIn(ms: number): void
  /** Resolves when the round under way has ended; no other begins. */
  stop(): Promise<void>
}

export interface DueWork {
  name: string
  everyMs: number
  /** When the first round begins; absent: at once. */
  firstInMs?: number
  /** One batch. Answers whether there may be more that is due now. */
  round: () => Promise<boolean>
  /** At the interval a round begins only where this says that there are rows. */
  owed?: Owed
  log: Pick<FastifyBaseLogger, 'error'>
}

const MAX_QUICK_MS = 5_000

export function startDueLoop({ name, everyMs, firstInMs = 0, round, owed, log }: DueWork): DueLoop {
  const timers = new Set<NodeJS.Timeout>()
  let running: Promise<void> | null = null
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false
  // What comes by every few seconds takes no longer than that; others may read whole lists.
  const isQuick = everyMs <= MAX_QUICK_MS

  const wake = () => {
    again = true
    if (!stopped) running ??= inNobodysCourse(run)
  }

  async function run(): Promise<void> {
    while (again && !stopped) {
      again = false
      const ended = isQuick ? begun(name) : null
      try {
        if (await round()) again = true
      } catch (error) {
        fail(error)
      } finally {
        ended?.()
      }
    }
    running = null
  }

  /** The backstop comes back to it. */
  const fail = (error: unknown) => log.error({ err: error, loop: name }, 'a round of due work failed')

  async function look(rows: Owed): Promise<void> {
    try {
      if (await isOwed(rows)) wake()
    } catch (error) {
      fail(error)
    }
    looking = null
  }

  const tick = () => {
    if (owed === undefined) wake()
    else looking ??= look(owed)
  }
  const backstop = startTicks(everyMs, owed === undefined ? nextPhaseMs() : 0, tick)
  const wakeIn = (ms: number) => {
    // What ends after the stop must not keep the process alive.
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      wake()
    }, ms)
    timers.add(timer)
  }
  if (firstInMs === 0) tick()
  else wakeIn(firstInMs)
  return {
    wake,
    wakeIn,
    async stop() {
      stopped = true
      backstop.stop()
      for (const timer of timers) clearTimeout(timer)
      await looking
      await running
    },
  }
}
