// Alerts about money that leaves.
import type { AlertDefinition } from './definition.ts'

interface AnomalyParams {
  accountId: number
  id: bigint
  kind: string
  pspAccountId: number | null
  ours: Record<string, unknown>
  theirs: Record<string, unknown>
}

interface AttemptParams {
  accountId: number
  id: bigint
  payoutId: string
  pspAccountId: number
}

interface RestoredParams {
  accountId: number
  /** The account that the payout id names. */
  ofAccount: number | null
  /** The uuid of the restored cashout. */
  cashout: string
  payoutId: string | null
  pspAccountId: number
  amountCentavos: string
}

export const CASHOUT_ALERTS = {
  CASHOUT_CONFLICT: {
    severity: 'critical',
    subject: 'cashout',
    message: (_: AnomalyParams) => 'the PSP contradicts what was booked',
    whatToDo: 'Compare both sides of the anomaly and decide it.',
  },
  CASHOUT_OUTCOME_UNKNOWN: {
    severity: 'critical',
    subject: 'cashout',
    message: (_: AnomalyParams) => 'what became of a payout cannot be found out',
    whatToDo: 'Ask the PSP about the payout id, then decide the anomaly.',
  },
  CASHOUT_ANSWER_CHANGED: {
    severity: 'warning',
    subject: 'cashout',
    message: (_: { accountId: number; id: bigint; payoutId: string | null; theirs: Record<string, unknown> }) =>
      'the PSP says something else by now than what waits for a decision',
    whatToDo: 'Look at what the PSP has said since (`toldSince` of the anomaly) before you decide it.',
  },
  CASHOUT_RETURN_TOO_LARGE: {
    severity: 'critical',
    subject: 'cashout',
    message: (_: AnomalyParams) => 'more came back of a cashout than is outstanding',
    whatToDo:
      'Clear it up with the PSP and the seller, then decide the anomaly. If the payment itself waits for a decision, decide that first.',
  },
  CASHOUT_BLOCKED_AT_PSP: {
    severity: 'critical',
    subject: 'cashout',
    message: (_: AttemptParams & { reason: string }) => 'a cashout waits for the operator',
    whatToDo:
      'Do what `reason` asks for at the PSP, such as putting money into the account or registering callbacks. The cashout goes on by itself.',
  },
  CASHOUT_WITHOUT_END: {
    severity: 'critical',
    subject: 'cashout',
    message: (_: AttemptParams) => 'a payout has had no end for an hour',
    whatToDo: 'Ask the PSP about the payout id. The gateway goes on asking as well, and the hold stays. Raised once.',
  },
  PAYOUT_NOT_CONFIRMED: {
    severity: 'warning',
    subject: 'payout',
    message: (_: { pspAccountId: number; payoutId: string; told: string }) =>
      'the PSP does not confirm what its list says of a payment',
    whatToDo:
      'List and lookup disagree, or the lookup fails: ask the PSP about the payout id. The gateway asks again each hour for 25 hours.',
  },
  CASHOUT_SENT_BEFORE_RESTORE: {
    severity: 'info',
    subject: 'cashout',
    message: (_: { accountId: number; payoutId: string; pspAccountId: number; cashout: string }) =>
      'a cashout had been sent before this database was restored',
    whatToDo: 'Nothing: the gateway asks what became of it and does not send it twice.',
  },
  CASHOUT_RESTORED: {
    severity: 'info',
    subject: 'cashout',
    message: (_: RestoredParams) => 'a payment that this database had forgotten was restored',
    whatToDo:
      'Nothing: the cashout is back with its amount held, and ends by itself. Its fee, reference and description are lost; it has another number and `uuid`, and its first `uuid` still finds it.',
  },
  CASHOUT_OF_LOST_ACCOUNT: {
    severity: 'critical',
    subject: 'cashout',
    message: (_: RestoredParams) =>
      'a payment of an account that this database has forgotten was booked to the suspense account',
    whatToDo: 'The account was lost with its payment: settle it with the seller, whom only your own records name.',
  },
  VELOCITY_LIMIT_EXCEEDED: {
    severity: 'critical',
    subject: 'account',
    message: (_: { accountId: number; reason: string; limits: object }) =>
      'more leaves than usual: payouts wait for the operator',
    whatToDo: 'Make sure that the seller asked for these payouts, then approve or refuse each (see payouts that wait).',
  },
  HOUSE_VELOCITY_LIMIT_EXCEEDED: {
    severity: 'critical',
    subject: null,
    message: (_: { reason: string; limits: object }) => 'more leaves than usual: payouts wait for the operator',
    whatToDo:
      'The limit of the whole gateway is reached: find out which accounts pay out, then approve or refuse what waits.',
  },
} as const satisfies Record<string, AlertDefinition>
