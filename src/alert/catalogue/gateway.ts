// Alerts about the gateway itself: its books, its clock, its recovery, its mail and its own certificate.
import type { AlertDefinition } from './definition.ts'

export const GATEWAY_ALERTS = {
  BOOKS_DO_NOT_ADD_UP: {
    severity: 'critical',
    subject: null,
    message: (_: { things: number; findings: string[] }) => 'the books do not add up: run npx porteira doctor',
    whatToDo: 'Run `npx porteira doctor` and act on what it finds (see the doctor).',
  },
  CLOCK_IN_CLOSED_DAY: {
    severity: 'critical',
    subject: null,
    message: (_: { closedTo: string }) => 'the clock stands in a closed day: nothing is booked',
    whatToDo:
      'Set the clock right; callers are told 503 meanwhile and nothing is lost. If the clock was ahead before, two operators open the days again.',
  },
  RECOVERY_ENTERED: {
    severity: 'critical',
    subject: null,
    message: (_: { since: Date; reason: string; from: Date }) => 'the gateway is in recovery until a person resumes it',
    whatToDo: 'Nothing is paid and nobody is told until you resume (see recovery).',
  },
  CHECKOUT_PAGE_CHANGED: {
    severity: 'warning',
    subject: null,
    message: (_: { directive: string; blocked: string }) =>
      'a browser has stopped something on a page of the checkout that is not ours',
    whatToDo:
      'What a page may load and run is said by its policy; `directive` is the rule that stopped it and `blocked` where it came from. Open a page of the checkout in a browser without extensions, and compare its scripts with those of this version: where something else is there, stop selling by card and look who can change the pages on their way. One buyer’s browser may be the reason as well. Raised once a day.',
  },
  HOLD_NOT_RELEASED: {
    severity: 'critical',
    subject: 'account',
    message: (_: { accountId: number }) => 'what is blocked in an account cannot be released',
    whatToDo: "The account's books refuse it: run the doctor. The gateway tries again each hour.",
  },
  BACKUP_OLD: {
    severity: 'critical',
    subject: null,
    message: (_: { file: string; takenAt: Date }) => 'the last backup is old',
    whatToDo:
      'Look why no backup was taken since `takenAt`, in the words of its timer or job, and take one by hand. Raised once a day; it ends with the next backup.',
  },
  BACKUP_NOT_RESTORABLE: {
    severity: 'critical',
    subject: null,
    message: (_: { file: string; trouble: string; verifiedAt: Date }) => 'a backup was tried out and is of no use',
    whatToDo:
      '`trouble` says why. Take another backup and verify that one. Raised once a day; it ends when a backup is verified that restores.',
  },
  MAIL_NOT_SENT: {
    severity: 'warning',
    subject: null,
    message: (_: { reason: string }) => 'mail cannot be sent',
    whatToDo:
      'The third try was in vain; `reason` is what the server said. Mail waits and goes out by itself when the server takes it.',
  },
  ALERT_CHANNEL_FAILING: {
    severity: 'warning',
    subject: null,
    message: (_: { channelId: string; name: string; reason: string }) => 'a channel of alerts takes nothing',
    whatToDo:
      'The third try was in vain; `reason` is what came back. Mend the channel and test it. What it is owed waits and goes out by itself; the other channels are told of this.',
  },
  LEGAL_REQUEST_DUE: {
    severity: 'warning',
    subject: null,
    message: (_: { request: string; dueOn: string }) => 'a legal request is to be answered within two days',
    whatToDo:
      'Open the request in the operator’s panel, make its archive, hand it over, and close it. `request` is its number here. Ends by itself when it is closed or gets another day.',
  },
  LEGAL_REQUEST_OVERDUE: {
    severity: 'critical',
    subject: null,
    message: (_: { request: string; dueOn: string }) => 'a legal request is past its day, and is still open',
    whatToDo:
      'Answer it now, or ask the authority for another day and enter that. `request` is its number here. Ends by itself when it is closed or gets another day.',
  },
  CALLBACK_CERTIFICATE_EXPIRES: {
    severity: 'warning',
    subject: null,
    message: ({ days }: { certificate: string; days: 7 | 30 }) => `a certificate expires within ${days} days`,
    whatToDo:
      'Renew the certificate of the callback server by replacing the files of `CALLBACK_TLS_CERT_FILE`. Raised once a day.',
  },
  CALLBACK_CERTIFICATE_EXPIRED: {
    severity: 'critical',
    subject: null,
    message: (_: { certificate: string }) => 'a certificate has expired',
    whatToDo:
      'Renew the certificate of the callback server by replacing the files of `CALLBACK_TLS_CERT_FILE`. Raised once a day.',
  },
  /** Never raised: a stored alert whose sentence, or whose code, this version does not know. */
  OTHER: {
    severity: 'warning',
    subject: null,
    message: (_: object) => 'an alert of another version',
    whatToDo: 'Another version of the gateway raised it: read what it says.',
  },
} as const satisfies Record<string, AlertDefinition>
