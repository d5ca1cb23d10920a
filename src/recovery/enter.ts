// Puts the gateway into recovery: from the commit on nothing is paid, no event is delivered, and every PSP's lists are due to be
// read again. A gateway that is in recovery already only goes further back, so that what has been read is not read twice.
import { type Actor, record, THE_GATEWAY } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { Clock } from '#kernel/time.ts'
import { kindsThat, type PspKinds } from '#psp/kinds.ts'
import { insertMissingSweeps, rewindSweeps } from '#psp/sweep/store.ts'
import { insertRecovery, lockGatewayState, moveRecoverFrom, type Recovering } from './store.ts'
import type { Suspicion } from './suspicion.ts'

export type Entered = { change: 'entered' | 'widened' | 'none'; recovering: Recovering }

export interface Entering extends Suspicion {
  /** Absent: the gateway by itself. */
  actor?: Actor
}

/** `seen`: the highest heartbeat that is known of a history which may be lost. */
export function enterRecovery(
  { db, clock, pspKinds }: { db: Database; clock: Clock; pspKinds: PspKinds },
  { reason, from, actor = THE_GATEWAY }: Entering,
  seen = 0n,
): Promise<Entered> {
  return db.transaction(async tx => {
    const now = clock()
    const { recovering: before } = await lockGatewayState(tx)
    const what = { actor, subject: 'house', subjectId: 1, reason, detail: { from } }
    if (before === null) {
      const recovering = { since: now, reason, from }
      await insertRecovery(tx, recovering, seen)
      await readAgain(tx, pspKinds, from, now)
      await record(tx, [{ ...what, action: 'recovery.entered' }], now)
      return { change: 'entered', recovering }
    }
    if (from >= before.from) return { change: 'none', recovering: before }
    await moveRecoverFrom(tx, from)
    await readAgain(tx, pspKinds, from, now)
    await record(tx, [{ ...what, action: 'recovery.widened' }], now)
    return { change: 'widened', recovering: { ...before, from } }
  })
}

async function readAgain(tx: Transaction, pspKinds: PspKinds, from: Date, now: Date): Promise<void> {
  await insertMissingSweeps(tx, kindsThat(pspKinds, 'paysOut'), now)
  await rewindSweeps(tx, from, now)
}
