// Ended attempts on their way into the log: gathered for a moment and written many at once. Nothing is given up: what the
// database does not take now is written later, and until then nobody in this process sends it again.
import { isWorthHalving } from '#db/passing.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { NotificationsDeps } from '../feature.ts'
import type { Completion } from './completion-store.ts'

export interface Completions {
  add(completion: Completion): void
  /** How many are not written yet. */
  count(): number
  /** These. */
  unwritten(): Completion[]
  /** Resolves when everything is written, or cannot be. */
  drain(): Promise<void>
}

const MAX_BATCH = 500
/** At 200 attempts a second a statement is shared by ten of them; the log is never further behind. */
const GATHER_MS = 60
const MAX_AT_ONCE = 2
const AGAIN_MS = SECOND_MS / 2
const TRIES_AT_THE_END = 10

export function openCompletions(
  deps: Pick<NotificationsDeps, 'log'> & {
    write: (completions: Completion[]) => Promise<void>
    /** They are in the log, or never will be: the process has been thought dead. */
    written: (completions: Completion[]) => void
  },
): Completions {
  const { write, written, log } = deps
  let waiting: Completion[] = []
  let timer: NodeJS.Timeout | null = null
  let writing = 0
  const underWay = new Set<Completion[]>()
  let draining = false
  const watchers: (() => void)[] = []

  function add(completion: Completion): void {
    waiting.push(completion)
    if (waiting.length >= MAX_BATCH || draining) flush()
    else timer ??= setTimeout(flush, GATHER_MS)
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (waiting.length > 0 && underWay.size < MAX_AT_ONCE) {
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      underWay.add(batch)
      writing += batch.length
      void persist(batch).finally(() => ended(batch))
    }
  }

  function ended(batch: Completion[]): void {
    underWay.delete(batch)
    writing -= batch.length
    if (waiting.length >= MAX_BATCH || draining) flush()
    else if (waiting.length > 0) timer ??= setTimeout(flush, GATHER_MS)
    if (waiting.length + writing === 0) for (const resolve of watchers.splice(0)) resolve()
  }

  async function persist(batch: Completion[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await write(batch)
        return written(batch)
      } catch (error) {
        if (batch.length > 1 && isWorthHalving(error)) return persistHalves(batch)
        log.error({ err: error, attempts: batch.length }, 'ended attempts could not be logged; they are kept')
        if (draining && tries >= TRIES_AT_THE_END) return
        await new Promise(wake => setTimeout(wake, AGAIN_MS))
      }
    }
  }

  async function persistHalves(batch: Completion[]): Promise<void> {
    const middle = batch.length >> 1
    await Promise.all([persist(batch.slice(0, middle)), persist(batch.slice(middle))])
  }

  return {
    add,
    count: () => waiting.length + writing,
    unwritten: () => [...underWay].flat().concat(waiting),
    drain() {
      draining = true
      flush()
      return waiting.length + writing === 0 ? Promise.resolve() : new Promise(done => watchers.push(done))
    },
  }
}
