// The states and kinds of disputes, as filters and badges know them.
import type { Static } from 'typebox'
import type { DisputeSchema } from '#dispute/wire.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

type Dispute = Static<typeof DisputeSchema>
type Status = Dispute['status']

export const DISPUTE_TONES: Record<Status, Tone> = {
  OPEN: 'attention',
  DEFENDED: 'waiting',
  RELEASED: 'good',
  FORFEITED: 'bad',
  CANCELLED: 'quiet',
}
export const DISPUTE_STATUSES = Object.keys(DISPUTE_TONES) as Status[]
export const DISPUTE_KINDS = ['MED', 'CHARGEBACK'] as const satisfies Dispute['kind'][]

export type DefenceStatus = NonNullable<Dispute['defence']>['status']
export const DEFENCE_STATUSES = ['PENDING', 'SENT', 'KEPT', 'REFUSED'] as const satisfies DefenceStatus[]
