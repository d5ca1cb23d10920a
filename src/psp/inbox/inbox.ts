// The inbox of PSP callbacks. A callback is stored raw and once, answered 200, and then applied: it is only a hint about what
// to query, and only the PSP's answer to that query is booked. Killing the process at any moment loses nothing.
import { createHash } from 'node:crypto'
import { startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { openLanes } from '#kernel/concurrency/lanes.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { text } from '../adapters/reply.ts'
import type { PspsDeps } from '../deps.ts'
import type { PspDirectory } from '../directory.ts'
import type { Hint } from '../port.ts'
import { openCallbackTally } from './callback-rate-limit.ts'
import { type Entries, entriesOf } from './entries.ts'
import type { Applied } from './hint-handlers.ts'
import {
  DEAD_AT_ATTEMPT,
  type KeptCallback,
  keepCallback,
  keepRepeatingCallback,
  leaseCallbacks,
  markApplied,
  markTrouble,
  type NewCallback,
  recordConfirmed,
} from './store.ts'

export interface Inbox {
  /** Throws a refusal where this PSP account has sent too many within a minute. */
  keep(pspAccountId: number, body: Buffer): Promise<void>
  /** The same of a body that is a form and says the same at each change: it is applied at each arrival. */
  keepRepeating(pspAccountId: number, body: Buffer): Promise<void>
  wake(): void
  stop(): Promise<void>
}

/** Applies an entry of a callback. */
export type ApplyHint = (pspAccountId: number, hint: Hint) => Promise<Applied>

const LEASE_MS = 30_000
/** Concurrent callbacks of one PSP account, so that one with many entries delays no other. */
const WORKING = { everyMs: 1_000, batch: 20, max: 20, maxHeld: 40 }
/** Concurrent queries to one PSP. Each needs the database before and after: far fewer than it has connections. */
const LOOKUPS = { max: 8 }
/** Entries of one callback that are queried together: it leaves room for others. Their results are stored before the next ones. */
const PORTION = 4
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 600_000
/** From then on a dead letter is tried no more. It stays for a while, and an operator may replay it. */
const GIVEN_UP_AFTER_MS = 7 * DAY_MS

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** Why a callback is not finished yet. `isPermanent`: no answer of the PSP can change that. `notBefore`: it has not been tried. */
interface Unapplied {
  trouble: string
  isPermanent?: true
  notBefore?: Date
}

export function startInbox(
  deps: Pick<PspsDeps, 'alerts' | 'clock' | 'db' | 'log'> & {
    psps: Pick<PspDirectory, 'psp' | 'circuitOpen'>
    apply: ApplyHint
    /** The limit of callbacks of one PSP account in a minute. */
    maxAMinute?: number
  },
): Inbox {
  const { db, clock, log, psps } = deps
  const lookups = openLanes<number>(LOOKUPS)
  const takes = openCallbackTally(clock, deps.maxAMinute)
  const working = startDueLanes<KeptCallback>({
    name: 'psp inbox',
    ...WORKING,
    log,
    owed: owedIn('psp_inbox', deps),
    /** A PSP that is slow or does not answer delays no callback of another. */
    lease(limit, full) {
      const now = clock()
      return leaseCallbacks(db, { now, until: leaseEnd(now), limit, except: [...psps.circuitOpen(), ...full] })
    },
    keyOf: ({ id }) => String(id),
    laneOf: ({ pspAccountId }) => pspAccountId,
    work,
    failed: (error, { id }) => log.error({ err: error, callback: String(id) }, 'a callback could not be worked on'),
  })

  async function work(callback: KeptCallback): Promise<void> {
    const unapplied = await tryToApply(callback)
    if (unapplied === null) await markApplied(db, callback, clock())
    else await putOff(callback, unapplied)
  }

  /** Every entry that the PSP confirms is applied, whatever becomes of the others. */
  async function tryToApply(callback: KeptCallback): Promise<Unapplied | null> {
    try {
      const psp = await psps.psp(callback.pspAccountId)
      const { open, ...entries } = entriesOf(psp, callback)
      let troubles: Unapplied[] = []
      for (let first = 0; first < open.length; first += PORTION)
        troubles = troubles.concat(await applyPortion(callback, open.slice(first, first + PORTION)))
      return unappliedOf(troubles, entries)
    } catch (error) {
      return troubleOf(callback, error)
    }
  }

  /** Answers the failures of the entries that are still open. */
  async function applyPortion(callback: KeptCallback, portion: { key: string; hint: Hint }[]): Promise<Unapplied[]> {
    const lookUp = (hint: Hint) => lookups.run(callback.pspAccountId, () => applied(callback, hint))
    const troubles = await Promise.all(
      portion.map(({ hint }) => lookUp(hint).catch(error => troubleOf(callback, error))),
    )
    const confirmed = portion.filter((_, n) => troubles[n] === null).map(({ key }) => key)
    // With a single entry there is nothing to store: it ends the callback or leaves all of it open.
    if (portion.length > 1) await recordConfirmed(db, callback, confirmed, leaseEnd(clock()))
    return troubles.filter(trouble => trouble !== null)
  }

  async function applied({ pspAccountId }: KeptCallback, hint: Hint): Promise<Unapplied | null> {
    const outcome = await deps.apply(pspAccountId, hint)
    if (outcome === 'done') return null
    const { later: trouble, notBefore } = outcome
    return { trouble, ...(notBefore !== undefined && { notBefore }) }
  }

  function troubleOf({ id }: KeptCallback, error: unknown): Unapplied {
    log.error({ err: error, callback: String(id) }, 'a callback could not be applied')
    return { trouble: error instanceof Error ? error.message : 'not applied' }
  }

  async function putOff(callback: KeptCallback, unapplied: Unapplied): Promise<void> {
    const { pspAccountId, id } = callback
    // The reason may quote the body, and the database takes no NUL.
    const trouble = text(unapplied.trouble)?.slice(0, 500) ?? 'not applied'
    const now = clock()
    if (unapplied.notBefore !== undefined)
      return void (await markTrouble(db, callback, { trouble, tries: 0, dueAt: unapplied.notBefore }))
    // The PSP cannot be asked: that is no failure of the callback. It stays due for when the PSP is back.
    if (unapplied.isPermanent === undefined && psps.circuitOpen().includes(pspAccountId))
      return void (await markTrouble(db, callback, { trouble, tries: 0, dueAt: now }))
    const atLeast = unapplied.isPermanent ? DEAD_AT_ATTEMPT : 0
    const attempts = Math.max(callback.attempts + 1, atLeast)
    await markTrouble(db, callback, { trouble, tries: 1, atLeast, dueAt: nextTry(callback, attempts, now) })
    if (callback.attempts >= DEAD_AT_ATTEMPT || attempts < DEAD_AT_ATTEMPT) return
    log.warn({ pspAccountId, callback: String(id), attempts, trouble }, 'a callback has become a dead letter')
    // Without the callback: the dead letters of one PSP account are one alert, which counts them.
    const code = unapplied.isPermanent ? 'CALLBACK_UNREADABLE' : 'CALLBACK_NOT_APPLIED'
    deps.alerts.raise(code, { pspAccountId }, aboutPsp(pspAccountId))
  }

  /** What came to another address is another callback, also with the same body. */
  function newCallback(pspAccountId: number, body: Buffer, address = ''): NewCallback {
    if (!takes(pspAccountId)) throw TOO_MANY
    const now = clock()
    const bodyHash = createHash('sha256').update(address).update(body).digest()
    return { pspAccountId, bodyHash, body, now, latestLease: leaseEnd(now) }
  }

  return {
    keep: async (pspAccountId, body) => keepCallback(db, newCallback(pspAccountId, body)),
    keepRepeating: async (pspAccountId, body) => keepRepeatingCallback(db, newCallback(pspAccountId, body, 'notices ')),
    wake: working.wake,
    stop: working.stop,
  }
}

const TOO_MANY = new Failure('RATE_LIMITED', 'Too many callbacks within a minute', { retryAfterSeconds: 60 })

function unappliedOf(troubles: Unapplied[], { count, unread, left }: Omit<Entries, 'open'>): Unapplied | null {
  const [first] = troubles
  if (first !== undefined)
    return count === 1 ? first : { trouble: `${first.trouble} (${troubles.length} of ${count} entries)` }
  if (unread > 0) return { trouble: `${unread} of ${count + unread} entries cannot be read`, isPermanent: true }
  return left === 0 ? null : { trouble: `${left} entries beyond the first ${count} are left to the lists of the PSP` }
}

/** null: it is given up. */
function nextTry({ receivedAt }: KeptCallback, attempts: number, now: Date): Date | null {
  if (attempts < DEAD_AT_ATTEMPT) {
    const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS)
    return new Date(now.getTime() + backoffMs)
  }
  const isOver = now.getTime() - receivedAt.getTime() >= GIVEN_UP_AFTER_MS
  return isOver ? null : new Date(now.getTime() + HOUR_MS)
}
