// The audit actions that only operators see, by the gateway's names.

/** A test fails where one is missing. */
export const OPERATOR_ONLY_ACTIONS = [
  'switches.changed',
  'alarm.acknowledged',
  'proposal.made',
  'proposal.confirmed',
  'proposal.rejected',
  'proposal.withdrawn',
  'proposal.expired',
  'case.assigned',
  'case.explained',
  'day.closed',
  'day.reopened',
  'reconciliation.asked',
  'psp-account.made',
  'psp-account.changed',
  'psp-account.callback-token-rotated',
  'callback.replayed',
  'callbacks.replayed',
  'recovery.entered',
  'recovery.widened',
  'recovery.resumed',
  'operator.created',
  'operator.removed',
  'search.made',
] as const
