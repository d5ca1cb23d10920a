// What the filters of the operator's lists offer, in the words of the API. Routes read addresses by it, pages show it.
export const ACCOUNT_STATUSES = ['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED'] as const

export const ANOMALY_FILTERS = ['open', 'decided'] as const

export const INCOMING_PAYMENT_STATUSES = [
  'UNACCEPTED',
  'RETURNING',
  'RETURNED',
  'CREDITED',
  'MOVED',
  'ACCEPTED',
] as const

/** Why no sale accepted it. */
export const UNMATCHED_REASONS = [
  'UNCERTAIN_TRANSFER',
  'WITHOUT_TXID',
  'UNKNOWN_SALE',
  'OTHER_AMOUNT',
  'TOO_LATE',
  'ALREADY_PAID',
  'CART_PAID',
  'SALE_ENDED',
  'OTHER_PSP',
  'UNCONFIRMED',
  'GONE_BACK',
  'DEBIT_ENDED',
] as const

export const CASE_STATES = ['OPEN', 'EXPLAINED', 'CORRECTED'] as const

/** OVERDUE: open ones whose analysis should have been ended. */
export const MONITORING_VIEWS = ['OPEN', 'OVERDUE', 'REPORTED', 'DISMISSED'] as const

export const MONITORING_RULES = [
  'INCOMING_VELOCITY',
  'CASHOUT_VELOCITY',
  'INCOMING_STRUCTURING',
  'CASHOUT_STRUCTURING',
  'NEW_ACCOUNT',
  'PASS_THROUGH',
] as const

export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'] as const

export const HOLD_STATES = ['OPEN', 'LIFTED', 'TAKEN', 'RELEASED'] as const

export const ALERT_FILTERS = ['open', 'acknowledged'] as const

export const CALLBACK_STATUSES = ['waiting', 'dead', 'given-up', 'applied'] as const

export const MOVEMENT_STATES = ['UNCLEAR', 'BOOKED', 'PIX', 'DISMISSED'] as const

export const OUTGOING_STATUSES = ['QUEUED', 'SENT', 'UNKNOWN', 'ACCEPTED'] as const

/** Minutes. */
export const OUTGOING_AGES = ['10', '60', '1440'] as const

export const RECEIVER_STATES = ['FAILING', 'RESTING', 'SWITCHED_OFF', 'HEALTHY', 'UNUSED', 'OFF'] as const

/** Without one: the open ones. */
export const VIEW_FILTERS = ['ENDED'] as const

export const HOLD_REASONS = [
  'WITHDRAWAL',
  'RESERVE',
  'SETTLEMENT',
  'REFUND',
  'MED',
  'CAUTELAR',
  'JUDICIAL',
  'MANUAL',
] as const

export const LEGAL_STATES = ['OPEN', 'ANSWERED', 'WITHDRAWN'] as const

export const AUTHORITY_KINDS = ['COURT', 'POLICE', 'PROSECUTOR', 'TAX', 'OTHER'] as const

/** Whom a request of an authority is about. */
export const LEGAL_SUBJECTS = ['ACCOUNT', 'DOCUMENT', 'PAYMENTS'] as const
