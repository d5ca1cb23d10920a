// Due work in lanes: rows that owe work are claimed in batches and worked on lane by lane, so that a lane whose work is slow
// keeps no other waiting. Rows of a full lane stay in the database. A row that falls due again while it is worked on is worked on once more
// after that. What a killed process held comes back by its due time.
import type { FastifyBaseLogger } from 'fastify'
import { openLanes } from '#kernel/concurrency/lanes.ts'
import { startDueLoop } from './due.ts'
import type { Owed } from './owed.ts'
import { begun } from './progress.ts'

export interface DueLanes<Due> {
  /** There is work now. */
  wake(): void
  /** Works on it without a lease, where its lane has room; else the process that leases it does. */
  take(due: Due): void
  /** Resolves when what is under way has ended. What waits is taken up by the next process. */
  stop(): Promise<void>
}

export interface DueLanesWork<Due> {
  name: string
  everyMs: number
  /** Rows that are claimed at once. */
  batch: number
  /** At work at a time, in each lane. */
  max: number
  /** At work and waiting in memory, in each lane. */
  maxHeld: number
  log: Pick<FastifyBaseLogger, 'error'>
  /** At the interval rows are claimed only where this says that there are some. */
  owed?: Owed
  /** At most `limit` rows that are due, none of the lanes `except`. */
  lease: (limit: number, except: number[]) => Promise<Due[]>
  /** What is held under this key already is not worked on twice at a time; what is claimed meanwhile comes after it. */
  keyOf: (due: Due) => string
  laneOf: (due: Due) => number
  work: (due: Due) => Promise<void>
  failed: (error: unknown, due: Due) => void
}

export function startDueLanes<Due>(work: DueLanesWork<Due>): DueLanes<Due> {
  const { name, everyMs, batch, max, maxHeld, owed, log } = work
  const lanes = openLanes<number>({ max, maxHeld })
  /** At work and waiting in memory, by key; with what is to be worked on after that, as it was claimed last. */
  const held = new Map<string, Due | null>()
  let stopped = false

  function hold(due: Due): void {
    const [key, lane] = [work.keyOf(due), work.laneOf(due)]
    if (stopped || held.has(key)) return
    held.set(key, null)
    lanes
      .run(lane, async () => {
        if (stopped) return
        const ended = begun(name)
        await work.work(due).finally(ended)
      })
      .catch(error => work.failed(error, due))
      .finally(() => {
        const next = held.get(key) ?? null
        held.delete(key)
        if (next !== null) hold(next)
        if (fillsUp) loop.wake()
      })
    // The one that takes the last place wakes the others when it is free again.
    const fillsUp = !lanes.hasRoom(lane)
  }

  /** Its work may be ending at this moment, and has not seen why it is due: it is leased now, and nobody else would come to it. */
  function holdLeased(due: Due): void {
    const key = work.keyOf(due)
    if (held.has(key)) held.set(key, due)
    else hold(due)
  }

  const loop = startDueLoop({
    name,
    everyMs,
    log,
    ...(owed !== undefined && { owed }),
    async round() {
      const due = await work.lease(batch, lanes.full())
      for (const one of due) holdLeased(one)
      return due.length === batch
    },
  })

  return {
    wake: loop.wake,
    take(due) {
      if (lanes.hasRoom(work.laneOf(due))) hold(due)
    },
    async stop() {
      stopped = true
      await loop.stop()
      await lanes.idle()
    },
  }
}
