// What the PSP tells us. A callback is kept raw and once, answered 200, and then worked on: it is only a hint about where
// to look, and what is booked is what the PSP answers when it is asked. Killing the process at any moment loses nothing.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type DueLoop, startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import type { PspDirectory } from './directory.ts'
import type { Hint } from './port.ts'
import { text } from './reply.ts'
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
  /** Rings when a callback has become a dead letter. */
  alarm: (said: string, known: object) => void
  /** Looks into what a callback is about. */
  apply: (pspAccountId: number, hint: Hint) => Promise<Applied>
}

/**
 * 'done' when there is nothing more to find out, 'later' when the PSP did not answer or does not know yet, 'nobodys' when
 * there is money that belongs to no account.
 */
export type Applied = 'done' | 'later' | 'nobodys'

const SWEEP_MS = 1_000
const BATCH = 20
const CLAIM_MS = 30_000
/** Whoever has been tried in vain so often is a dead letter: somebody is told, and it is tried every hour. */
const DEAD_AT_ATTEMPT = 12
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 600_000

const claimEnd = (now: Date) => new Date(now.getTime() + CLAIM_MS)

export function startInbox(needs: InboxNeeds): Inbox {
  const { db, clock, log } = needs
  const loop: DueLoop = startDueLoop({ name: 'psp inbox', everyMs: SWEEP_MS, round, log })

  async function round(): Promise<boolean> {
    const now = clock()
    const due = await claimCallbacks(db, now, claimEnd(now), BATCH)
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
      if (outcomes.includes('nobodys')) return 'the money belongs to no account'
      return outcomes.includes('later') ? 'the PSP does not confirm it yet' : null
    } catch (error) {
      log.error({ err: error, callback: String(callback.id) }, 'a callback could not be applied')
      return error instanceof Error ? error.message : 'not applied'
    }
  }

  async function putOff(callback: KeptCallback, trouble: string): Promise<void> {
    const attempts = callback.attempts + 1
    const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** callback.attempts, LONGEST_WAIT_MS)
    const waitMs = attempts < DEAD_AT_ATTEMPT ? backoffMs : HOUR_MS
    // The reason may quote the body, and the database takes no NUL.
    const reason = text(trouble)?.slice(0, 500) ?? 'not applied'
    await markTrouble(db, callback, reason, new Date(clock().getTime() + waitMs))
    if (attempts !== DEAD_AT_ATTEMPT) return
    const { pspAccountId, id } = callback
    needs.alarm('a callback has been tried in vain', { pspAccountId, callback: String(id), attempts, trouble: reason })
  }

  return {
    async keep(pspAccountId, body) {
      const bodyHash = createHash('sha256').update(body).digest()
      const now = clock()
      await keepCallback(db, { pspAccountId, bodyHash, body, now, latestClaim: claimEnd(now) })
    },
    wake: loop.wake,
    stop: loop.stop,
  }
}
