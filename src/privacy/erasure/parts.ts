// The parts of what is held about a customer, as an erasure sees them: what is forgotten at once, and what stays because the law, a contract that is
// still performed or a claim demands it.

/** Why something stays. */
export const GROUNDS = ['LAW', 'CONTRACT', 'CLAIM', 'PROOF'] as const
export type Ground = (typeof GROUNDS)[number]
/** What the operator alone reads, of `retainedByLaw`: an authority has asked for it. The account learns nothing of that. */
export const OPERATORS_GROUNDS = [...GROUNDS, 'AUTHORITY'] as const

export const ERASED_PARTS = [
  'carts',
  'checkoutSessions',
  'unpaidSales',
  'saleContacts',
  'recurrences',
  'recurrenceContacts',
] as const
export type ErasedPart = (typeof ERASED_PARTS)[number]

export const KEPT_PARTS = [
  'openSales',
  'disputedSales',
  'paidSales',
  'payments',
  'liveRecurrences',
  'paidRecurrences',
  'refundTargets',
  'cashouts',
  'beneficiaries',
  'notifications',
  'retainedByLaw',
] as const
export type KeptPart = (typeof KEPT_PARTS)[number]
/** What would be erased, if no authority had asked for it. */
export const RETAINED = 'retainedByLaw' satisfies KeptPart
