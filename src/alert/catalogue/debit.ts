// Alerts about debits of recurring PIX.
import type { AlertDefinition } from './definition.ts'

interface DebitParams {
  accountId: number
  txid: string
  pspAccountId: number
}

interface DebitConflictParams extends DebitParams {
  /** The status here, and what the PSP says. */
  ours: string
  theirs: string
}

interface DebitMissedParams {
  pspAccountId: number
  cause: string
}

interface DebitsWaitParams {
  pspAccountId: number
  day: string
}

export const DEBIT_ALERTS = {
  DEBITS_MISSED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: DebitMissedParams) => 'debits of recurring PIX were missed',
    whatToDo:
      'The time to order them has passed; `cause` says why. The sellers see which. Where the gateway or the PSP account was off, they may order another day of the same cycle.',
  },
  DEBITS_WAIT_FOR_PSP: {
    severity: 'warning',
    subject: 'psp',
    message: (_: DebitsWaitParams) => 'debits of recurring PIX wait for a PSP account that is switched off',
    whatToDo:
      'Switch the PSP account on again, with recurring PIX and its receiving account, or the cycles are missed. Raised once a day.',
  },
  DEBIT_CONFLICT: {
    severity: 'critical',
    subject: 'recurrence',
    message: (_: DebitConflictParams) => 'the PSP contradicts what is known of a debit',
    whatToDo:
      'It goes on, or is paid, though it has ended here, or belongs to another recurrence. Nothing was booked: ask the PSP about the txid. Raised once.',
  },
  DEBIT_WITHOUT_MONEY: {
    severity: 'critical',
    subject: 'recurrence',
    message: (_: DebitParams) => 'a debit is paid at the PSP, and its money is not found',
    whatToDo:
      'For an hour the PSP has named no Pix of it: ask the PSP about the txid. The gateway goes on asking. Raised once.',
  },
  DEBIT_WITHOUT_END: {
    severity: 'warning',
    subject: 'recurrence',
    message: (_: DebitParams) => 'a debit has had no end for nine days',
    whatToDo: 'Ask the PSP about the txid. The gateway goes on asking; nothing is booked meanwhile. Raised once.',
  },
  DEBIT_NOT_CANCELLED: {
    severity: 'warning',
    subject: 'recurrence',
    message: (_: DebitParams & { reason: string }) => 'a debit that its seller wanted cancelled goes on',
    whatToDo:
      'Until 22:00 of the day before it settles the PSP has not cancelled it; `reason` says whether it refused or did not answer. The seller sees it at the debit and in the account’s log. Ask the PSP about the txid; once it is paid, the seller can refund the sale. Raised once; ends with the debit.',
  },
  DEBIT_NOT_FOUND: {
    severity: 'critical',
    subject: 'recurrence',
    message: (_: DebitParams) => 'the PSP does not know a debit that it had accepted',
    whatToDo: 'Ask the PSP about the txid. The gateway goes on asking. Raised once.',
  },
} as const satisfies Record<string, AlertDefinition>
