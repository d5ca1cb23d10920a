// What the PSP tells us. A callback is kept raw and once, answered 200, and then worked on: it is only a hint about where
// to look, and what is booked is what the PSP answers when it is asked. Killing the process at any moment loses nothing.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type DueLoop, startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock } from '#kernel/time.ts'
import type { PspDirectory } from './directory.ts'
import type { Hint } from './port.ts'
import { claimCallbacks, type KeptCallback, keepCallback, markApplied, markTrouble } from './store.ts'

export interface Inbox {
  keep(pspAccountId: number, body: Buffer): Promise<void>
  wake(): void
  stop(): Promise<void>
}

export interface InboxNeeds {
  db: Database
  psps: PspDirectory
  clock: Clock
  log: FastifyBaseLogger
  /**
   * Looks into what a callback is about. Answers 'done' when there is nothing more to find out, 'later' when the PSP did
   * not answer or does not know yet.
   */
  apply: (pspAccountId: number, hint: Hint) => Promise<'done' | 'later'>
}

const SWEEP_MS = 1_000
const BATCH = 20
const CLAIM_MS = 30_000
const MOST_ATTEMPTS = 12
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 600_000

export function startInbox(needs: InboxNeeds): Inbox {
  const { db, clock, log } = needs
  const loop: DueLoop = startDueLoop({ name: 'psp inbox', everyMs: SWEEP_MS, round, log })

  async function round(): Promise<boolean> {
    const now = clock()
    const due = await claimCallbacks(db, now, new Date(now.getTime() + CLAIM_MS), BATCH)
    await Promise.all(due.map(work))
    return due.length === BATCH
  }

  async function work(callback: KeptCallback): Promise<void> {
    const trouble = await tryToApply(callback)
    if (trouble === null) await markApplied(db, callback, clock())
    else await putOff(callback, trouble)
  }

  async function tryToApply(callback: KeptCallback): Promise<string | null> {
    try {
      const psp = await needs.psps.psp(callback.pspAccountId)
      const hints = psp.readCallback(JSON.parse(callback.body.toString('utf8')))
      const outcomes = await Promise.all(hints.map(hint => needs.apply(callback.pspAccountId, hint)))
      return outcomes.includes('later') ? 'the PSP does not confirm it yet' : null
    } catch (error) {
      log.error({ err: error, callback: String(callback.id) }, 'a callback could not be applied')
      return error instanceof Error ? error.message : 'not applied'
    }
  }

  async function putOff(callback: KeptCallback, trouble: string): Promise<void> {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** callback.attempts, LONGEST_WAIT_MS)
    const dueAt = callback.attempts < MOST_ATTEMPTS ? new Date(clock().getTime() + waitMs) : null
    await markTrouble(db, callback, trouble.slice(0, 500), dueAt)
    if (dueAt !== null) loop.wakeIn(Math.min(waitMs + 5, SWEEP_MS))
  }

  return {
    async keep(pspAccountId, body) {
      const bodyHash = createHash('sha256').update(body).digest()
      await keepCallback(db, { pspAccountId, bodyHash, body, now: clock() })
    },
    wake: loop.wake,
    stop: loop.stop,
  }
}
