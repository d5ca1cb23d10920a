// Whether a database is what it seems: the one that this machine has been working on, where it has always lain. Pure
// decisions, with their reasons in words for the operator.
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { Fingerprint } from './place.ts'

/** What the database says of itself. */
export interface DatabaseHeartbeat {
  installationId: string
  /** Where it lay when it was last known to be the true one; null before the first start. */
  fingerprint: Fingerprint
  pulse: bigint
  pulseAt: Date | null
}

/** What this machine has seen of it. Never more than what was committed by then. */
export interface Seen {
  installationId: string
  fingerprint: Fingerprint
  pulse: bigint
  pulseAt: Date
}

/** PostgreSQL's timeline: each promotion of a standby begins another one, with a higher number. */
export interface History {
  /** When the gateway was last at work on it; null where that is unknown. */
  before: number | null
  here: number | null
  /** Whether its commits waited for a standby then. */
  isSynchronous: boolean | null
}

/** What is read of it at a start. */
export interface Remembered extends Seen {
  /** It did not stay where it was written. What was put back from a backup says nothing of what came after. */
  wasCopied: boolean
}

export interface Suspicion {
  reason: string
  /** From here on the PSPs may know more than the database. */
  from: Date
}

export interface Start {
  stored: DatabaseHeartbeat
  /** Where the database lies now. */
  here: Fingerprint
  seen: Remembered | null
  history: History
  /** A person asked for it. */
  forced: boolean
  now: Date
}

/** Null where nothing speaks against the database. */
export function suspicionAtStart({ stored, here, seen, history, forced, now }: Start): Suspicion | null {
  const ours = seen?.installationId === stored.installationId ? seen : null
  const known = ours?.fingerprint === here ? ours : null
  const against = reasonAgainst({ stored, here, seen: known, forced }) ?? (ours?.wasCopied ? COPIED : null)
  const reason = against ?? lossOf(history)
  return reason === null ? null : { reason, from: readFrom(stored, known?.wasCopied ? null : known, now) }
}

const COPIED =
  'What this machine remembers of the database, installation.json in DATA_DIR, was put back from a copy. ' +
  'The database may have been put back with it.'

function reasonAgainst({ stored, here, seen, forced }: Omit<Start, 'now' | 'history'>): string | null {
  if (forced) return 'It was asked for at the start, with --recover or RECOVER=true.'
  const { fingerprint: before } = stored
  if (before !== null && here !== null && before !== here)
    return (
      `The database does not lie where it lay when it was last at work (then: ${before}; now: ${here}). ` +
      'It is a copy, or was restored from one.'
    )
  return seen !== null && seen.pulse > stored.pulse ? olderThan(stored.pulse, seen.pulse) : null
}

export const olderThan = (heartbeat: bigint, seen: bigint): string =>
  `The database is older than it was: its pulse is ${heartbeat}, and ${seen} has been seen here. An older copy has taken its place.`

export const isPromoted = ({ before, here }: History): boolean => before !== null && here !== null && here !== before

/** What a promotion may have lost, in words; null: nothing, since whoever was answered had waited for a standby. */
export function lossOf(history: History): string | null {
  const { before, here, isSynchronous } = history
  if (!isPromoted(history) || (Number(here) > Number(before) && isSynchronous === true)) return null
  return (
    `The database is on another history than when it was last at work (PostgreSQL's timeline ${here}, before ${before}): a standby was promoted, ` +
    'for which commits did not wait. What was committed last may be missing.'
  )
}

/** What is committed and what a PSP knows may lie this far apart, clocks included. */
const BEFORE_HEARTBEAT_MS = HOUR_MS
const WITHOUT_HEARTBEAT_MS = DAY_MS

export function readFrom(
  stored: Pick<DatabaseHeartbeat, 'pulseAt'>,
  seen: Pick<Seen, 'pulseAt'> | null,
  now: Date,
): Date {
  if (stored.pulseAt === null) return before(now, WITHOUT_HEARTBEAT_MS)
  // A gateway has been at work on the copy already, so that its own last moment is not known any more.
  if (seen !== null && stored.pulseAt > seen.pulseAt) return before(seen.pulseAt, WITHOUT_HEARTBEAT_MS)
  return before(stored.pulseAt < now ? stored.pulseAt : now, BEFORE_HEARTBEAT_MS)
}

const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms)
