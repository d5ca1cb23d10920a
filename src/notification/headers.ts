// What goes out beside the body: the contract's headers under the operator's brand, signed over the stored bytes with a
// fresh timestamp for every attempt. Where there is no secret to sign with it fails closed: nothing goes out unsigned.
import { signPostback, signWebhook } from '#kernel/signature.ts'
import type { Delivery } from './delivery.ts'

export interface Courier {
  /** Stands in the header names, "Service" where the operator set none. */
  brand: string
  /** Opens a sealed secret. */
  open: (sealed: string) => string
  /** For accounts that have no postback secret of their own. */
  fallbackPostbackSecret: string | null
}

export function headersOf(courier: Courier, delivery: Delivery, at: Date): Record<string, string> {
  const prefix = `X-${courier.brand}`
  return {
    'Content-Type': 'application/json',
    'User-Agent': `${courier.brand}-Notifications/1`,
    [`${prefix}-Event-Id`]: delivery.eventUid,
    [`${prefix}-Event-Sequence`]: String(delivery.sequence),
    ...(delivery.redelivery && { [`${prefix}-Redelivery`]: 'true' }),
    ...signatureHeaders(courier, delivery, at, prefix),
  }
}

function signatureHeaders(courier: Courier, delivery: Delivery, at: Date, prefix: string): Record<string, string> {
  if (delivery.channel === 'UNSIGNED') return {}
  if (delivery.channel === 'POSTBACK')
    return { 'X-Signature': signPostback(secretOf(courier, delivery), delivery.body) }
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    [`${prefix}-Event-Type`]: delivery.eventType,
    [`${prefix}-Timestamp`]: String(timestamp),
    [`${prefix}-Signature`]: signWebhook(secretOf(courier, delivery), timestamp, delivery.body),
  }
}

function secretOf(courier: Courier, delivery: Delivery): string {
  const own = delivery.secretSealed === null ? null : courier.open(delivery.secretSealed)
  const secret = own ?? (delivery.channel === 'POSTBACK' ? courier.fallbackPostbackSecret : null)
  if (!secret) throw new Error('there is no secret to sign with')
  return secret
}
