// Wakes the workers when something they owe falls due. It holds no state of its own: what is owed are rows, so that a bank
// that was killed continues where it stood.
import { SECOND_MS } from '#kernel/time.ts'
import type { BankClock } from './clock.ts'

export interface Worker {
  /** Starts everything that is due. */
  workOff(): void
  /** When the next thing falls due, in the bank's time; null when nothing waits, or when what waits will call by itself. */
  nextDueAt(): number | null
  stop(): Promise<void>
}

export interface Scheduler {
  /** Looks at the rows at the next turn of the event loop, where any were written or are due; cheap enough to be called after every request. */
  wake(): void
  stop(): Promise<void>
}

/** A timer is never longer than this, so that a change of the machine's own clock is noticed. */
const MAX_SLEEP_MS = 30 * SECOND_MS
const MIN_SLEEP_MS = 5

/** `writes`: how often anything was written. */
export function openScheduler(clock: BankClock, writes: () => number, workers: readonly Worker[]): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let stopped = false
  let nextAt = Number.NEGATIVE_INFINITY
  let seen = -1

  function work(): void {
    soon = undefined
    if (writes() !== seen || nextAt <= clock.now()) {
      for (const worker of workers) worker.workOff()
      seen = writes()
      nextAt = Math.min(...workers.map(worker => worker.nextDueAt() ?? Number.POSITIVE_INFINITY))
    }
    clearTimeout(timer)
    if (nextAt === Number.POSITIVE_INFINITY) return
    const sleep = Math.min(MAX_SLEEP_MS, Math.max(MIN_SLEEP_MS, nextAt - clock.now()))
    timer = setTimeout(wake, sleep)
  }

  function wake(): void {
    if (!stopped) soon ??= setImmediate(work)
  }

  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearImmediate(soon)
      await Promise.all(workers.map(worker => worker.stop()))
    },
  }
}
