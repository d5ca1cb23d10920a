// The events of the gateway's catalogue, in the person's language and in groups. An event of a newer gateway that this panel
// does not know is shown with the gateway's own sentence.
import type { EventName } from '#notification/events/catalogue.ts'
import type { Catalogue } from '../../api/notification/webhooks.ts'
import { useWords } from '../../words/words.ts'
import { eventWords } from './event-words.ts'

/** Complete, or it does not compile. */
const KNOWN: Record<EventName, true> = {
  'sale.pending': true,
  'sale.paid': true,
  'sale.refused': true,
  'sale.canceled': true,
  'sale.refunded': true,
  'sale.chargeback': true,
  'withdrawal.pending': true,
  'withdrawal.completed': true,
  'withdrawal.rejected': true,
  'withdrawal.canceled': true,
  'withdrawal.returned': true,
  'refund.completed': true,
  'refund.failed': true,
  'dispute.opened': true,
  'dispute.deadline': true,
  'dispute.closed': true,
  'balance.blocked': true,
  'balance.unblocked': true,
  'cart.abandoned': true,
  'cart.recovered': true,
  'recurrence.authorized': true,
  'recurrence.refused': true,
  'recurrence.canceled': true,
  'recurrence.expired': true,
  'recurrence.unauthorized_payment': true,
  'recurrence.amount_due': true,
  'recurrence.debit_scheduled': true,
  'recurrence.try_failed': true,
  'recurrence.debit_refused': true,
  'recurrence.debit_canceled': true,
  'recurrence.debit_missed': true,
}

const GROUPS = ['sale', 'withdrawal', 'refund', 'dispute', 'balance', 'cart', 'recurrence'] as const

const isKnown = (event: string): event is EventName => event in KNOWN

/** Not in the catalogue: it cannot be chosen. */
const TEST_EVENT = 'webhook.test'

/** The sentence of an event; its own name where there is none. */
export function useEventText(): (event: string) => string {
  const t = useWords(eventWords)
  return event => {
    if (event === TEST_EVENT) return t('test')
    return isKnown(event) ? t(event) : event
  }
}

/** The name of an event, for people who do not read its code. */
export function useEventName(): (event: string) => string {
  const t = useWords(eventWords)
  return event => {
    if (event === TEST_EVENT) return t('test')
    return isKnown(event) ? t(`names.${event}`) : event
  }
}

export interface EventGroup {
  name: string
  events: { event: string; text: string }[]
}

export function useEventGroups({ data }: Catalogue): EventGroup[] {
  const t = useWords(eventWords)
  const described = data.map(({ event, description }) => ({ event, text: isKnown(event) ? t(event) : description }))
  const subjects = [...new Set(described.map(({ event }) => subjectOf(event)))]
  return subjects.map(subject => {
    const group = GROUPS.find(known => known === subject)
    return {
      name: group === undefined ? subject : t(`groups.${group}`),
      events: described.filter(({ event }) => subjectOf(event) === subject),
    }
  })
}

const subjectOf = (event: string): string => event.split('.')[0] ?? event
