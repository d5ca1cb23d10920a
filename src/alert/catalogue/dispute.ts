// Alerts about disputes and their defences.
import type { Centavos } from '#kernel/money.ts'
import type { AlertDefinition } from './definition.ts'

interface OpenedParams {
  accountId: number
  dispute: bigint
  endToEndId: string
  amount: Centavos
  claimed: Centavos
  held: Centavos
}

interface DeadlineParams {
  accountId: number
  dispute: bigint
  deadlineAt: Date | null
  amount: Centavos
}

export const DISPUTE_ALERTS = {
  DISPUTE_OF_UNKNOWN_PAYMENT: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: OpenedParams) => 'a Pix is disputed that this database does not know',
    whatToDo:
      'The dispute stands under account 1000 and moves to its account when the Pix is known. If it does not, ask the PSP.',
  },
  DISPUTE_EXCEEDS_PAYMENT: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: OpenedParams) => 'more is disputed than is left of what was paid',
    whatToDo:
      "Look at the sale: refunds or other disputes have taken the rest, or the PSP told an amount that is none of this Pix, neither in reais nor in cents. Of a payment that no sale accepted nothing is held: it is nobody's yet.",
  },
  DISPUTE_MONEY_SPENT: {
    severity: 'info',
    subject: 'dispute',
    message: (_: OpenedParams) => 'money that is disputed has left already: the rest is held as it comes',
    whatToDo: 'Nothing, or talk to the seller.',
  },
  DISPUTE_UNANSWERED: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: DeadlineParams) => 'the deadline of a dispute is near and nobody has answered',
    whatToDo: 'Six hours are left: answer the dispute, or let it be.',
  },
  DISPUTE_DEFENCE_LATE: {
    severity: 'critical',
    subject: 'dispute',
    message: (_: DeadlineParams) => 'the deadline of a dispute is near and the PSP has not taken its defence',
    whatToDo: "Six hours are left: check the rights of the PSP account, or defend on the bank's own site.",
  },
  DISPUTE_OVERDUE: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: DeadlineParams) => 'a dispute is past its deadline, and nobody has said how it ended',
    whatToDo: 'Three days past the deadline: ask the PSP, then release or forfeit the money.',
  },
  DEFENCE_NOT_CONFIRMED: {
    severity: 'critical',
    subject: 'dispute',
    message: (_: { accountId: number; dispute: bigint; reason: string }) => 'a defence has been sent in vain',
    whatToDo:
      "All waits are used up, and the PSP neither takes nor refuses the defence: defend on the bank's own site before the deadline. Raised once.",
  },
  DEFENCE_REFUSED: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: { accountId: number; dispute: bigint; code: string; message: string }) =>
      'the PSP has refused the defence of a dispute',
    whatToDo: 'Read `defence.failure`; another defence may be given before the deadline.',
  },
  DEFENCE_WITH_OPERATOR: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: DeadlineParams) => 'a seller has given a defence that no PSP takes by its API',
    whatToDo:
      'Hand it in on the site of the acquirer or the bank, within three business days or before its deadline, and record that at the dispute.',
  },
  DISPUTE_CONFLICT: {
    severity: 'critical',
    subject: 'dispute',
    message: (_: { accountId: number; dispute: bigint; status: string; amount: Centavos; told: object }) =>
      'the PSP contradicts what is known of a dispute',
    whatToDo: 'Another end, or another amount. Nothing was booked: ask the PSP. Raised once.',
  },
  DISPUTE_LOSS_UNKNOWN: {
    severity: 'warning',
    subject: 'dispute',
    message: (_: { accountId: number; dispute: bigint; endToEndId: string; amount: Centavos }) =>
      'a dispute was lost, and what went back of it is not known',
    whatToDo:
      'Ask the PSP what went back, then forfeit that amount. A payment that no sale accepted is charged to nobody: release the dispute, and settle the payment. Raised once.',
  },
  DISPUTE_NOT_BOOKED: {
    severity: 'critical',
    subject: 'psp',
    message: (_: { pspAccountId: number; disputeId: string; endToEndId: string; trouble: string }) =>
      'a dispute of the PSP cannot be booked',
    whatToDo: '`trouble` says why; the gateway tries again whenever the list shows the dispute. Raised once.',
  },
  DISPUTE_LIST_UNREADABLE: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; trouble: string | null }) => "a PSP's list of disputes cannot be read",
    whatToDo:
      'Five readings have failed; `trouble` says why. The gateway goes on trying, and nothing is lost but time.',
  },
  DISPUTE_ENTRY_UNREADABLE: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; entry: string }) => "a PSP's list of disputes holds what cannot be read",
    whatToDo: "`entry` names it: look for it on the PSP's own site, and report its form. Raised once.",
  },
} as const satisfies Record<string, AlertDefinition>
