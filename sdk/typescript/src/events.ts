// Events by name: `if (event.type === 'sale.paid') event.payload.fee`.
import type { Event, EventPayloads, SalePostback, WithdrawalEvent } from './generated/types.ts'

export type EventName = keyof EventPayloads

interface Checked<Name extends string, Payload> {
  /** Stable for the fact, on every attempt and every resend. Store it under a unique constraint. */
  eventId: string
  type: Name
  /** The version of its subject. It grows; it has gaps. Null where the gateway tells none. */
  sequence: number | null
  /** When this attempt was signed, in whole seconds. */
  timestamp: Date
  /** Somebody asked for it to be sent again. */
  isRedelivery: boolean
  payload: Payload
}

/**
 * What a signed webhook has brought. `payload`, `timestamp` and nothing else is covered by the signature: the other fields come from headers
 * beside it, which TLS protects on the way. Events that are newer than this SDK come too: leave a `default` in your `switch`.
 */
export type WebhookEvent = { [Name in EventName]: Checked<Name, EventPayloads[Name]> }[EventName]

export interface Postback<Payload = SalePostback> {
  /** As of a webhook; null where the header is not there. Not covered by the signature. */
  eventId: string | null
  sequence: number | null
  payload: Payload
}

type Pulled<Name extends string, Payload> = Omit<Event, 'type' | 'payload'> & { type: Name; payload: Payload }

/** An event as it is pulled. One of them no signed webhook can choose. */
export type PulledEvent =
  | { [Name in EventName]: Pulled<Name, EventPayloads[Name]> }[EventName]
  | Pulled<'withdrawal.processing', WithdrawalEvent>
