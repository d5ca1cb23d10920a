// The text of each alert for the operator, and what to do about it, in English.

import { BACKUP_ALERTS } from './backup.ts'
import { BOLETO_ALERTS_EN } from './boleto.ts'
import { CHANNEL_ALERTS } from './channel.ts'
import { DISPUTE_ALERTS } from './dispute.ts'
import { LEGAL_REQUEST_ALERTS } from './legal-request.ts'
import { MONITORING_ALERTS } from './monitoring.ts'
import { TRANSFER_ALERTS } from './transfer.ts'

export const ALERTS_IN_ENGLISH = {
  ...BOLETO_ALERTS_EN,
  CASHOUT_CONFLICT: {
    title: 'The provider contradicts what was booked of a cashout',
    whatToDo: 'Compare both sides of the anomaly and decide it.',
  },
  CASHOUT_OUTCOME_UNKNOWN: {
    title: 'What became of a cashout cannot be found out',
    whatToDo: 'Ask the provider about the payment id, then decide the anomaly.',
  },
  CASHOUT_ANSWER_CHANGED: {
    title: 'The provider has changed its answer about an undecided anomaly',
    whatToDo: 'Look at what it says now before you decide.',
  },
  CASHOUT_RETURN_TOO_LARGE: {
    title: 'More came back of a cashout than went out',
    whatToDo:
      'Clear it up with the provider and the seller, then decide the anomaly. If the payment itself waits for a decision, decide that first.',
  },
  CASHOUT_BLOCKED_AT_PSP: {
    title: 'A cashout waits for the operator',
    whatToDo:
      'Do what the reason asks for at the provider, such as putting money into the account. The cashout goes on by itself.',
  },
  CASHOUT_WITHOUT_END: {
    title: 'A cashout has had no end for an hour',
    whatToDo: 'Ask the provider about the payment id. The system goes on asking, and the amount stays held.',
  },
  PAYOUT_NOT_CONFIRMED: {
    title: 'The provider does not confirm a payment of its own list',
    whatToDo:
      'List and lookup disagree: ask the provider about the payment id. The system asks again each hour for 25 hours.',
  },
  CASHOUT_SENT_BEFORE_RESTORE: {
    title: 'A cashout had been sent before this database was restored',
    whatToDo: 'Nothing to do: the system asks what became of it and does not send it again.',
  },
  CASHOUT_RESTORED: {
    title: 'A payment that this database had forgotten was restored',
    whatToDo: 'Nothing to do: the cashout is back with its amount held, and ends by itself.',
  },
  CASHOUT_OF_LOST_ACCOUNT: {
    title: 'A payment of an account that this database has forgotten was booked to the suspense account',
    whatToDo: 'The account was lost with its payment: settle it with the seller, whom only your own records name.',
  },
  VELOCITY_LIMIT_EXCEEDED: {
    title: 'More leaves an account than usual: cashouts wait for the operator',
    whatToDo: 'Make sure that the seller asked for them, then approve or refuse each.',
  },
  HOUSE_VELOCITY_LIMIT_EXCEEDED: {
    title: 'More leaves the whole gateway than usual: cashouts wait for the operator',
    whatToDo: 'Find out which accounts pay out, then approve or refuse what waits.',
  },
  BOLETO_NOT_MADE: {
    title: 'The provider makes no boleto before somebody has acted',
    whatToDo:
      'Its answer speaks of the gateway and not of the sale: a permission that the application lacks, or a limit of the account at the provider. Settle it with the provider. Sales that were begun go on for a day, and are then refused.',
  },
  CHARGE_NOT_AS_REQUESTED: {
    title: 'A charge of the provider is not what was asked for',
    whatToDo: 'No code was handed out. Ask the provider why amount, txid or code differ.',
  },
  RECURRENCE_NOT_AS_REQUESTED: {
    title: 'A recurrence is not what was asked for',
    whatToDo:
      'The PSP made a recurrence with other terms, or a code that leads elsewhere. No code was handed out, and it is being taken away; ask the PSP why.',
  },
  RECURRENCE_NOT_TAKEN_BACK: {
    title: 'A recurrence whose creation was given up cannot be taken away at the PSP',
    whatToDo:
      'For an hour the PSP has neither ended it nor said what became of it; the details show its last answer. Nobody was given the code. The gateway tries again each minute.',
  },
  RECURRENCE_NOT_CANCELLED: {
    title: 'A recurrence that is to end has not ended at the PSP for a day',
    whatToDo:
      'Ask the PSP to end it by its idRec; the details show its last answer. Nothing more is charged by it here. The gateway goes on asking.',
  },
  RECURRENCE_UNKNOWN: {
    title: 'A provider lists recurrences that this system does not know',
    whatToDo:
      'The log says which. They were made at the provider by other means, or before the database was restored. Nothing is debited by them; cancel at the provider what nobody needs.',
  },
  RECURRENCE_CONFLICT: {
    title: 'The PSP contradicts what it has said of a recurrence before',
    whatToDo:
      'The details show the state here and what the PSP reports now. Nothing was changed here; clear it up with the PSP.',
  },
  SALE_NOT_CLOSED: {
    title: 'An expired sale could not be closed at the provider',
    whatToDo: 'Ask the provider about the txid. The system goes on trying.',
  },
  ...TRANSFER_ALERTS.en,
  PAYMENT_OF_LOST_SALE: {
    title: 'A Pix arrived for a sale that this database does not know',
    whatToDo:
      'The database has lost records: unless you put a copy back on purpose, see the recovery. Then return the money or credit it.',
  },
  RETURN_FAILED: {
    title: 'Money could not be sent back to its payer',
    whatToDo: 'Read the reason; then return it once more, or credit it.',
  },
  REFUND_BLOCKED_AT_PSP: {
    title: 'A refund waits for the operator',
    whatToDo:
      'Do what the reason asks for at the provider, such as putting money into the account. The refund goes on by itself.',
  },
  REFUND_WITHOUT_END: {
    title: 'A refund was asked about several times, and the provider does not say how it ended',
    whatToDo: 'Ask the provider about the refund id. The money stays held, and the system asks each hour.',
  },
  REFUND_CONFLICT: {
    title: 'The provider contradicts what was booked of a refund',
    whatToDo:
      'Nothing was booked: clear it up with the provider. The reconciliation of the day brings a case that can be corrected.',
  },
  REFUND_TWO_ENDS: {
    title: 'The provider tells two ends of one refund',
    whatToDo: 'Nothing to do: neither was believed, and the system asks about the refund.',
  },
  PSP_INITIATED_REFUND: {
    title: 'The bank returned the Pix of a sale that nobody here sent back',
    whatToDo: 'It is booked as a refund of the sale. Ask the provider for the reason.',
  },
  UNMATCHED_MONEY_RETURNED: {
    title: 'Money that no sale accepted went back, and nobody here sent it back',
    whatToDo:
      'Nothing is booked: settle it with whom it belongs to. Where only a part of a Pix that waits went back, do not credit the whole.',
  },
  DISPUTED_MONEY_RETURNED: {
    title: 'Money of a disputed sale went back, and its dispute does not end',
    whatToDo: 'Ask the provider how the dispute ended.',
  },
  DEBITS_MISSED: {
    title: 'Debits of recurring PIX were missed',
    whatToDo:
      'The time to order them has passed; the cause says why. The sellers see which and may charge on another day of the same cycle.',
  },
  DEBITS_WAIT_FOR_PSP: {
    title: 'Debits of recurring PIX wait for a PSP account that is switched off',
    whatToDo:
      'Switch the PSP account on again, with recurring PIX and its receiving account, or the cycles are missed.',
  },
  DEBIT_CONFLICT: {
    title: 'The PSP contradicts what is known of a debit',
    whatToDo:
      'It goes on or was paid though it has ended here, or it belongs to another recurrence. Nothing was booked: ask the PSP about the txid.',
  },
  DEBIT_WITHOUT_MONEY: {
    title: 'A debit is paid at the PSP, and its money is not found',
    whatToDo: 'For an hour the PSP has named no Pix of it: ask about the txid. The gateway goes on asking.',
  },
  DEBIT_WITHOUT_END: {
    title: 'A debit has had no end for nine days',
    whatToDo: 'Ask the PSP about the txid. The gateway goes on asking; nothing is booked meanwhile.',
  },
  DEBIT_NOT_CANCELLED: {
    title: 'A debit that its seller wanted cancelled goes on',
    whatToDo:
      'The PSP refused or did not answer in time, as the details say. Ask it about the txid; the seller can refund what is paid.',
  },
  DEBIT_NOT_FOUND: {
    title: 'The PSP does not know a debit that it had accepted',
    whatToDo: 'Ask the PSP about the txid. The gateway goes on asking.',
  },
  PSP_ENTRY_NOT_BOOKED: {
    title: 'An entry of the provider’s list could not be booked',
    whatToDo: 'The other entries were booked. Read the reason; the system tries again whenever the list shows it.',
  },
  ...DISPUTE_ALERTS.en,
  ...MONITORING_ALERTS.en,
  PSP_NOT_ANSWERING: {
    title: 'A provider does not answer and is not asked for now',
    whatToDo: 'The system goes on by itself. If it lasts, call the provider.',
  },
  PSP_LIST_UNREADABLE: {
    title: 'A list of a provider could not be read',
    whatToDo: 'Five readings have failed. Nothing is lost: the list is read from where it stopped.',
  },
  PSP_LIST_ENTRIES_UNREADABLE: {
    title: 'A provider’s list holds entries that cannot be read',
    whatToDo: 'Look for them in the provider’s own statement, and report their form.',
  },
  CALLBACK_NOT_APPLIED: {
    title: 'A callback of a provider has been tried in vain',
    whatToDo: 'Look at the dead callbacks, mend the cause and replay them; leave forged ones alone.',
  },
  CALLBACK_UNREADABLE: {
    title: 'A callback of a provider could not be read',
    whatToDo: 'Report the body of the callback. What it is about is found by the lists.',
  },
  CALLBACKS_NOT_REGISTERED: {
    title: 'A provider did not take the address for its callbacks',
    whatToDo:
      'Five tries have failed. If it is recurring PIX, check that the application at the provider may use it. Until then, what happens there is found by asking, later.',
  },
  PSP_CALLS_NEARLY_USED: {
    title: 'Four fifths of the calls that a provider allows in a day are used',
    whatToDo: 'Ask the provider for more, and look what else uses the same application. This ends with the day.',
  },
  PSP_CERTIFICATE_EXPIRES: {
    title: 'The certificate of a provider account expires soon',
    whatToDo: 'Renew it in the provider account.',
  },
  PSP_CERTIFICATE_EXPIRED: {
    title: 'The certificate of a provider account has expired',
    whatToDo: 'Renew it in the provider account: without it the provider does not answer.',
  },
  BALANCE_NOT_COVERED: {
    title: 'A provider account does not cover what should lie there',
    whatToDo: 'Find out which money is missing and put it back.',
  },
  SETTLEMENT_OVERDUE: {
    title: 'An acquirer has not settled what it owes',
    whatToDo: 'Ask the acquirer why it has not paid since that day. What waits for it stays held until it has.',
  },
  DAY_NOT_RECONCILED: {
    title: 'A day could not be reconciled',
    whatToDo: 'The provider’s lists could not be read five times. The system goes on trying.',
  },
  DAY_DIFFERS: {
    title: 'A day of a provider’s lists differs from our books',
    whatToDo: 'Look at the open cases, and explain or correct each.',
  },
  BOOKS_DO_NOT_ADD_UP: {
    title: 'The books do not add up',
    whatToDo: 'Run npx porteira doctor and act on what it finds.',
  },
  CLOCK_IN_CLOSED_DAY: {
    title: 'The clock stands in a closed day: nothing is booked',
    whatToDo: 'Set the clock right. If it was ahead before, two operators open the days again.',
  },
  RECOVERY_ENTERED: {
    title: 'The gateway is in recovery until a person resumes it',
    whatToDo: 'Nothing is paid and nobody is told until you resume.',
  },
  HOLD_NOT_RELEASED: {
    title: 'What is blocked in an account could not be released',
    whatToDo: 'The account’s books refuse it: run npx porteira doctor. The system tries again each hour.',
  },
  ...CHANNEL_ALERTS.en,
  ...LEGAL_REQUEST_ALERTS.en,
  ...BACKUP_ALERTS.en,
  CALLBACK_CERTIFICATE_EXPIRES: {
    title: 'The certificate of the callback server expires soon',
    whatToDo: 'Replace the certificate files on the server.',
  },
  CALLBACK_CERTIFICATE_EXPIRED: {
    title: 'The certificate of the callback server has expired',
    whatToDo: 'Replace the certificate files on the server: without it providers cannot call back.',
  },
}
