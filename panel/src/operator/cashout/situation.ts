// The situation of a cashout for an operator: who or what it waits for, or how it ended.
import type { Cashout } from '../../api/operator/cashouts.ts'
import type { Outgoing } from '../../api/operator/outgoing.ts'

const OF_OPERATOR = /OUTFLOW|^OPERATOR$/

export type Situation =
  | 'ANOMALY'
  | 'WAITS_OPERATOR'
  | 'WAITS_ACCOUNT'
  | 'WAITS_OTHERS'
  | NonNullable<Outgoing['stoppedBy']>
  | 'QUEUED'
  | 'UNSENT'
  | 'SENT'
  | 'UNKNOWN'
  | 'ACCEPTED'
  | 'PAID'
  | 'RETURNED'
  | 'FAILED'
  | 'CANCELLED'

/** `outgoing` null: it is not on its way, since it has not begun or has ended. */
export function situationOf(cashout: Cashout, outgoing: Outgoing | null): Situation {
  if (cashout.anomalies.some(({ decision }) => decision === null)) return 'ANOMALY'
  if (cashout.waitsFor.length > 0) return waiting(cashout)
  if (outgoing !== null) return underWay(outgoing)
  return endOf(cashout)
}

/** The operator's part in it may be done. */
function waiting({ waitsFor, you }: Cashout): Situation {
  if (!waitsFor.some(reason => OF_OPERATOR.test(reason))) return 'WAITS_OTHERS'
  return you?.mayNotBecause === 'NOT_NEEDED' || you?.mayNotBecause === 'APPROVED_BY_YOU'
    ? 'WAITS_ACCOUNT'
    : 'WAITS_OPERATOR'
}

function underWay({ stoppedBy, status, said: message }: Outgoing): Situation {
  if (stoppedBy !== null) return stoppedBy
  return status === 'QUEUED' && message !== null ? 'UNSENT' : status
}

function endOf({ status, returnedAmount }: Cashout): Situation {
  if (status === 'COMPLETED') return returnedAmount === undefined ? 'PAID' : 'RETURNED'
  if (status === 'FAILED' || status === 'CANCELLED') return status
  // It has begun or ended between the two questions.
  return status === 'PENDING' ? 'QUEUED' : 'SENT'
}
