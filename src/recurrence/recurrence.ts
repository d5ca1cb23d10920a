// A recurrence: a payer authorises it once, and each cycle of it is debited and becomes a sale of its own. What it is, its states, and
// which changes of state there are. Pure; the verbs beside this file move it.
//
//   CRIANDO ---> CRIADA ---> APROVADA
//      |           |  \         |   \
//      v           v   \-----\  v    v
//   FALHOU     REJEITADA     CANCELADA  EXPIRADA
//
// CRIANDO and FALHOU are never shown: nobody was given its code, and nobody was asked to authorise it.
import type { Periodicity } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Ending, Journey, RequestState } from '#psp/recurrence/port.ts'

export const RECURRENCE_STATUSES = [
  'CRIANDO',
  'CRIADA',
  'APROVADA',
  'REJEITADA',
  'CANCELADA',
  'EXPIRADA',
  'FALHOU',
] as const
export type RecurrenceStatus = (typeof RECURRENCE_STATUSES)[number]

/** Those that callers see. */
export const SHOWN_STATUSES = ['CRIADA', 'APROVADA', 'REJEITADA', 'CANCELADA', 'EXPIRADA'] as const

/** Every change of status that there is. */
const NEXT: Record<RecurrenceStatus, readonly RecurrenceStatus[]> = {
  CRIANDO: ['CRIADA', 'FALHOU'],
  CRIADA: ['APROVADA', 'REJEITADA', 'CANCELADA', 'EXPIRADA'],
  APROVADA: ['CANCELADA', 'EXPIRADA'],
  REJEITADA: [],
  CANCELADA: [],
  EXPIRADA: [],
  FALHOU: [],
}

export const mayBecome = (from: RecurrenceStatus, to: RecurrenceStatus): boolean => NEXT[from].includes(to)

export const hasEnded = (status: RecurrenceStatus): boolean => NEXT[status].length === 0

/** The calls of a creation, in the order of its journey. */
const STEPS = ['CODE', 'LOCATION', 'RECURRENCE', 'REQUEST', 'QR'] as const
export type Step = (typeof STEPS)[number]

export const STEPS_OF_JOURNEY: Record<Journey, readonly Step[]> = {
  1: ['LOCATION', 'RECURRENCE', 'REQUEST'],
  2: ['LOCATION', 'RECURRENCE', 'QR'],
  3: ['CODE', 'LOCATION', 'RECURRENCE', 'QR'],
  4: ['CODE', 'LOCATION', 'RECURRENCE', 'QR'],
}

/** Journeys 3 and 4 begin with a payment, which is a sale: cycle 0. */
export const beginsWithSale = (journey: Journey): boolean => journey > 2

export const ALERTS_OF_RECURRENCE = ['PAGO_SEM_AUTORIZACAO', 'FALTA_VALOR', 'PSP_DESLIGADO'] as const
export type RecurrenceAlert = (typeof ALERTS_OF_RECURRENCE)[number]

export interface RecurrenceKey {
  accountId: number
  id: bigint
}

export const recurrenceKeyText = ({ accountId, id }: RecurrenceKey) => `${accountId}/${id}`

/** What each cycle sells. */
export interface RecurrenceItem {
  title: string
  unitPrice: Centavos
  quantity: number
  tangible: boolean
}

export interface Debtor {
  name: string
  document: string
  /** Absent ones are "". */
  email: string
  phone: string
}

/** Whom a request to authorise goes to: a bank account of the payer. */
export interface RequestTarget {
  ispb: string
  branch: string | null
  account: string
  document: string
}

/** The last request to authorise. */
export interface SentRequest {
  /** null: the PSP has not answered yet. */
  requestId: string | null
  status: RequestState | null
  expiresAt: Date
}

export interface Activation {
  /** By what the payer has authorised it; null: the PSP does not say. */
  journey: Journey | null
  at: Date
  /** Who has authorised it: it may be another person than the debtor. */
  payer: { ispb: string | null; document: string | null; town: string | null }
}

export interface RecurrenceEnd {
  kind: Ending['kind'] | 'EXPIRACAO'
  by: string | null
  code: string | null
  text: string | null
  at: Date
}

export interface Recurrence extends RecurrenceKey {
  uuid: string
  pspAccountId: number
  /** null until the PSP has made it. */
  idRec: string | null
  /** What is offered; what the payer did is in the activation. */
  journey: Journey
  status: RecurrenceStatus
  /** The next call of a creation; null once it is created. */
  step: Step | null
  /** When the PSP was last asked to make it, committed before the call; and since when a lookup has not found it. */
  recRequestedAt: Date | null
  recAbsentAt: Date | null
  /** A creation that is being taken back. */
  givenUp: boolean
  version: number
  contrato: string
  object: string | null
  customer: Debtor
  /** The day of the first debit. */
  startsOn: LocalDate
  endsOn: LocalDate | null
  periodicity: Periodicity
  /** At most one of the two: the same in each cycle, or the least that a payer's cap may be. */
  amount: Centavos | null
  minimum: Centavos | null
  /** What a cycle of a variable recurrence debits where its seller says nothing else. */
  defaultAmount: Centavos | null
  retriesAllowed: boolean
  retryDays: number[]
  /** Whether the gateway orders the debit of each cycle. */
  automatic: boolean
  adjustsToBusinessDay: boolean
  lateDays: number
  items: RecurrenceItem[]
  info: string | null
  externalReference: string | null
  postbackUrl: string | null
  locationId: string | null
  location: string | null
  brCode: string | null
  requestTarget: RequestTarget | null
  request: SentRequest | null
  requestSentAt: Date | null
  /** After it one that nobody has authorised is cancelled. */
  authorizeUntil: Date | null
  activation: Activation | null
  cancelRequestedAt: Date | null
  cancelReason: string | null
  end: RecurrenceEnd | null
  /** Of journeys 3 and 4: the sale of the first payment. */
  firstSaleId: bigint | null
  /** Of journey 4: when the bill is due, and for how many days it can be paid after that. */
  firstDueOn: LocalDate | null
  firstPayableDays: number | null
  alert: RecurrenceAlert | null
  createdAt: Date
  updatedAt: Date
}

/** The next form of a recurrence: a new status, one version on. */
export function moved(
  recurrence: Recurrence,
  status: RecurrenceStatus,
  at: Date,
  change: Partial<Recurrence> = {},
): Recurrence {
  if (!mayBecome(recurrence.status, status))
    throw new Error(`a recurrence cannot go from ${recurrence.status} to ${status}`)
  return { ...recurrence, step: null, ...change, status, version: recurrence.version + 1, updatedAt: at }
}
