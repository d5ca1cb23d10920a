// The state is the queue: rows that owe work carry `due_at`. A due loop asks for them when it is woken and, as a backstop,
// at an interval; it never runs twice at once, and a failing round is logged and tried again. It holds no state that a
// killed process could lose.
import type { FastifyBaseLogger } from 'fastify'

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
  /** One batch. Answers whether there may be more that is due now. */
  round: () => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'error'>
}

export function startDueLoop({ name, everyMs, round, log }: DueWork): DueLoop {
  const timers = new Set<NodeJS.Timeout>()
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  const wake = () => {
    again = true
    if (!stopped) running ??= run()
  }

  async function run(): Promise<void> {
    while (again && !stopped) {
      again = false
      try {
        if (await round()) again = true
      } catch (error) {
        // The backstop comes back to it.
        log.error({ err: error, loop: name }, 'a round of due work failed')
      }
    }
    running = null
  }

  const backstop = setInterval(wake, everyMs)
  wake()
  return {
    wake,
    wakeIn(ms) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        wake()
      }, ms)
      timers.add(timer)
    },
    async stop() {
      stopped = true
      clearInterval(backstop)
      for (const timer of timers) clearTimeout(timer)
      await running
    },
  }
}
