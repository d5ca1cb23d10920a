// Alerts about recurring PIX.
import type { AlertDefinition } from './definition.ts'

interface RecurrenceParams {
  accountId: number
  recurrence: string
  pspAccountId: number
  reason: string
}

export const RECURRENCE_ALERTS = {
  RECURRENCE_NOT_AS_REQUESTED: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number; reason: string }) => 'a recurrence is not what was asked for',
    whatToDo:
      'The PSP made a recurrence with other terms, or a code that leads elsewhere. No code was handed out, and it is taken away again; ask the PSP why.',
  },
  RECURRENCE_UNKNOWN: {
    severity: 'warning',
    subject: 'psp',
    message: (_: { pspAccountId: number }) => 'a PSP lists recurrences that this gateway does not know',
    whatToDo:
      'The log names them. They were made at the PSP by other means, or by this gateway before its database was restored. They are left as they are, and nothing is ordered by them; cancel at the PSP what nobody needs. Each is reported once, and anew after a restart.',
  },
  RECURRENCE_NOT_TAKEN_BACK: {
    severity: 'warning',
    subject: 'recurrence',
    message: (_: RecurrenceParams) => 'a recurrence whose creation was given up cannot be taken away at the PSP',
    whatToDo:
      'For an hour the PSP has neither ended it nor said what became of it; `reason` is its last answer. Nobody was given its code. The gateway tries again each minute. Raised once.',
  },
  RECURRENCE_NOT_CANCELLED: {
    severity: 'warning',
    subject: 'recurrence',
    message: (_: RecurrenceParams & { idRec: string }) =>
      'a recurrence that is to end has not ended at the PSP for a day',
    whatToDo:
      'Ask the PSP to end it by its idRec; `reason` is its last answer. Nothing more is ordered by it here. The gateway goes on asking. Raised once.',
  },
  RECURRENCE_CONFLICT: {
    severity: 'warning',
    subject: 'recurrence',
    message: (_: {
      accountId: number
      recurrence: string
      idRec: string | null
      pspAccountId: number
      status: string
      reported: string
    }) => 'the PSP contradicts what it has said of a recurrence before',
    whatToDo:
      'Here it has `status`, and now the PSP reports `reported`. Nothing was changed here; clear it up with the PSP. Raised once.',
  },
} as const satisfies Record<string, AlertDefinition>
