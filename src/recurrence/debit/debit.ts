// A debit: the order to debit one cycle of a recurrence. What it is, its states, and which changes of state there are. Pure; the verbs
// beside this file move it.
//
//   PLANEJADA ---> ENVIANDO ---> CRIADA ---> ATIVA ---> CONCLUIDA   the money is booked, and the sale is paid
//     |  |  ^----------|  \        |  \        |  \---> EXPIRADA    not paid on any of its days
//     |  v                 \-------+---\-------+------> REJEITADA   refused by the payer's bank
//     | NAO_COBRADA                 v          v
//     \------------------------> CANCELADA <---/                    by the payer, the seller or a bank
//
// ENVIANDO is shown as PLANEJADA: whether the order has arrived is not known. Money that arrives for a cancelled one wins.
import { about } from '#kernel/alert-subject.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { DebitTryKind, DebitTryState } from '#psp/recurrence/port.ts'
import type { RecurrenceItem } from '../recurrence.ts'

export const DEBIT_STATUSES = [
  'PLANEJADA',
  'ENVIANDO',
  'CRIADA',
  'ATIVA',
  'CONCLUIDA',
  'EXPIRADA',
  'REJEITADA',
  'CANCELADA',
  'NAO_COBRADA',
] as const
export type DebitStatus = (typeof DEBIT_STATUSES)[number]

/** Every change of status that there is. */
const NEXT: Record<DebitStatus, readonly DebitStatus[]> = {
  PLANEJADA: ['ENVIANDO', 'CANCELADA', 'NAO_COBRADA'],
  ENVIANDO: ['CRIADA', 'PLANEJADA', 'REJEITADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'CANCELADA'],
  CRIADA: ['ATIVA', 'CONCLUIDA', 'REJEITADA', 'EXPIRADA', 'CANCELADA'],
  ATIVA: ['CONCLUIDA', 'REJEITADA', 'EXPIRADA', 'CANCELADA'],
  CANCELADA: ['CONCLUIDA'],
  CONCLUIDA: [],
  EXPIRADA: [],
  REJEITADA: [],
  NAO_COBRADA: [],
}

export const mayBecome = (from: DebitStatus, to: DebitStatus): boolean => NEXT[from].includes(to)

/** Nothing more is done for it. Money may still come for one that is cancelled. */
export const hasEnded = (status: DebitStatus): boolean =>
  status === 'CONCLUIDA' ||
  status === 'EXPIRADA' ||
  status === 'REJEITADA' ||
  status === 'CANCELADA' ||
  status === 'NAO_COBRADA'

/** A cycle has at most one debit in any of these. */
export const LIVE_DEBIT_STATUSES = [
  'PLANEJADA',
  'ENVIANDO',
  'CRIADA',
  'ATIVA',
  'CONCLUIDA',
  'EXPIRADA',
] as const satisfies readonly DebitStatus[]

/** Those of which money may still come. */
export const OPEN_DEBIT_STATUSES = [
  'PLANEJADA',
  'ENVIANDO',
  'CRIADA',
  'ATIVA',
] as const satisfies readonly DebitStatus[]

export const DEBIT_ORIGINS = ['AUTOMATICA', 'MANUAL'] as const
export type DebitOrigin = (typeof DEBIT_ORIGINS)[number]

export interface DebitKey {
  accountId: number
  id: bigint
}

export interface DebitEnd {
  /** null: the gateway's own, or the PSP does not say. */
  kind: string | null
  by: string | null
  code: string | null
  text: string | null
  at: Date
}

export interface CancelFailure {
  at: Date
  /** What the PSP said; null: it gave no answer in time. */
  reason: string | null
}

export interface DebitTry {
  n: number
  kind: DebitTryKind
  settlesOn: LocalDate
  /** Minted when it is scheduled, so it proves no payment. */
  endToEndId: string | null
  status: DebitTryState
  code: string | null
  reason: string | null
  /** null: not by us. */
  orderedAt: Date | null
}

/** What a sale costs, frozen when the debit is ordered. */
export interface DebitTerms {
  fee: Centavos
  reserve: Centavos
  reserveDays: number
}

export interface Debit extends DebitKey {
  uuid: string
  recurrenceId: bigint
  pspAccountId: number
  /** From 1. The first payment of journeys 3 and 4 is cycle 0, and a sale instead. */
  cycle: number
  /** How many debits that cycle had before this one. */
  n: number
  txid: string
  status: DebitStatus
  origin: DebitOrigin
  /** null: nobody has said yet what this cycle costs. */
  amount: Centavos | null
  terms: DebitTerms | null
  /** As it was planned; `dueOn` is later where it was too late for that. */
  firstDueOn: LocalDate
  dueOn: LocalDate
  /** The day of the debit, as far as it is known. */
  settlesOn: LocalDate | null
  adjustsToBusinessDay: boolean
  items: RecurrenceItem[]
  info: string | null
  externalReference: string | null
  plannedRetries: LocalDate[]
  tries: DebitTry[]
  saleId: bigint | null
  cancelRequestedAt: Date | null
  cancelReason: string | null
  /** The last cancellation that was asked for was not made: the debit goes on. */
  cancelFailure: CancelFailure | null
  end: DebitEnd | null
  version: number
  /** How often the PSP was asked since the last change. */
  lookups: number
  sentAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** An alert about a debit leads to its recurrence. */
export const aboutRecurrenceOf = ({ accountId, recurrenceId }: Debit) =>
  about('recurrence', { accountId, id: recurrenceId })

/** The next form of a debit: a new status, one version on. */
export function moved(debit: Debit, status: DebitStatus, at: Date, change: Partial<Debit> = {}): Debit {
  if (!mayBecome(debit.status, status)) throw new Error(`a debit cannot go from ${debit.status} to ${status}`)
  return { ...debit, ...change, status, version: debit.version + 1, lookups: 0, updatedAt: at }
}
