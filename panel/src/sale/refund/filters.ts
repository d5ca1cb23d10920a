// What the filters of refunds offer.
export const REFUND_STATES = ['PENDING', 'COMPLETED', 'FAILED'] as const
