// The sections of what is held about a customer.

export const SECTION_NAMES = [
  'sales',
  'payments',
  'recurrences',
  'carts',
  'checkoutSessions',
  'refundTargets',
  'cashouts',
  'beneficiaries',
] as const
export type SectionName = (typeof SECTION_NAMES)[number]
