// The situation of a cashout for the account that asked for it: whether anything of it has left the gateway, what keeps it from
// going on, and whether it may still be paid.
import type { OneCashout } from '../../api/money/cashouts.ts'

/** What is known of the payment itself. */
export type Known =
  | 'WAITING'
  | 'QUEUED'
  | 'UNSENT'
  | 'SENT'
  | 'UNKNOWN'
  | 'ACCEPTED'
  | 'UNDECIDED'
  | 'PAID_DOUBTED'
  | 'UNPAID_DOUBTED'

export type Stop = NonNullable<OneCashout['progress']['stoppedBy']>

export interface Situation {
  known: Known
  stop: Stop | null
  /** Nobody has to decide it: it goes on when this comes. */
  dueAt: string | null
}

/** null: it has ended, and nobody doubts that. */
export function situationOf({ status, waitsFor, progress }: OneCashout): Situation | null {
  const { step, stoppedBy, dueAt, undecided } = progress
  const known = undecided ? doubtOf(status) : knownOf(status, waitsFor.length > 0, step)
  if (known === null) return null
  if (undecided) return { known, stop: null, dueAt: null }
  return { known, stop: stoppedBy, dueAt }
}

function doubtOf(status: OneCashout['status']): Known {
  if (status === 'COMPLETED') return 'PAID_DOUBTED'
  return status === 'FAILED' || status === 'CANCELLED' ? 'UNPAID_DOUBTED' : 'UNDECIDED'
}

/** Between two questions it may have begun or ended: then what its status says. */
function knownOf(status: OneCashout['status'], isWaiting: boolean, step: OneCashout['progress']['step']): Known | null {
  if (status === 'PENDING') return isWaiting ? 'WAITING' : 'QUEUED'
  if (status !== 'PROCESSING') return null
  return step === 'QUEUED' ? 'UNSENT' : (step ?? 'SENT')
}

const DOUBTED = ['PAID_DOUBTED', 'UNPAID_DOUBTED'] as const
/** Of these it is known that nothing has left, unless the database may have forgotten something. */
const UNSENT = ['WAITING', 'QUEUED', 'UNSENT'] as const
/** These have no attempt yet, so that they can be cancelled. */
const CANCELLABLE: readonly Known[] = ['WAITING', 'QUEUED']

const among = <T extends Known>(these: readonly T[], known: Known): known is T => these.some(one => one === known)

export const isDoubted = (known: Known): known is (typeof DOUBTED)[number] => among(DOUBTED, known)

/** The keys of what is said about it. */
export function happenedKeys({ known, stop }: Situation) {
  const isUncertain = stop === 'RECOVERY' && among(UNSENT, known)
  const first = isUncertain ? (`inRecovery.${known}` as const) : (`known.${known}` as const)
  return stop === null ? ([first] as const) : ([first, `stop.${stop}`] as const)
}

export function nextKey({ known, stop }: Situation) {
  if (stop === null) return `plan.${known}` as const
  return stop === 'RECOVERY' && known === 'WAITING' ? 'inRecovery.next' : (`after.${stop}` as const)
}

export function adviceKeys({ known, stop }: Situation, mayCancel: boolean) {
  if (isDoubted(known) || known === 'UNDECIDED') return ['doubt'] as const
  if (!CANCELLABLE.includes(known)) return ['wait'] as const
  if (stop === 'RECOVERY') return ['inRecovery.you'] as const
  const first = mayCancel ? ('cancel' as const) : ('others' as const)
  return stop === null || stop === 'PSP_RESTS' ? ([first] as const) : ([first, 'operator'] as const)
}
