// How far a cashout has come, as its account reads it: whether anything of it has left the gateway, what keeps it from going on, and
// whether the operator has to decide about it.
import { type Static, Type } from 'typebox'
import type { Queryable } from '#db/postgres.ts'
import { orNull } from '#http/schema.ts'
import type { OutgoingStatus, Stop } from '#outgoing/outgoing.ts'
import { findRecovery } from './approval/store.ts'
import { type Cashout, type CashoutKey, hasEnded } from './cashout.ts'
import { isUndecided } from './operator/store.ts'

const STEPS = Object.keys({ QUEUED: 0, SENT: 0, UNKNOWN: 0, ACCEPTED: 0 } satisfies Record<OutgoingStatus, 0>)
const STOPPED_BY = Object.keys({
  RECOVERY: 0,
  ACCOUNT_STOPPED: 0,
  NO_PSP: 0,
  PSP_OFF: 0,
  PSP_RESTS: 0,
} satisfies Record<Stop, 0>)

/** Of one that has begun and not ended. */
export interface UnderWay {
  status: OutgoingStatus
  stoppedBy: Stop | null
  dueAt: Date
}

/** null: it waits for people, or has ended. */
export type FindUnderWay = (cashout: CashoutKey) => Promise<UnderWay | null>

export const ProgressSchema = Type.Object(
  {
    step: orNull(Type.Enum(STEPS as OutgoingStatus[]), {
      description:
        'QUEUED: nothing of it has left the gateway. SENT: it may have arrived at the bank. UNKNOWN: the bank does not confirm it. ACCEPTED: the bank has it, and has not told the end. null: it waits for people, or has ended',
    }),
    stoppedBy: orNull(Type.Enum(STOPPED_BY as Stop[]), {
      description:
        'What keeps it from going on for now; null: it goes on when it is due. RECOVERY: nor can it be cancelled or rejected',
    }),
    dueAt: orNull(Type.String({ format: 'date-time' }), {
      description: 'When the bank is sent it, or asked about it, next',
    }),
    undecided: Type.Boolean({
      description: 'The bank says something else than is booked, or says nothing at all: the operator decides',
    }),
  },
  { description: 'How far it has come' },
)

export async function progressOf(
  db: Queryable,
  findUnderWay: FindUnderWay,
  cashout: Cashout,
): Promise<Static<typeof ProgressSchema>> {
  const [underWay, undecided, isRecovering] = await Promise.all([
    hasEnded(cashout) ? null : findUnderWay(cashout),
    isUndecided(db, cashout),
    cashout.waiting && findRecovery(db).then(({ recovering }) => recovering),
  ])
  return {
    step: underWay?.status ?? null,
    stoppedBy: underWay?.stoppedBy ?? (isRecovering ? 'RECOVERY' : null),
    dueAt: underWay?.dueAt.toISOString() ?? null,
    undecided,
  }
}
