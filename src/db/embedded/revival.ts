// Keeps the embedded server up: one that ends by itself (killed for its memory, by a fault of the disk, by a mistake) is started
// again, since nothing else would. It never goes on with a server that does not come back, nor with one that ends again and
// again: then it says why, and the process that owns it ends as well.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded } from './ready.ts'
import { endServer } from './stop.ts'

export interface Kept {
  pid(): number
  /** Resolves with the reason when no server runs any more and none will. */
  ended: Promise<string>
  stop(): Promise<void>
}

export interface KeepDeps {
  /** Runs and answers. */
  first: ChildProcess
  /** Starts another one after it, and reports its process at once; throws while it does not come up. Null: never. */
  again: ((begun: (child: ChildProcess) => void) => Promise<ChildProcess>) | null
  /** Called with what has happened. */
  onTrouble: (sentence: string) => void
  logFile: string
}

/** For so long it is tried to bring one back. */
const MAX_RISING_MS = 15_000
const PAUSE_MS = 500
/** So many in a row that ended less than this after the one before, its start included, are too many. */
const SHORT_LIFE_MS = 1_000
const MAX_SHORT_LIVES = 10

export function keepUp(deps: KeepDeps): Kept {
  const { again, onTrouble, logFile } = deps
  let child = deps.first
  let stopping = false
  let stopped: Promise<void> | undefined

  const ended = again === null ? ending(child).then(() => GONE) : watch(again)

  async function watch(start: NonNullable<KeepDeps['again']>): Promise<string> {
    const livesShort = countShortLives()
    for (;;) {
      await ending(child)
      if (stopping) return STOPPED
      onTrouble(`The embedded PostgreSQL has ended (${endOf(child)}; its log is ${logFile}); starting it again.`)
      const trouble = livesShort() ? 'It ends again and again.' : await revive(start)
      if (stopping) return STOPPED
      if (trouble !== null) return `The embedded PostgreSQL (its log: ${logFile}) does not stay up. ${trouble}`
      onTrouble('The embedded PostgreSQL is back.')
    }
  }

  /** Null when it is back, else why it is not. */
  async function revive(start: NonNullable<KeepDeps['again']>): Promise<string | null> {
    const until = performance.now() + MAX_RISING_MS
    for (;;) {
      try {
        child = await start(begun => {
          child = begun
        })
        return null
      } catch (error) {
        if (stopping || performance.now() > until) return (error as Error).message
        await sleep(PAUSE_MS)
      }
    }
  }

  return {
    pid: () => child.pid as number,
    ended,
    stop() {
      stopping = true
      stopped ??= end(child)
        .then(() => ended)
        // One that was just being started again.
        .then(() => end(child))
      return stopped
    },
  }
}

/** To be called at each end. Answers whether there were too many in a row that came too soon. */
function countShortLives(): () => boolean {
  let startedAt = performance.now()
  let inARow = 0
  return () => {
    const now = performance.now()
    inARow = now - startedAt < SHORT_LIFE_MS ? inARow + 1 : 0
    startedAt = now
    return inARow > MAX_SHORT_LIVES
  }
}

const STOPPED = 'The embedded PostgreSQL was stopped.'
const GONE = 'The embedded PostgreSQL has ended.'

const endOf = ({ exitCode, signalCode }: ChildProcess) => (signalCode === null ? `code ${exitCode}` : signalCode)

async function ending(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

export function end(child: ChildProcess): Promise<void> {
  return hasEnded(child) ? Promise.resolve() : endServer(child.pid as number, () => !hasEnded(child))
}
