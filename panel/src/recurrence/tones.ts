// The states of recurrences and of their debits, in tones; their names are in words.ts.
import type { Debit } from '../api/recurrence/debits.ts'
import type { Recurrence } from '../api/recurrence/recurrences.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'
import { RECURRENCE_STATUSES, type RecurrenceStatus } from './status.ts'

export const RECURRENCE_TONES: Record<RecurrenceStatus, Tone> = {
  CRIADA: 'waiting',
  APROVADA: 'good',
  REJEITADA: 'bad',
  CANCELADA: 'quiet',
  EXPIRADA: 'quiet',
}

/** Others, which are still being made, are never sent. */
export const statusOf = ({ status }: Pick<Recurrence, 'status'>): RecurrenceStatus =>
  RECURRENCE_STATUSES.find(one => one === status) ?? 'CRIADA'

export const isLive = ({ status }: Pick<Recurrence, 'status'>) => status === 'CRIADA' || status === 'APROVADA'

export const DEBIT_TONES: Record<Debit['status'], Tone> = {
  PLANEJADA: 'waiting',
  CRIADA: 'waiting',
  ATIVA: 'waiting',
  CONCLUIDA: 'good',
  EXPIRADA: 'bad',
  REJEITADA: 'bad',
  CANCELADA: 'quiet',
  NAO_COBRADA: 'attention',
}
