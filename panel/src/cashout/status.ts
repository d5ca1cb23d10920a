// The status of a cashout, in names and tones: the gateway's status, and whether it waits for approval or was returned.

import { centavosOf } from '../api/account/reais.ts'
import type { Cashout, CashoutStatus } from '../api/money/cashouts.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

const TONES = {
  PENDING: 'waiting',
  PROCESSING: 'waiting',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELLED: 'quiet',
} as const satisfies Record<CashoutStatus, Tone>

export const CASHOUT_STATUS_NAMES = Object.keys(TONES) as CashoutStatus[]

export type Standing = CashoutStatus | 'WAITING' | 'RETURNED' | 'PARTLY_RETURNED'

export const STANDING_TONES: Record<Standing, Tone> = {
  ...TONES,
  WAITING: 'attention',
  RETURNED: 'attention',
  PARTLY_RETURNED: 'attention',
}

/** Nothing left for anybody, and nothing was charged. */
export const isUnpaid = ({ status }: Cashout): boolean => status === 'FAILED' || status === 'CANCELLED'

export function standingOf({ status, waitsFor, netAmount, returnedAmount }: Cashout): Standing {
  if (status === 'PENDING' && waitsFor.length > 0) return 'WAITING'
  if (returnedAmount === undefined) return status
  return centavosOf(returnedAmount) < centavosOf(netAmount) ? 'PARTLY_RETURNED' : 'RETURNED'
}
