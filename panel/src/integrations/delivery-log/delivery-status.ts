// The states of a delivery in tones; their names are in delivery-words.ts.
import type { DeliveryStatus } from '../../api/notification/deliveries.ts'
import type { Tone } from '../../ui/feedback/status-badge.tsx'

export const DELIVERY_TONES: Record<DeliveryStatus, Tone> = {
  PENDING: 'waiting',
  DELIVERED: 'good',
  FAILED: 'bad',
  SKIPPED: 'quiet',
}

export const DELIVERY_STATUS_NAMES = Object.keys(DELIVERY_TONES) as DeliveryStatus[]
