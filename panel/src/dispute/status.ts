// The states and kinds of disputes, as filters and badges know them.
import type { DefenceStatus } from '#dispute/defence/store.ts'
import type { DisputeKind, DisputeStatus } from '#dispute/dispute.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

export const DISPUTE_TONES: Record<DisputeStatus, Tone> = {
  OPEN: 'attention',
  DEFENDED: 'waiting',
  RELEASED: 'good',
  FORFEITED: 'bad',
  CANCELLED: 'quiet',
}
export const DISPUTE_STATUSES = Object.keys(DISPUTE_TONES) as DisputeStatus[]
export const DISPUTE_KINDS = ['MED', 'CHARGEBACK'] as const satisfies DisputeKind[]

export type { DefenceStatus }
export const DEFENCE_STATUSES = ['PENDING', 'SENT', 'KEPT', 'REFUSED'] as const satisfies DefenceStatus[]
