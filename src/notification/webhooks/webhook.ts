// A permanent webhook: an address of the seller's, what it hears of, and the secret that signs what is sent there. What may
// be asked of one is decided here.
import { Failure, invalid } from '#kernel/failure.ts'
import type { RetryPolicy } from '../delivery/delivery.ts'
import { EVENT_NAMES, type EventName } from '../events/catalogue.ts'

/** TRANSACTION: signed, for the events it names. WITHDRAWAL: unsigned, for the withdrawals' statuses, and names no events. */
export const NOTIFICATION_TYPES = ['TRANSACTION', 'WITHDRAWAL'] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const RETRY_POLICIES = ['default', 'extended'] as const satisfies RetryPolicy[]

export interface Webhook {
  accountId: number
  id: bigint
  url: string
  events: EventName[]
  notificationType: NotificationType
  retryPolicy: RetryPolicy
  /** Whether the headers of Standard Webhooks go out beside ours. */
  standardHeaders: boolean
  active: boolean
  /** When it was switched on again; what it did not take before is not held against it. */
  switchedOnAt: Date | null
  /** When the gateway switched it off, and why; null where it did not. */
  disabledAt: Date | null
  disabledReason: string | null
  /** From when on a new secret signs alone, also where that moment has passed; null where there is no new one. */
  nextSecretFrom: Date | null
  createdAt: Date
  updatedAt: Date
}

/** What a seller chooses. The notification type is chosen once. */
export type WebhookChoice = Pick<
  Webhook,
  'url' | 'events' | 'notificationType' | 'retryPolicy' | 'standardHeaders' | 'active'
>

/** The events as a caller gave them are texts yet. */
export type WebhookRequest = Omit<WebhookChoice, 'events'> & { events: string[] }

/** What was chosen, or why it cannot be. */
export function chosen(request: WebhookRequest): WebhookChoice | Failure {
  const events = chosenEvents(request)
  return events instanceof Failure ? events : { ...request, events }
}

/** Each once, in the order given. Nothing is ever added to what was asked for. */
function chosenEvents({ events, notificationType }: WebhookRequest): EventName[] | Failure {
  const unknown = events.filter(event => !isEventName(event))
  if (unknown.length > 0)
    return new Failure('INVALID_DATA', `events: ${named(unknown)} unknown; expected some of ${EVENT_NAMES.join(', ')}`)
  if (notificationType === 'WITHDRAWAL' && events.length > 0)
    return invalid('events', 'none for the notification type WITHDRAWAL, which tells every status of a withdrawal')
  if (notificationType === 'TRANSACTION' && events.length === 0) return invalid('events', 'at least one event')
  return [...new Set(events.filter(isEventName))]
}

const isEventName = (text: string): text is EventName => (EVENT_NAMES as string[]).includes(text)

const SHOWN_CHARACTERS = 100

const named = (events: string[]) =>
  `${JSON.stringify(events).slice(1, -1).slice(0, SHOWN_CHARACTERS)} ${events.length === 1 ? 'is' : 'are'}`
