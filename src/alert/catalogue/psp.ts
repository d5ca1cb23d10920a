// Alerts about PSP accounts: whether they answer, what they list, their certificates and balances.
import type { AlertDefinition } from './definition.ts'

export const PSP_ALERTS = {
  PSP_NOT_ANSWERING: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; name: string; api: 'pix' | 'charges'; trouble: string }) =>
      'a PSP does not answer and is asked no more for now',
    whatToDo:
      'The gateway goes on by itself; if it lasts, run `npx porteira psp check` and call the PSP. `api` says which of its APIs it is. The alert closes when it is back.',
  },
  PSP_LIST_UNREADABLE: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; list: string }) => 'a list of the PSP cannot be read',
    whatToDo:
      'Five sweeps have failed; `sweeps` of the PSP account says why. Nothing is lost: the list is read from where it stopped.',
  },
  PSP_LIST_ENTRIES_UNREADABLE: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; list: string; count: number; entries: string[] }) =>
      'the list holds entries that cannot be read',
    whatToDo:
      "`entries` names them, up to 20: look for them in the PSP's own statement, and report their form. Each is told once, and anew after a restart.",
  },
  CALLBACK_NOT_APPLIED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number }) => 'a callback has been tried in vain',
    whatToDo:
      'Look at the dead letters of that PSP account, mend what `trouble` says and replay them, or leave forged ones alone.',
  },
  CALLBACK_UNREADABLE: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number }) => 'a callback cannot be read',
    whatToDo:
      'Look at the dead letters: the PSP tells of something that this version does not know. Report the body; what it is about is found by the lists.',
  },
  CALLBACKS_NOT_REGISTERED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; subject: 'pix' | 'rec' | 'cobr'; trouble: string }) =>
      'a PSP could not be given a callback address',
    whatToDo:
      'Five tries have failed; `trouble` says why. With `rec` or `cobr`, check that the application at the PSP may use recurring PIX. Until then what happens there is found by polling, later.',
  },
  PSP_CALLS_NEARLY_USED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; call: string; day: string; allowed: number }) =>
      'four fifths of the calls that a PSP allows in a day are used',
    whatToDo:
      '`call` says which one of its API of charges; beyond `allowed` the PSP refuses it until the next day. Ask the PSP for more before that, and look what else uses the same application. The gateway goes on by itself; the alert ends with the day.',
  },
  PSP_CERTIFICATE_EXPIRES: {
    severity: 'warning',
    subject: 'psp',
    message: ({ days }: { certificate: string; days: 7 | 30 }) => `a certificate expires within ${days} days`,
    whatToDo: 'Renew the certificate by PATCH of the PSP account. Raised once a day.',
  },
  PSP_CERTIFICATE_EXPIRED: {
    severity: 'critical',
    subject: 'psp',
    message: (_: { certificate: string }) => 'a certificate has expired',
    whatToDo: 'Renew the certificate by PATCH of the PSP account. Raised once a day.',
  },
  BALANCE_NOT_COVERED: {
    severity: 'critical',
    subject: 'psp',
    message: (_: { pspAccountId: number; expected: string; inFlight: string; balance: string }) =>
      'a PSP account does not cover what should lie there',
    whatToDo: 'Find out which money is missing and put it back (see reconciliation and closed days).',
  },
  SETTLEMENT_OVERDUE: {
    severity: 'critical',
    subject: 'psp',
    message: (_: { pspAccountId: number; receivables: number; owed: string; since: string }) =>
      'an acquirer has not settled what it owes',
    whatToDo:
      'Ask the acquirer why it has not paid since that day. What waits for it stays held for its sellers until it has. Raised once for each day.',
  },
  DAY_NOT_RECONCILED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; day: string; trouble: string }) => 'a day cannot be reconciled',
    whatToDo: "The PSP's lists could not be read five times; `trouble` says why. The gateway goes on by itself.",
  },
  DAY_DIFFERS: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; day: string; open: number }) =>
      "a day of a PSP's lists differs from our books",
    whatToDo: 'Look at the open cases of that day, and explain or correct each.',
  },
} as const satisfies Record<string, AlertDefinition>
