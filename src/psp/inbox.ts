// What the PSP tells us. A callback is kept raw and once, answered 200, and then worked on: it is only a hint about where
// to look, and what is booked is what the PSP answers when it is asked. Killing the process at any moment loses nothing.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import { limited } from '#kernel/limited.ts'
import { type Clock, DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { PspDirectory } from './directory.ts'
import { entriesOf } from './inbox-entries.ts'
import {
  claimCallbacks,
  DEAD_AT_ATTEMPT,
  type KeptCallback,
  keepCallback,
  markApplied,
  markTrouble,
  noteConfirmed,
} from './inbox-store.ts'
import type { Hint } from './port.ts'
import { text } from './reply.ts'

export interface Inbox {
  keep(pspAccountId: number, body: Buffer): Promise<void>
  wake(): void
  stop(): Promise<void>
}

export interface InboxNeeds {
  db: Database
  psps: Pick<PspDirectory, 'psp'>
  clock: Clock
  log: FastifyBaseLogger
  /** Rings when a callback has become a dead letter. */
  alarm: (said: string, known: object) => void
  /** Looks into what a callback is about. */
  apply: (pspAccountId: number, hint: Hint) => Promise<Applied>
}

/** 'done' when there is nothing more to find out, 'later' when the PSP did not answer or does not know yet. */
export type Applied = 'done' | 'later'

const LOOK_MS = 1_000
/** Callbacks at work at the same time, so that one with many entries keeps no other waiting. */
const MOST_HELD = 40
const BATCH = 20
const CLAIM_MS = 30_000
/** Entries of one callback that are asked about together. What they brought is kept before the next ones. */
const PORTION = 20
const MOST_LOOKUPS = 32
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 600_000
/** From then on a dead letter is tried no more. It stays, and a person may replay it. */
const GIVEN_UP_AFTER_MS = 7 * DAY_MS

const claimEnd = (now: Date) => new Date(now.getTime() + CLAIM_MS)

export function startInbox(needs: InboxNeeds): Inbox {
  const { db, clock, log } = needs
  const working = limited(MOST_HELD)
  const lookups = limited(MOST_LOOKUPS)
  const held = new Set<bigint>()
  const loop = startDueLoop({ name: 'psp inbox', everyMs: LOOK_MS, round, log })

  async function round(): Promise<boolean> {
    const room = Math.min(BATCH, MOST_HELD - held.size)
    if (room <= 0) return false
    const now = clock()
    const due = await claimCallbacks(db, now, claimEnd(now), room)
    for (const callback of due) take(callback)
    return due.length === room
  }

  function take(callback: KeptCallback): void {
    if (held.has(callback.id)) return
    held.add(callback.id)
    working
      .run(() => work(callback))
      .catch(error => log.error({ err: error, callback: String(callback.id) }, 'a callback could not be worked on'))
      .finally(() => {
        const wasFull = held.size >= MOST_HELD
        held.delete(callback.id)
        if (wasFull) loop.wake()
      })
  }

  async function work(callback: KeptCallback): Promise<void> {
    const trouble = await tryToApply(callback)
    if (trouble === null) await markApplied(db, callback, clock())
    else await putOff(callback, trouble)
  }

  /** What the PSP confirms is applied, whatever stands beside it. Answers why the callback is not through yet. */
  async function tryToApply(callback: KeptCallback): Promise<string | null> {
    try {
      const psp = await needs.psps.psp(callback.pspAccountId)
      const { open, left, count } = entriesOf(psp, callback)
      let troubles: string[] = []
      for (let first = 0; first < open.length; first += PORTION)
        troubles = troubles.concat(await applyPortion(callback, open.slice(first, first + PORTION)))
      if (troubles.length > 0)
        return count === 1 ? `${troubles[0]}` : `${troubles[0]} (${troubles.length} of ${count} entries)`
      return left === 0 ? null : `${left} entries beyond the first ${count} are left to the lists of the PSP`
    } catch (error) {
      return troubleOf(callback, error)
    }
  }

  /** Answers the troubles of those that are still open. */
  async function applyPortion(callback: KeptCallback, portion: { key: string; hint: Hint }[]): Promise<string[]> {
    const troubles = await Promise.all(
      portion.map(({ hint }) => lookups.run(() => applied(callback, hint)).catch(error => troubleOf(callback, error))),
    )
    const confirmed = portion.filter((_, n) => troubles[n] === null).map(({ key }) => key)
    // With a single entry there is nothing to remember: it ends the callback or leaves all of it open.
    if (portion.length > 1) await noteConfirmed(db, callback, confirmed, claimEnd(clock()))
    return troubles.filter(trouble => trouble !== null)
  }

  const applied = async ({ pspAccountId }: KeptCallback, hint: Hint): Promise<string | null> =>
    (await needs.apply(pspAccountId, hint)) === 'done' ? null : 'the PSP does not confirm it yet'

  function troubleOf({ id }: KeptCallback, error: unknown): string {
    log.error({ err: error, callback: String(id) }, 'a callback could not be applied')
    return error instanceof Error ? error.message : 'not applied'
  }

  async function putOff(callback: KeptCallback, trouble: string): Promise<void> {
    const attempts = callback.attempts + 1
    // The reason may quote the body, and the database takes no NUL.
    const reason = text(trouble)?.slice(0, 500) ?? 'not applied'
    await markTrouble(db, callback, reason, nextTry(callback, attempts, clock()))
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
    async stop() {
      await loop.stop()
      await working.idle()
    },
  }
}

/** null: it is given up. */
function nextTry({ receivedAt }: KeptCallback, attempts: number, now: Date): Date | null {
  if (attempts < DEAD_AT_ATTEMPT) {
    const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
    return new Date(now.getTime() + backoffMs)
  }
  const isOver = now.getTime() - receivedAt.getTime() >= GIVEN_UP_AFTER_MS
  return isOver ? null : new Date(now.getTime() + HOUR_MS)
}
