// An event: something that happened to a sale or a withdrawal, or a test of a webhook, with its body exactly as it will be sent
// and the channels that get it. It is written in the commit that made it true.
import { createHash } from 'node:crypto'
import type { EventName } from './catalogue.ts'

export type Form =
  | 'SALE'
  | 'SALE_POSTBACK'
  | 'WITHDRAWAL'
  | 'REFUND'
  | 'DISPUTE'
  | 'BALANCE'
  | 'CART'
  | 'RECURRENCE'
  | 'RECURRENCE_DEBIT'
  | 'TEST'

export interface DomainEvent {
  accountId: number
  subject: 'sale' | 'withdrawal' | 'refund' | 'dispute' | 'wallet' | 'cart' | 'recurrence' | 'debit' | 'webhook'
  subjectId: bigint
  /** The subject's version that this event describes, raised under the subject's lock. */
  version: number
  form: Form
  /** What the log calls it; one of the catalogue's names where a signed webhook can ask for it. */
  type: string
  body: Buffer
  signedEvent: EventName | null
  /** Also to webhooks of notification type WITHDRAWAL, which carry no signature. */
  unsigned: boolean
  postbackUrl: string | null
}

/**
 * The id of the event, the same for every attempt and resend. It derives from its subject (a version 8 uuid over account,
 * subject, version and form), so that one event can never go out under two ids.
 */
export function eventUid(event: Pick<DomainEvent, 'accountId' | 'subject' | 'subjectId' | 'version' | 'form'>): string {
  const key = [event.accountId, event.subject, event.subjectId, event.version, event.form].join('/')
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Compact JSON in the order of the keys as written: the bytes that are stored, signed and sent. */
export function bodyBytes(body: object): Buffer {
  return Buffer.from(JSON.stringify(body), 'utf8')
}
