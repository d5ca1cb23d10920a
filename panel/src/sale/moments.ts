// The moments in the history of a sale, in tones; the names are in words.ts.
import type { Tone } from '../ui/feedback/status-badge.tsx'

export const MOMENT_TONES = {
  CREATED: 'quiet',
  PAID: 'good',
  CANCELADO: 'quiet',
  EXPIRADO: 'quiet',
  RECUSADO: 'bad',
  FALHA: 'bad',
  REFUND_REQUESTED: 'waiting',
  REFUND_TOLD: 'waiting',
  REFUND_COMPLETED: 'quiet',
  REFUND_FAILED: 'bad',
  MED_OPENED: 'attention',
  MED_RELEASED: 'good',
  MED_FORFEITED: 'bad',
  MED_CANCELLED: 'good',
  CHARGEBACK_OPENED: 'attention',
  CHARGEBACK_RELEASED: 'good',
  CHARGEBACK_FORFEITED: 'bad',
  CHARGEBACK_CANCELLED: 'good',
  RESERVE_HELD: 'quiet',
  RESERVE_RELEASED: 'good',
} as const satisfies Record<string, Tone>

export type MomentType = keyof typeof MOMENT_TONES
