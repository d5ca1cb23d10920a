// The events that a webhook may ask for, each with a sentence for the person who chooses. The names are the contract's.

export const EVENTS = {
  'sale.pending': 'A PIX code or a boleto was made and waits to be paid',
  'sale.paid': 'The payment was confirmed',
  'sale.refused': 'The charge was refused',
  'sale.canceled': 'The sale was cancelled before it was paid',
  'sale.refunded': 'The amount went back to the buyer',
  'sale.chargeback': 'The purchase is disputed (PIX mediation included)',
  'withdrawal.pending': 'A cashout was requested',
  'withdrawal.completed': 'A cashout was paid',
  'withdrawal.rejected': 'A cashout was refused',
  'withdrawal.canceled': 'A cashout was cancelled before it was sent',
  'withdrawal.returned': 'Money of a cashout that was paid came back, whole or in part',
  'refund.completed': 'Money of a sale went back to the buyer, whole or in part',
  'refund.failed': 'A refund was not executed; its amount is back where it was: available, or reserve of its sale',
  'dispute.opened': 'A payer disputes what a sale brought; it can be defended until its deadline',
  'dispute.deadline': 'Less than 48, 24 or 6 hours are left to defend a dispute',
  'dispute.closed': 'A dispute ended: released, or gone back to the payer in whole or in part',
  'balance.blocked': 'Money was blocked by an order of a court or of the operator',
  'balance.unblocked': 'A reserve, or what an order had blocked, is available again',
  'cart.abandoned': 'A buyer filled in their data and did not finish',
  'cart.recovered': 'An abandoned cart became a paid sale',
  'recurrence.authorized': 'The payer has authorised a recurrence',
  'recurrence.refused': 'The payer has refused a recurrence',
  'recurrence.canceled': 'A recurrence was cancelled',
  'recurrence.expired': 'A recurrence has come to its last day',
  'recurrence.unauthorized_payment': 'The first payment arrived, and the recurrence was not authorised',
  'recurrence.amount_due': 'A cycle is about to be debited and has no amount yet',
  'recurrence.debit_scheduled': 'The payer’s bank has scheduled the debit of a cycle',
  'recurrence.try_failed': 'The debit of a cycle failed on its day; another try may follow',
  'recurrence.debit_refused': 'The payer’s bank has refused the debit of a cycle',
  'recurrence.debit_canceled': 'The debit of a cycle was cancelled',
  'recurrence.debit_missed': 'The time to debit a cycle has passed, and no debit was ordered',
} as const

export type EventName = keyof typeof EVENTS

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]

/** Every type that an event of an account can have: those that a webhook may ask for, and those of the unsigned one only. */
export const EVENT_TYPES: readonly string[] = [...EVENT_NAMES, 'withdrawal.processing']
