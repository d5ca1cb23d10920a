// Makes the archives that are owed, one at a time in each process, and removes files whose time is over. One that cannot be made is tried again by a
// later round, three times in all.
import { record, THE_GATEWAY } from '#audit/audit.ts'
import { failsAgain } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { owedIn } from '#db/queue/owed.ts'
import { later, SECOND_MS } from '#kernel/time.ts'
import { about } from '../audit-entry.ts'
import type { LegalRequestDeps } from '../deps.ts'
import type { RecordSet } from '../records/record-set.ts'
import type { SigningKey } from '../signing/key.ts'
import { type LeasedArchive, Superseded } from './archive.ts'
import { LEASE_MS, makeArchive } from './make.ts'
import { failArchive, leaseArchive, removeFiles, renewLease } from './store.ts'

/** Archives take minutes: this is no loop whose rounds are short. */
const EVERY_MS = 6 * SECOND_MS
const MAX_TRIES = 3
const AGAIN_MS = 20 * SECOND_MS

export interface ArchiveWork extends Pick<DueLoop, 'wake' | 'stop'> {}

export function startArchiveWork(
  deps: LegalRequestDeps & { signingKey: () => Promise<SigningKey>; sets: readonly RecordSet[] },
): ArchiveWork {
  const { db, clock, log, paused } = deps
  const leaving = new AbortController()

  async function round(): Promise<boolean> {
    await removeFiles(db, clock())
    if (paused()) return false
    const now = clock()
    const leased = await leaseArchive(db, now, later(now, LEASE_MS))
    if (leased === null) return false
    await makeArchive(deps, leased, leaving.signal).catch(error => putOff(deps, leased, error, leaving.signal))
    return !leaving.signal.aborted
  }

  const loop = startDueLoop({
    name: 'legal-archives',
    everyMs: EVERY_MS,
    owed: owedIn('legal_archive', { db, clock }),
    log,
    round,
  })
  return {
    wake: loop.wake,
    stop() {
      leaving.abort()
      return loop.stop()
    },
  }
}

/** What this process leaves is given back when it ends, and taken up by another one. */
async function putOff(
  { db, clock, log }: Pick<LegalRequestDeps, 'db' | 'clock' | 'log'>,
  leased: LeasedArchive,
  error: unknown,
  leaving: AbortSignal,
): Promise<void> {
  if (leaving.aborted || error instanceof Superseded) return
  const archive = leased.id.toString()
  log.error({ err: error, archive, attempt: leased.attempt }, 'an archive could not be made')
  if (leased.attempt < MAX_TRIES || !failsAgain(error)) return renewLease(db, leased, 0, later(clock(), AGAIN_MS))
  await db.transaction(async tx => {
    await failArchive(tx, leased, 'three tries were in vain', clock())
    const action = { action: 'legal-archive.failed', ...about({ id: leased.requestId }), detail: { archive } }
    await record(tx, [{ ...action, actor: THE_GATEWAY }], clock())
  })
}
