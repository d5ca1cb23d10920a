// Until when a refund of a card is not sent yet: its acquirer takes none before it has settled the sale, one at a time, and of parts one a
// day. Pure.
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { HOUR_MS, later, MINUTE_MS } from '#kernel/time.ts'
import type { CardRefundRules, ChargeState } from '#psp/collect/port.ts'
import type { HeldPart } from '../../settlement/own-holds.ts'
import type { RefundWait } from '../refund.ts'

/** Of the refunds of one sale beside this one. */
export interface Others {
  /** Whether one was sent and has not ended. */
  isUnderWay: boolean
  /** When the latest was sent. */
  sentAt: Date | null
}

export interface Waiting {
  rules: CardRefundRules
  reportedState: ChargeState | null
  /** Whether all that was paid goes back at once. */
  isWhole: boolean
  parts: readonly HeldPart[]
  others: Others
}

/** The acquirer's clock may be behind ours. */
const PAST_MIDNIGHT_MS = 10 * MINUTE_MS

/** null: it may be sent now. */
export function waitOf({ rules, reportedState, isWhole, parts, others }: Waiting, now: Date): RefundWait | null {
  if (rules.from === 'paid' && reportedState !== 'paid') return { for: 'SETTLEMENT', until: settledAt(parts, now) }
  const tomorrow = later(boundsOf(addDays(dateAt(now), 1)).from, PAST_MIDNIGHT_MS)
  const isSentToday = others.sentAt !== null && dateAt(others.sentAt) >= dateAt(now)
  return others.isUnderWay || (!isWhole && rules.isOnePartialADay && isSentToday)
    ? { for: 'NEXT_DAY', until: tomorrow }
    : null
}

/** The day of the first part that the acquirer still owes; where that is past, it is late. */
function settledAt(parts: readonly HeldPart[], now: Date): Date {
  const [first] = parts.filter(part => part.settledAt === null).map(({ expectedOn }) => expectedOn)
  return first === undefined ? now : boundsOf(first).from
}

/** While it waits it is looked at again then, though a settlement that is reported makes it due at once. */
export const nextLookAt = ({ until }: RefundWait, now: Date): Date => (until > now ? until : later(now, LATE_EVERY_MS))

const LATE_EVERY_MS = HOUR_MS
